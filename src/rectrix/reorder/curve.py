"""A curve per pass as an SVG picture, without a plotting library."""

from collections.abc import Sequence
from html import escape

WIDTH, HEIGHT, LEFT, BOTTOM, TOP = 640, 400, 60, 50, 30


def svg(shares: Sequence[float], title: str) -> str:
    """The share of active examples (0 to 1) after each pass, beginning with all of them."""
    points = [1.0, *shares]
    across, up = WIDTH - LEFT - 20, HEIGHT - BOTTOM - TOP
    step = across / max(1, len(points) - 1)
    path = " ".join(f"{LEFT + step * i:.1f},{TOP + up * (1 - share):.1f}" for i, share in enumerate(points))
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" font-family="sans-serif">',
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="white"/>',
        f'<text x="{WIDTH / 2}" y="20" text-anchor="middle" font-size="14">{escape(title)}</text>',
    ]
    for percent in range(0, 101, 20):
        y = TOP + up * (1 - percent / 100)
        parts.append(
            f'<line x1="{LEFT}" x2="{WIDTH - 20}" y1="{y:.1f}" y2="{y:.1f}" stroke="#ddd"/>'
            f'<text x="{LEFT - 8}" y="{y + 4:.1f}" text-anchor="end" font-size="12">{percent} %</text>'
        )
    for i in range(0, len(points), max(1, (len(points) - 1) // 10)):
        x = LEFT + step * i
        parts.append(
            f'<text x="{x:.1f}" y="{HEIGHT - BOTTOM + 18}" text-anchor="middle" font-size="12">{i}</text>'
        )
    parts.append(
        f'<text x="{LEFT + across / 2}" y="{HEIGHT - 10}" text-anchor="middle" font-size="12">passes</text>'
    )
    parts.append(f'<polyline points="{path}" fill="none" stroke="#1f5fa8" stroke-width="2"/>')
    return "\n".join([*parts, "</svg>\n"])
