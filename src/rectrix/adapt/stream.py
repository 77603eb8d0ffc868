"""Translations and corrections on one stream: text is translated, `LEARN ||| source ||| target` learned.

The line protocol is that of cdec's realtime translator: every line has one line as its answer.
"""

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from rectrix.adapt.learner import Learner
from rectrix.base.errors import UsageError
from rectrix.model.batches import batches

_COMMAND, _BAR = "LEARN", "|||"


def answers(
    learner: Learner,
    lines: Iterable[str],
    threads: int = 1,
    waits: Callable[[], bool] | None = None,
    say: Callable[[str], None] | None = None,
    **demands: Any,
) -> Iterator[str]:
    """A translation for each text, `LEARNED ||| id` or `REFUSED ||| why` for each pair.

    waits: whether the writer of the lines waits for answers; demands: as of Model.translate.
    """
    for first, chunk in batches(lines, 200, waits):
        texts: list[str] = []
        for number, line in enumerate([*chunk, None], start=first):
            if line is not None and not is_command(line):
                texts.append(line)
                continue
            outputs = learner.translate(texts, threads, first=number - len(texts), **demands)
            for place, output in enumerate(outputs, start=number - len(texts) + 1):
                for note in output.notes(place) if say else ():
                    say(note)  # type: ignore[misc]
                yield output.text
            texts = []
            if line is not None:
                yield _learned(learner, line)


def is_command(line: str) -> bool:
    """Whether a line is a pair to be learned."""
    return line.split(_BAR, 1)[0].strip() == _COMMAND and _BAR in line


def _learned(learner: Learner, line: str) -> str:
    parts = [part.strip() for part in line.split(_BAR)]
    if len(parts) != 3:
        return f"REFUSED {_BAR} {_COMMAND} {_BAR} source {_BAR} target is expected, not {len(parts)} fields"
    try:
        lesson = learner.learn(parts[1], parts[2])
    except UsageError as error:
        return f"REFUSED {_BAR} {error}"
    return f"LEARNED {_BAR} {lesson.id}"
