"""A drawing as SVG with its own colors, so that it looks the same wherever it is put."""

from html import escape

from rectrix.draw.drawing import Dot, Drawing, Label, Mark, Path


def svg(drawing: Drawing) -> str:
    """A whole SVG file, which can also stand inside a page."""
    size = f"{drawing.width:g} {drawing.height:g}"
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="drawing" viewBox="0 0 {size}" role="img" '
        f'aria-label="{escape(drawing.title)}" font-family="Helvetica, Arial, sans-serif">'
    )
    sheet = f'<rect width="{drawing.width:g}" height="{drawing.height:g}" fill="#ffffff"/>'
    return "\n".join([head, sheet, *map(_mark, drawing.marks), "</svg>"]) + "\n"


def _mark(mark: Mark) -> str:
    if isinstance(mark, Path):
        return _path(mark)
    return _dot(mark) if isinstance(mark, Dot) else _label(mark)


def _path(path: Path) -> str:
    points = " ".join(f"{x:.1f},{y:.1f}" for x, y in path.points)
    fill, stroke = (path.color, "none") if path.filled else ("none", path.color)
    dash = ' stroke-dasharray="5 3"' if path.dashed else ""
    faint = f' opacity="{path.opacity:g}"' if path.opacity < 1 else ""
    shape = "polygon" if path.filled else "polyline"
    line = f' stroke-width="{path.width:g}" stroke-linejoin="round"' if not path.filled else ""
    drawn = f'<{shape} points="{points}" fill="{fill}" stroke="{stroke}"{line}{dash}{faint}'
    return _closed(drawn, shape, path.title)


def _dot(dot: Dot) -> str:
    circle = f'<circle cx="{dot.x:.1f}" cy="{dot.y:.1f}" r="{dot.radius:g}" fill="{dot.color}"'
    return _closed(circle, "circle", dot.title)


def _closed(element: str, name: str, title: str) -> str:
    """With what is shown under a pointer."""
    return f"{element}><title>{escape(title)}</title></{name}>" if title else f"{element}/>"


def _label(label: Label) -> str:
    place = f'x="{label.x:.1f}" y="{label.y:.1f}"'
    if label.upright:
        place += f' transform="rotate(-90 {label.x:.1f} {label.y:.1f})"'
    # The page's own rules for text in pictures must not color it.
    style = f'style="fill: {label.color}; font-size: {label.size:g}px"'
    return f'<text {place} text-anchor="{label.anchor}" {style}>{escape(label.text)}</text>'
