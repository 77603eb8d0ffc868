"""Write src/core/text/unicode_tables.cpp: what the tokenizer must know of each code point, as ranges."""

import unicodedata
from collections.abc import Iterator
from pathlib import Path

OUTPUT = Path(__file__).parent.parent / "src/core/text/unicode_tables.cpp"
# Marks of direction and a byte order mark show nothing: they divide words as blanks do. So does U+200B.
GAPS = {0x061C, 0x180E, 0x200B, 0x200E, 0x200F, *range(0x202A, 0x202F), *range(0x2066, 0x206A), 0xFEFF}
UNSPACED = ("CJK UNIFIED", "CJK COMPAT", "HIRAGANA", "THAI", "LAO", "KHMER", "MYANMAR")
SKIN_TONES = range(0x1F3FB, 0x1F400)


def kind(point: int) -> str:
    """The class of a code point, named as in unicode.hpp."""
    category, name = unicodedata.category(chr(point)), unicodedata.name(chr(point), "")
    if point in GAPS or category in ("Zs", "Zl", "Zp", "Cc"):
        return "Gap"
    if category[0] == "M" or point in SKIN_TONES:
        return "Mark"
    if (category in ("Lo", "Lm") and name.startswith("KATAKANA")) or point == 0x30FC:
        return "Katakana"
    if category in ("Lo", "Lm") and (name.startswith(UNSPACED) or point in (0x3005, 0x3007)):
        return "Unspaced"
    if category == "Cf":
        return "Joiner"
    table = {"Nd": "Digit", "No": "Number", "Nl": "Number", "Sc": "Currency"}
    table |= {"Ps": "Open", "Pi": "Open", "Pe": "Close", "Pf": "Close"}
    return "Letter" if category[0] == "L" else table.get(category, "Other")


def kinds() -> Iterator[tuple[int, int, str]]:
    """Ranges of one class, without those of the class Other."""
    first, last = 0, kind(0)
    for point in range(1, 0x110001):
        here = "" if point == 0x110000 else kind(point)
        if here != last:
            if last != "Other":
                yield first, point - 1, last
            first, last = point, here


def cases() -> Iterator[tuple[int, int, int, int]]:
    """Ranges of capitals: first, last, step, and how far away their small letters are."""
    pairs = [
        (point, ord(chr(point).lower()) - point)
        for point in range(0x110000)
        if len(chr(point).lower()) == 1 and chr(point).lower() != chr(point)
    ]
    begin = 0
    while begin < len(pairs):
        end, step = begin + 1, 0
        while end < len(pairs) and pairs[end][1] == pairs[begin][1]:
            gap = pairs[end][0] - pairs[end - 1][0]
            if gap > 2 or (step and gap != step):
                break
            step, end = gap, end + 1
        yield pairs[begin][0], pairs[end - 1][0], step or 1, pairs[begin][1]
        begin = end


def main() -> None:
    text = f"// Made by tools/unicode_tables.py from Unicode {unicodedata.unidata_version}; do not edit.\n"
    text += '#include "text/unicode.hpp"\n\nnamespace rectrix {\n\n'
    rows = [f"{{{first:#x}, {last:#x}, CharKind::{name}}}" for first, last, name in kinds()]
    text += f"const KindRange kKindRanges[{len(rows)}] = {{\n    {_wrapped(rows)}}};\n"
    text += f"const std::size_t kKindRangeCount = {len(rows)};\n\n"
    rows = [f"{{{first:#x}, {last:#x}, {step}, {delta}}}" for first, last, step, delta in cases()]
    text += f"const CaseRange kCaseRanges[{len(rows)}] = {{\n    {_wrapped(rows)}}};\n"
    text += f"const std::size_t kCaseRangeCount = {len(rows)};\n\n}}  // namespace rectrix\n"
    OUTPUT.write_text(text)


def _wrapped(rows: list[str], width: int = 3) -> str:
    lines = [", ".join(rows[start : start + width]) for start in range(0, len(rows), width)]
    return ",\n    ".join(lines)


if __name__ == "__main__":
    main()
