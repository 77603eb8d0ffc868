"""A drawing as a PDF of one page (PDF 1.4), with the standard font Helvetica."""

from math import cos, pi, sin

from rectrix.draw.drawing import Dot, Drawing, Label, Mark, Path

# Widths of Helvetica's characters from blank to tilde, in thousandths of the size (Adobe's font metrics).
_WIDTHS = (
    *(278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278),
    *(556, 556, 556, 556, 556, 556, 556, 556, 556, 556, 278, 278, 584, 584, 584, 556),
    *(1015, 667, 667, 722, 722, 667, 611, 778, 722, 278, 500, 667, 556, 833, 722, 778),
    *(667, 778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 278, 278, 278, 469, 556),
    *(333, 556, 556, 500, 556, 556, 278, 556, 556, 222, 222, 500, 222, 833, 556, 556),
    *(556, 556, 333, 500, 278, 556, 500, 722, 500, 500, 500, 334, 260, 334, 584),
)
_OTHER = 556  # of all other characters, nearly
# What the font's usual encoding lacks.
_SPELLED = str.maketrans(
    {"β": "beta", "ε": "epsilon", "λ": "lambda", "≥": ">=", "≤": "<=", "→": "->", "−": "-", "≈": "~"}
)
_ARC = 4 * (2**0.5 - 1) / 3  # of a circle in four Bézier curves


def pdf(drawing: Drawing) -> bytes:
    """A whole PDF file."""
    faint = sorted({mark.opacity for mark in drawing.marks if isinstance(mark, Path)})
    content = "\n".join(_mark(mark, drawing.height) for mark in drawing.marks).encode("cp1252", "replace")
    states = " ".join(f"/{_state(one)} << /ca {one:g} /CA {one:g} >>" for one in faint)
    box = f"[0 0 {drawing.width:g} {drawing.height:g}]"
    font = "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>"
    resources = f"<< /Font << /F 5 0 R >> /ExtGState << {states} >> >>"
    objects = [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        f"<< /Type /Page /Parent 2 0 R /MediaBox {box} /Contents 4 0 R /Resources {resources} >>".encode(),
        b"<< /Length %d >>\nstream\n%s\nendstream" % (len(content), content),
        font.encode(),
    ]
    return _file(objects)


def _file(objects: list[bytes]) -> bytes:
    """Objects behind each other, and the table of where they begin."""
    made, places = b"%PDF-1.4\n", []
    for number, content in enumerate(objects, start=1):
        places.append(len(made))
        made += b"%d 0 obj\n%s\nendobj\n" % (number, content)
    table = b"".join(b"%010d 00000 n \n" % place for place in places)
    count = len(objects) + 1
    head = b"xref\n0 %d\n0000000000 65535 f \n%s" % (count, table)
    tail = b"trailer\n<< /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n" % (count, len(made))
    return made + head + tail


def _state(opacity: float) -> str:
    return f"G{round(100 * opacity)}"


def _mark(mark: Mark, height: float) -> str:
    """The operators of a mark; PDF counts from the bottom."""
    if isinstance(mark, Path):
        return _path(mark, height)
    return _dot(mark, height) if isinstance(mark, Dot) else _label(mark, height)


def _path(path: Path, height: float) -> str:
    (x, y), *rest = path.points
    steps = " ".join([f"{x:.2f} {height - y:.2f} m", *(f"{x:.2f} {height - y:.2f} l" for x, y in rest)])
    ink = f"{_rgb(path.color)} {'rg' if path.filled else 'RG'}"
    dash = "[5 3] 0 d" if path.dashed else "[] 0 d"
    paint = "f" if path.filled else "S"
    return f"q /{_state(path.opacity)} gs {ink} {path.width:g} w 1 j {dash} {steps} {paint} Q"


def _dot(dot: Dot, height: float) -> str:
    x, y, r, bend = dot.x, height - dot.y, dot.radius, dot.radius * _ARC
    steps = [f"{x + r:.2f} {y:.2f} m"]
    for quarter in range(4):
        a, b = quarter * pi / 2, (quarter + 1) * pi / 2
        first = x + r * cos(a) - bend * sin(a), y + r * sin(a) + bend * cos(a)
        second = x + r * cos(b) + bend * sin(b), y + r * sin(b) - bend * cos(b)
        end = x + r * cos(b), y + r * sin(b)
        steps.append(" ".join(f"{value:.2f}" for value in (*first, *second, *end)) + " c")
    return f"q {_rgb(dot.color)} rg {' '.join(steps)} f Q"


def _label(label: Label, height: float) -> str:
    text = label.text.translate(_SPELLED)
    back = {"start": 0.0, "middle": 0.5, "end": 1.0}[label.anchor] * width_of(text, label.size)
    x, y = label.x, height - label.y
    turn = f"0 1 -1 0 {x:.2f} {y - back:.2f}" if label.upright else f"1 0 0 1 {x - back:.2f} {y:.2f}"
    escaped = text.replace("\\", r"\\").replace("(", r"\(").replace(")", r"\)")
    return f"BT {_rgb(label.color)} rg /F {label.size:g} Tf {turn} Tm ({escaped}) Tj ET"


def width_of(text: str, size: float) -> float:
    """How wide a text is in Helvetica, spelled as far as the font needs it."""
    spelled = text.translate(_SPELLED)
    widths = (_WIDTHS[ord(c) - 32] if " " <= c <= "~" else _OTHER for c in spelled)
    return sum(widths) * size / 1000


def _rgb(color: str) -> str:
    return " ".join(f"{int(color[i : i + 2], 16) / 255:.3f}" for i in (1, 3, 5))
