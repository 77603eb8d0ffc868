"""Restoring: items, tags and accelerators come back into a translation by its word alignment, each once.

The class token in the output that is linked to an item's own takes its text; tokens and items that no link
joins meet in their order within the class; an item that is left is put where the fewest links cross, a token
that is left is dropped. With the identity alignment the text comes back as it was, character by character.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from rectrix.text.accelerators import FOREIGN
from rectrix.text.patterns import CLASS_OF, CLASS_TOKEN
from rectrix.text.places import Link, Links
from rectrix.text.project import project
from rectrix.text.protect import Item, Protection
from rectrix.text.segmented import Segmented

Rewrite = Mapping[str, Callable[[str], str]]  # kind → what is made of an item's text


@dataclass
class _Edit:
    """A text under change: a piece for each character, and what comes before it."""

    pieces: list[str]
    inserted: dict[int, list[str]] = field(default_factory=dict)

    def insert(self, offset: int, text: str) -> None:
        """Add before the character at an offset, behind what was added there already."""
        self.inserted.setdefault(offset, []).append(text)

    def before(self, offset: int) -> str:
        """The last character that stands before an offset as things are."""
        earlier = self.inserted.get(offset) or self.pieces[:offset]
        return next((piece[-1] for piece in reversed(earlier) if piece), "")

    def after(self, offset: int) -> str:
        """The character that stands at an offset as things are."""
        return next((piece[0] for piece in self.pieces[offset:] if piece), "")

    def text(self) -> str:
        """The result."""
        if not self.inserted:
            return "".join(self.pieces)
        parts: list[str] = []
        for offset, piece in enumerate([*self.pieces, ""]):
            parts.extend(self.inserted.get(offset, ()))
            parts.append(piece)
        return "".join(parts)


def restore(
    protection: Protection,
    source: Segmented,
    target: Segmented,
    links: Iterable[Link],
    rewrite: Rewrite | None = None,
    given: Iterable[str] = (),
) -> str:
    """The text of a translation with all that `protect` took out of its source.

    given: items that the translation has already; they do not come back a second time.
    source: the protected text as it was tokenized; target: the translation; links between their words.
    rewrite: for a kind of item, a function of its text (numbers are written otherwise in some languages).
    """
    if not protection and not CLASS_TOKEN.search(target.text):
        return target.text
    aligned = Links.of(links, len(source), len(target))
    edit = _Edit(list(target.text))
    _restore_items(protection, source, target, aligned, edit, rewrite or {}, Counter(given))
    _restore_marks(protection, source, target, aligned, edit)
    return edit.text()


def _restore_items(
    protection: Protection,
    source: Segmented,
    target: Segmented,
    links: Links,
    edit: _Edit,
    rewrite: Rewrite,
    given: Counter[str],
) -> None:
    slots = [match.start() for match in CLASS_TOKEN.finditer(target.text)]
    chosen = _match(protection.items, source, target, links, slots)

    def text_of(item: Item) -> str:
        return rewrite[item.kind](item.text) if item.kind in rewrite else item.text

    for slot in slots:
        if slot in chosen:
            item = protection.items[chosen[slot]]
            edit.pieces[slot] = _unglued(text_of(item), item, protection.text, target.text, slot)
        else:
            _drop(edit.pieces, slot)
    for slot in _touching(protection, source, target, chosen):
        edit.pieces[slot] = ""
    used = set(chosen.values())
    for number, item in enumerate(protection.items):
        if number not in used and given[item.text] > 0:
            given[item.text] -= 1
        elif number not in used:
            _insert(item, text_of(item), protection.text, source, target, links, edit)


def _match(
    items: tuple[Item, ...], source: Segmented, target: Segmented, links: Links, slots: list[int]
) -> dict[int, int]:
    """For each slot of the target the number of the item that takes it."""
    chosen: dict[int, int] = {}
    free: dict[int, list[int]] = {}  # target word → its slots
    for slot in slots:
        holder = target.word_at(slot)
        if holder is not None:
            free.setdefault(holder, []).append(slot)
    for number, item in enumerate(items):
        word = source.word_at(item.at)
        for other in links.targets(word) if word is not None else ():
            fitting = [slot for slot in free.get(other, ()) if CLASS_OF.get(target.text[slot]) == item.kind]
            if fitting:
                free[other].remove(fitting[0])
                chosen[fitting[0]] = number
                break
    _match_in_order(items, target.text, slots, chosen)
    return chosen


def _match_in_order(items: tuple[Item, ...], text: str, slots: list[int], chosen: dict[int, int]) -> None:
    used = set(chosen.values())
    waiting: dict[str, list[int]] = {}
    for number, item in enumerate(items):
        if number not in used:
            waiting.setdefault(item.kind, []).append(number)
    for slot in slots:
        rest = waiting.get(CLASS_OF.get(text[slot], ""))
        if slot not in chosen and rest:
            chosen[slot] = rest.pop(0)


def _touching(
    protection: Protection, source: Segmented, target: Segmented, chosen: dict[int, int]
) -> Iterator[int]:
    """Blanks beside items that had none before the same neighbor: `%d%%`, not `%d %%`; v%s, not v %s."""
    original, text = protection.text, target.text
    spaced = not FOREIGN.search(original)  # where spaces divide words, touching ones belong together
    for slot, number in chosen.items():
        at = protection.items[number].at
        if text[slot + 1 : slot + 2] == " ":
            other = chosen.get(slot + 2)
            if (other is not None and protection.items[other].at == at + 1) or (
                spaced and _same_word(source, at + 1, target, slot + 2)
            ):
                yield slot + 1
        if spaced and text[max(slot - 1, 0) : slot] == " " and _same_word(source, at - 1, target, slot - 2):
            yield slot - 1


def _same_word(source: Segmented, at: int, target: Segmented, place: int) -> bool:
    """Whether the words at two places are the same, and letters or digits."""
    if min(at, place) < 0:
        return False
    first, second = source.word_at(at), target.word_at(place)
    if first is None or second is None:
        return False
    word = source.word(first).lower()
    return word.isalnum() and word == target.word(second).lower()


def _drop(pieces: list[str], slot: int) -> None:
    """Remove a class token, and one of the spaces around it."""
    pieces[slot] = ""
    before = next((place for place in range(slot - 1, -1, -1) if pieces[place]), None)
    if slot + 1 < len(pieces):
        if pieces[slot + 1] == " " and (before is None or pieces[before] == " "):
            pieces[slot + 1] = ""
    elif before is not None and pieces[before] == " ":
        pieces[before] = ""


def _insert(
    item: Item, text: str, original: str, source: Segmented, target: Segmented, links: Links, edit: _Edit
) -> None:
    """Put an item that the translation lost where its neighbors went, with spaces as it had them."""
    boundary = source.boundary(item.at)
    word = source.word_at(item.at)
    place = links.place(boundary, boundary + (word is not None and source.spans[word][0] == item.at))
    offset = target.spans[place][0] if place < len(target) else len(target.text)
    left, right = edit.before(offset), edit.after(offset)
    if _apart(original[max(item.at - 1, 0) : item.at], left):
        text = " " + text
    if _apart(original[item.at + 1 : item.at + 2], right):
        text += " "
    edit.insert(offset, text)


def _unglued(text: str, item: Item, original: str, output: str, slot: int) -> str:
    """An item with spaces where it would touch letters, unless it did so in the source: %s and s, not %ss."""
    if _touches(original[max(item.at - 1, 0) : item.at], output[max(slot - 1, 0) : slot]):
        text = " " + text
    if _touches(original[item.at + 1 : item.at + 2], output[slot + 1 : slot + 2]):
        text += " "
    return text


def _touches(neighbor: str, new: str) -> bool:
    return new.isalnum() and not neighbor.isalnum() and not FOREIGN.match(new)


def _apart(neighbor: str, new: str) -> bool:
    """Whether a space belongs between an item and its new neighbor; the neighbor it had is known."""
    if not new or new.isspace():
        return False
    return not neighbor or neighbor.isspace() or _touches(neighbor, new)


def _restore_marks(
    protection: Protection, source: Segmented, target: Segmented, links: Links, edit: _Edit
) -> None:
    """Tags, and the accelerator's mark among them."""
    mark = _mark(protection, source, target, links)
    for offset, number in project(protection.tags, source, target, links):
        tag = protection.tags[number]
        if mark and (mark[0] < offset or (mark[0] == offset and _mark_first(protection, number))):
            edit.insert(*mark)
            mark = None
        edit.insert(offset, tag.text)
        if tag.blank and target.text[offset : offset + 1] == " ":
            edit.pieces[offset] = ""
    if mark:
        edit.insert(*mark)


def _mark_first(protection: Protection, tag: int) -> bool:
    """Whether the accelerator's mark stood before a tag."""
    return protection.accelerator is not None and protection.accelerator.tags_before <= tag


def _mark(
    protection: Protection, source: Segmented, target: Segmented, links: Links
) -> tuple[int, str] | None:
    """Offset and text of the accelerator's mark in the translation."""
    mark = protection.accelerator
    if mark is None:
        return None
    word = source.word_at(mark.at - 1 if mark.bracketed else mark.at)
    linked = links.targets(word) if word is not None else []
    for other in linked:
        if word is not None and target.word(other) == source.word(word):
            return target.spans[other][0] + mark.at - source.spans[word][0], mark.text
    for other in [*linked, *range(len(target))]:
        if any(letter.isalnum() for letter in target.word(other)):
            offset, text = mark.on(target.word(other))
            return target.spans[other][0] + offset, text
    return len(target.text), mark.text
