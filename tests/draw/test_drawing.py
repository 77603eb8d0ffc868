"""Figures: what the axis shows, what is clipped, and files that other programs can read."""

import re
import xml.etree.ElementTree as xml

import pytest

from rectrix.draw.boxes import boxes
from rectrix.draw.drawing import Dot, Drawing, Label, Path
from rectrix.draw.pdf import pdf, width_of
from rectrix.draw.plot import Axes, Curve, plot
from rectrix.draw.svg import svg

EPOCHS = Axes("epoch", "BLEU")


def labels(drawing):
    return [mark.text for mark in drawing.marks if isinstance(mark, Label)]


def numbers(drawing):
    return [float(text.replace(",", "")) for text in labels(drawing) if re.fullmatch(r"[\d,.]+", text)]


def test_a_first_epoch_far_away_does_not_squash_the_rest_but_is_told():
    curve = Curve("run", [[(1.0, 5.0), (2.0, 30.0), (3.0, 31.0), (4.0, 30.5)]])
    drawing = plot([curve], EPOCHS)
    assert "5" in labels(drawing), "the value of the clipped point stands beside its marker"
    heights = [mark.y for mark in drawing.marks if isinstance(mark, Dot)]
    assert max(heights) - min(heights) > 100, "a point of BLEU fills most of the picture"


def test_values_of_two_clipped_points_do_not_lie_on_each_other():
    later = [(2.0, 30.0), (3.0, 31.0), (4.0, 30.5)]
    drawing = plot(
        [Curve(name, [[(1.0, first), *later]]) for name, first in (("a", 5.0), ("b", 6.5))], EPOCHS
    )
    told = [mark for mark in drawing.marks if isinstance(mark, Label) and mark.text in ("5", "6.5")]
    assert len(told) == 2 and abs(told[0].y - told[1].y) >= told[0].size


def test_numbers_below_zero_have_a_minus_sign():
    drawing = plot([Curve("run", [[(1.0, -2.0), (2.0, -1.0), (3.0, -1.5)]])], EPOCHS)
    assert "−1" in labels(drawing) and not any("-" in text for text in labels(drawing))


def test_a_first_epoch_nearby_is_drawn_in_its_place():
    drawing = plot([Curve("run", [[(1.0, 29.7), (2.0, 30.0), (3.0, 31.0)]])], EPOCHS)
    assert sum(isinstance(mark, Dot) for mark in drawing.marks) == 3


def test_replicates_are_a_band_from_lowest_to_highest():
    curve = Curve("runs", [[(1.0, 10.0), (2.0, 12.0)], [(1.0, 11.0), (2.0, 16.0)]])
    assert curve.mean == [(1.0, 10.5), (2.0, 14.0)]
    assert curve.band == [(1.0, 10.0, 11.0), (2.0, 12.0, 16.0)]
    assert any(isinstance(mark, Path) and mark.filled for mark in plot([curve], EPOCHS).marks)


def test_runs_of_different_length_are_averaged_where_all_have_a_point():
    assert Curve("runs", [[(1.0, 1.0), (2.0, 3.0)], [(1.0, 3.0)]]).mean == [(1.0, 2.0)]


def test_bars_that_reach_far_are_cut_at_the_edge():
    curve = Curve("run", [[(1.0, 30.0), (2.0, 31.0), (3.0, 32.0)]], bars=[(2.0, 0.0, 90.0)])
    drawing = plot([curve], EPOCHS)
    assert all(
        0 <= y <= drawing.height for mark in drawing.marks if isinstance(mark, Path) for _, y in mark.points
    )


@pytest.mark.parametrize("drawing", [plot([], EPOCHS), boxes({}, "BLEU"), plot([Curve("none", [])], EPOCHS)])
def test_nothing_to_draw_is_said(drawing):
    assert labels(drawing) == ["no run has these numbers yet"]


def test_a_box_has_the_paper_s_parts():
    drawing = boxes({"runs": [1.0, 2.0, 3.0, 10.0], "one": [4.0]}, "BLEU")
    assert {"runs", "4 runs", "one", "1 run", "×"} <= set(labels(drawing))
    assert [mark.title for mark in drawing.marks if isinstance(mark, Dot)] == ["10.00", "4.00"]


def test_svg_is_xml_with_every_text_escaped():
    drawing = Drawing(100, 50, (Label(1, 1, "a < b & c"), Dot(2, 2, title='"quoted"')), "a < b")
    root = xml.fromstring(svg(drawing))
    assert "a < b & c" in "".join(root.itertext())


def test_pdf_has_a_table_of_where_its_objects_begin():
    made = pdf(plot([Curve("ε (1)", [[(1.0, 2.0), (2.0, 3.0)], [(1.0, 2.5), (2.0, 3.5)]])], EPOCHS))
    begin = int(re.search(rb"startxref\n(\d+)", made)[1])
    assert made[begin : begin + 4] == b"xref"
    places = [int(place) for place in re.findall(rb"(\d{10}) 00000 n", made)]
    assert [made[place:].split(b" ", 1)[0] for place in places] == [
        b"%d" % n for n in range(1, len(places) + 1)
    ]
    length = int(re.search(rb"/Length (\d+)", made)[1])
    stream = made.split(b"stream\n", 1)[1].split(b"\nendstream", 1)[0]
    assert len(stream) == length
    assert rb"(epsilon \(1\))" in stream, "what the font lacks is spelled, and brackets are escaped"


def test_widths_are_helvetica_s():
    assert width_of("Hi", 1000) == 722 + 222


def test_an_axis_may_have_a_least_span_so_that_nearly_equal_values_look_so():
    curve = Curve("flat", [[(1.0, 31.0), (2.0, 30.0), (3.0, 34.0)]])
    drawn = svg(plot([curve], Axes("sentences", "BLEU", span=200.0), "flat"))
    heights = [float(y) for y in re.findall(r'<circle[^>]* cy="([\d.]+)"', drawn)]
    alone = svg(plot([curve], Axes("sentences", "BLEU"), "flat"))
    spread = [float(y) for y in re.findall(r'<circle[^>]* cy="([\d.]+)"', alone)]
    assert len(heights) == len(spread) == 3
    assert abs(heights[0] - heights[2]) < 0.1 * abs(spread[0] - spread[2])
