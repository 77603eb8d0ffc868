"""Event files against a slow extraction, models against their events, and what hostile files could hold."""

import json
from collections import Counter

import numpy as np
import pytest

from rectrix import _core
from rectrix.base.errors import DamagedFile, InputError, UsageError
from rectrix.reorder import (
    Events,
    EventSettings,
    LexicalizedTable,
    OrientationModel,
    ReorderSettings,
    train,
    write_events,
)

SOURCE = ["das haus ist klein", "ich habe das buch gelesen", "das buch das ist klein", "ja"]
TARGET = ["the house is small", "i have read the book", "the book it is small", "yes indeed"]
LINKS = ["0-0 1-1 2-2 3-3", "0-0 1-1 2-3 3-4 4-2", "0-0 1-1 2-2 3-3 4-4", "0-0"]
TEMPLATES = ("pairs", "context", "bag", "boundary", "target-neighbor", "lengths")


@pytest.fixture
def bitext(tmp_path):
    paths = []
    for name, texts in ("source", SOURCE), ("target", TARGET), ("links", LINKS):
        path = tmp_path / name
        path.write_text("".join(line + "\n" for line in texts * 5), encoding="utf-8")
        paths.append(path)
    return paths


def slow_events(settings):
    """(class, sorted feature names) of every event, read off the definition."""
    found = Counter()
    for source_line, target_line, links_line in zip(SOURCE * 5, TARGET * 5, LINKS * 5, strict=True):
        source, target = source_line.split(), target_line.split()
        links = [tuple(map(int, link.split("-"))) for link in links_line.split()]
        boxes, numbers = _core.reorder.phrase_orientations(
            links, len(source), len(target), settings.max_length, settings.model, settings.direction
        )
        for (a, b, c, d), number in zip(boxes.reshape(-1, 4).tolist(), numbers.tolist(), strict=True):
            names = {f"pair:{source[s]} {target[t]}" for s, t in links if a <= s < b}
            if "context" in settings.features:
                names.add(f"left:{source[a - 1] if a else '<s>'}")
                names.add(f"right:{source[b] if b < len(source) else '</s>'}")
            if "bag" in settings.features:
                names |= {f"beside:{source[s]}" for s in (a - 1, b) if 0 <= s < len(source)}
            if "boundary" in settings.features:
                names |= {f"source-first:{source[a]}", f"source-last:{source[b - 1]}"}
                names |= {f"target-first:{target[c]}", f"target-last:{target[d - 1]}"}
            if "target-neighbor" in settings.features:
                place = c - 1 if settings.direction == "backward" else d
                around = ["<s>", *target, "</s>"]
                names.add(f"target-neighbor:{around[place + 1]}")
            if "lengths" in settings.features:
                names |= {f"source-length:{b - a}", f"target-length:{d - c}"}
            found[min(number, 2), tuple(sorted(names))] += 1
    return found


@pytest.mark.parametrize("direction", ["backward", "forward"])
@pytest.mark.parametrize("features", [("pairs", "context"), ("pairs", "bag"), TEMPLATES])
def test_file_holds_the_events(bitext, tmp_path, features, direction):
    settings = EventSettings(features=features, direction=direction, cutoff=0, max_length=3)
    counts = write_events(tmp_path / "e.revents", *bitext, settings)
    events = Events(tmp_path / "e.revents")
    assert counts.events == len(events) and counts.sentences == 20
    part = events.part(0, len(events))
    found = Counter(
        (
            int(part.classes[i]),
            tuple(sorted(events.core.name(int(f)) for f in part.ids[part.offsets[i] : part.offsets[i + 1]])),
        )
        for i in range(len(part))
    )
    assert found == slow_events(settings)
    assert events.settings == settings


def test_threads_do_not_change_the_file(tmp_path):
    rng = np.random.default_rng(4)
    for name, words in (("s", "abcdefgh"), ("t", "stuvwxyz")):
        lines = (" ".join(rng.choice(list(words), size=6)) for _ in range(500))
        (tmp_path / name).write_text("".join(f"{line}\n" for line in lines))
    links = (" ".join(f"{i}-{j}" for i, j in enumerate(rng.permutation(6))) for _ in range(500))
    (tmp_path / "a").write_text("".join(f"{line}\n" for line in links))
    files = [tmp_path / name for name in "sta"]
    for threads in (1, 3):
        write_events(tmp_path / f"{threads}.revents", *files, EventSettings(cutoff=2), threads=threads)
    assert (tmp_path / "1.revents").read_bytes() == (tmp_path / "3.revents").read_bytes()


def test_rare_features_are_cut_off_and_frequent_ones_come_first(bitext, tmp_path):
    write_events(tmp_path / "all", *bitext, EventSettings(cutoff=0))
    write_events(tmp_path / "cut", *bitext, EventSettings(cutoff=25))
    everything, cut = Events(tmp_path / "all"), Events(tmp_path / "cut")
    totals = np.bincount(everything.core.ids, minlength=everything.features)
    names = {everything.core.name(f) for f in range(everything.features) if totals[f] > 25}
    assert {cut.core.name(f) for f in range(cut.features)} == names
    assert 0 < len(names) < everything.features
    assert (np.diff(np.bincount(cut.core.ids)) <= 0).all()


def test_phrase_pair_hashes_tell_phrase_pairs_apart(bitext, tmp_path):
    write_events(tmp_path / "e", *bitext, EventSettings(cutoff=0, max_length=2))
    pairs = set()
    for source_line, target_line, links_line in zip(SOURCE, TARGET, LINKS, strict=True):
        source, target = source_line.split(), target_line.split()
        links = [tuple(map(int, link.split("-"))) for link in links_line.split()]
        boxes, _ = _core.reorder.phrase_orientations(links, len(source), len(target), 2)
        for a, b, c, d in boxes.reshape(-1, 4).tolist():
            pairs.add((tuple(source[a:b]), tuple(target[c:d])))
    assert len(np.unique(Events(tmp_path / "e").core.phrase_pairs)) == len(pairs)


def test_same_bytes_for_the_same_seed(bitext, tmp_path):
    for name, seed in ("a", 1), ("b", 1), ("c", 2):
        write_events(tmp_path / name, *bitext, EventSettings(seed=seed, cutoff=0))
    assert (tmp_path / "a").read_bytes() == (tmp_path / "b").read_bytes()
    assert (tmp_path / "a").read_bytes() != (tmp_path / "c").read_bytes()


def test_held_out_part_begins_at_a_sentence(bitext, tmp_path):
    write_events(tmp_path / "e", *bitext, EventSettings(cutoff=0))
    events = Events(tmp_path / "e")
    first, last = events.split(0.25)
    assert len(first) + len(last) == len(events)
    assert len(first) == events.core.sentences[15]
    whole = events.part(0, len(events)).matrix().toarray()
    assert np.array_equal(np.vstack([first.matrix().toarray(), last.matrix().toarray()]), whole)


@pytest.mark.parametrize("features", [("pairs", "context"), ("pairs", "context", "boundary", "lengths")])
def test_decoder_scores_are_the_events_probabilities(bitext, tmp_path, features):
    write_events(tmp_path / "e", *bitext, EventSettings(cutoff=0, features=features, max_length=3))
    events = Events(tmp_path / "e")
    train(tmp_path / "m", events, ReorderSettings(held_out=0))
    model = OrientationModel(tmp_path / "m")
    part = events.part(0, len(events))
    expected = Counter(
        (int(hash_), *np.round(row, 9).tolist())
        for hash_, row in zip(part.phrase_pairs, np.log(model.predict_proba(events, part)), strict=True)
    )
    source_words, target_words = _core.text.Vocabulary(), _core.text.Vocabulary()
    source_words.add("shifted")  # other numbers than in training
    for line in SOURCE:
        [source_words.add(word) for word in line.split()]
    for line in reversed(TARGET):
        [target_words.add(word) for word in line.split()]
    classifier = _core.reorder.Classifier(model.core, source_words, target_words)
    rows = []
    for source_line, target_line, links_line in zip(SOURCE, TARGET, LINKS, strict=True):
        source, target = source_words.encode(source_line), target_words.encode(target_line)
        links = [tuple(map(int, link.split("-"))) for link in links_line.split()]
        boxes, _ = _core.reorder.phrase_orientations(links, len(source), len(target), 3)
        for a, b, c, d in boxes.reshape(-1, 4).tolist():
            inside = [(s - a, t - c) for s, t in links if a <= s < b]
            rows += [classifier.log_probabilities(source, a, b, target[c:d], inside)] * 5
    assert sorted(np.round(rows, 9).tolist()) == sorted(list(key[1:]) for key in expected.elements())


def test_decoder_refuses_features_of_the_hypothesis(bitext, tmp_path):
    write_events(tmp_path / "e", *bitext, EventSettings(cutoff=0, features=TEMPLATES))
    train(tmp_path / "m", Events(tmp_path / "e"), ReorderSettings(held_out=0))
    words = _core.text.Vocabulary()
    for line in [*SOURCE, *TARGET]:
        [words.add(word) for word in line.split()]
    with pytest.raises(UsageError, match="target-neighbor"):
        _core.reorder.Classifier(OrientationModel(tmp_path / "m").core, words, words)


def test_lexicalized_table_counts(bitext, tmp_path):
    write_events(tmp_path / "e", *bitext, EventSettings(cutoff=0))
    events = Events(tmp_path / "e")
    part = events.part(0, len(events))
    table = LexicalizedTable.of(part, 3, 0.5)
    probabilities = table.predict_proba(part.phrase_pairs)
    for i in range(len(part)):
        same = part.classes[part.phrase_pairs == part.phrase_pairs[i]]
        counts = np.bincount(same, minlength=3) + 0.5
        assert probabilities[i] == pytest.approx(counts / counts.sum())
    assert table.predict_proba(np.array([12345], np.uint64)) == pytest.approx(np.full((1, 3), 1 / 3))
    train(tmp_path / "m", events, ReorderSettings(method="lexicalized", held_out=0))
    assert np.array_equal(OrientationModel(tmp_path / "m").predict_proba(events, part), probabilities)


def test_model_scores_events_with_other_features(bitext, tmp_path):
    # A file with another cutoff numbers its features differently: names decide.
    write_events(tmp_path / "few", *bitext, EventSettings(cutoff=25))
    write_events(tmp_path / "all", *bitext, EventSettings(cutoff=0))
    few, everything = Events(tmp_path / "few"), Events(tmp_path / "all")
    train(tmp_path / "m", few, ReorderSettings(held_out=0))
    model = OrientationModel(tmp_path / "m")
    one = model.predict_proba(few, few.part(0, len(few)))
    two = model.predict_proba(everything, everything.part(0, len(everything)))
    assert one == pytest.approx(two)
    write_events(tmp_path / "like", *bitext, EventSettings(cutoff=0), like=model.core)
    like = Events(tmp_path / "like")
    assert model.predict_proba(like, like.part(0, len(like))) == pytest.approx(one)


def test_classes_that_leave_events_out(bitext, tmp_path):
    counts = {}
    for classes in ("msd", "mslr", "leftright", "monotonicity"):
        settings = EventSettings(classes=classes, model="hierarchical", cutoff=0)
        counts[classes] = write_events(tmp_path / classes, *bitext, settings).events
        events = Events(tmp_path / classes)
        assert events.class_names == _core.reorder.class_names(classes)
        assert int(events.core.classes.max()) < len(events.class_names)
    assert counts["msd"] == counts["monotonicity"] >= counts["mslr"] == counts["leftright"] > 0


def test_hostile_texts(bitext, tmp_path):
    source, target, links = bitext
    links.write_text("0-9\n" * 20)
    with pytest.raises(InputError, match=r"links:1"):
        write_events(tmp_path / "e", *bitext)
    links.write_text("0-0\n" * 19)
    with pytest.raises(InputError, match="19 lines"):
        write_events(tmp_path / "e", *bitext)
    links.write_text("zero\n" * 20)
    with pytest.raises(InputError, match="links:1"):
        write_events(tmp_path / "e", *bitext)
    target.write_text("short\n")
    with pytest.raises(InputError):
        write_events(tmp_path / "e", *bitext)
    assert not (tmp_path / "e").exists()
    with pytest.raises(InputError, match="cannot open"):
        write_events(tmp_path / "e", source, tmp_path / "absent", links)


def test_damaged_files_are_refused(bitext, tmp_path):
    write_events(tmp_path / "e", *bitext, EventSettings(cutoff=0))
    train(tmp_path / "m", Events(tmp_path / "e"), ReorderSettings(held_out=0))
    for name, opens in ("e", Events), ("m", OrientationModel):
        whole = (tmp_path / name).read_bytes()
        for size in (0, 10, len(whole) // 2, len(whole) - 1):
            (tmp_path / "cut").write_bytes(whole[:size])
            with pytest.raises(InputError):
                opens(tmp_path / "cut")
    with pytest.raises(DamagedFile):
        Events(tmp_path / "m")
    with pytest.raises(DamagedFile):
        OrientationModel(tmp_path / "e")


@pytest.mark.parametrize("seed", range(40))
def test_flipped_bytes_never_crash(bitext, tmp_path, seed):
    # Numbers inside sections are checked by their readers: a wrong one is an error or harmless, no crash.
    write_events(tmp_path / "e", *bitext, EventSettings(cutoff=0))
    data = bytearray((tmp_path / "e").read_bytes())
    rng = np.random.default_rng(seed)
    for place in rng.integers(300, len(data), 20):
        data[place] ^= int(rng.integers(1, 256))
    (tmp_path / "bad").write_bytes(data)
    try:
        events = Events(tmp_path / "bad")
        model = train(tmp_path / "m", events, ReorderSettings(held_out=0, max_passes=2))
    except (InputError, UsageError):
        return
    assert np.isfinite(model.coef_).all()


def test_command_line(bitext, tmp_path):
    from typer.testing import CliRunner

    from rectrix.cli import app

    run = CliRunner().invoke
    texts = [str(part) for pair in zip(("-s", "-t", "-a"), bitext, strict=True) for part in pair]
    model, plot = str(tmp_path / "m"), str(tmp_path / "m.svg")
    cutoff = ["--cutoff", "0", "--quiet"]
    result = run(
        app, ["reorder", "train", *texts, "-o", model, "--plot", plot, "--held-out-share", "0.2", *cutoff]
    )
    assert result.exit_code == 0, result.output
    assert "error" in result.output and "monotone" in result.output
    assert (tmp_path / "m.svg").read_text().startswith("<svg")
    assert "held_out" in (tmp_path / "m.toml").read_text()
    events = str(tmp_path / "e")
    assert run(app, ["reorder", "events", *texts, "-o", events, *cutoff]).exit_code == 0
    by_file = run(app, ["reorder", "score", model, events, "--quiet", "--json"])
    by_text = run(app, ["reorder", "score", model, *texts, "--quiet", "--json"])
    assert json.loads(by_file.stdout) == json.loads(by_text.stdout)
    for method in ("primal", "lexicalized"):
        arguments = ["--events", events, "--method", method, "-o", str(tmp_path / method), "--quiet"]
        assert run(app, ["reorder", "train", *arguments]).exit_code == 0
        assert run(app, ["reorder", "score", str(tmp_path / method), events]).exit_code == 0
    assert isinstance(run(app, ["reorder", "train", "-o", model + "2"]).exception, UsageError)
