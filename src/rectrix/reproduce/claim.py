"""Claims of a paper, each with what was measured and a verdict.

*holds*: the direction is the paper's and the difference is significant (p < level) over enough seeds.
*direction only*: the direction is the paper's, but it may be chance. *no difference*: less than can be told.
*opposite*: significantly the other way. A claim that two conditions are equal holds if their difference is
neither significant nor larger than a margin (*undecided*: larger, but it may be chance); it is the opposite
if it is significant and no trifle.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from rectrix.reproduce.results import ConditionComparison, Measure, Results

Verdict = Literal["holds", "direction only", "no difference", "undecided", "opposite", "not run"]
# Points of BLEU: less is no difference. Of outputs that differ in a sentence or two no relabelling is larger,
# so that any difference of theirs is "significant".
SMALL = 0.1
MARGIN = 0.5  # points by which equal systems may differ
ENOUGH = 3  # seeds, where a recipe has seeds
LEVEL = 0.05  # of significance, unless the paper has another
SMALL_SHARE = 0.02  # of other numbers: less is no direction


@dataclass(frozen=True)
class Judged:
    """A verdict with the numbers behind it."""

    verdict: Verdict
    evidence: str


@dataclass(frozen=True)
class Claim:
    """A sentence of the paper, and how it is judged."""

    text: str
    judge: Callable[[Results], Judged]


def better(
    text: str,
    winner: str,
    loser: str,
    test: str,
    by: str = "randomization",
    level: float = LEVEL,
    seeds: int = ENOUGH,
) -> Claim:
    """The winner has more BLEU than the loser on a test set; seeds: that it takes to say so."""

    def judged(results: Results) -> Judged:
        found = results.compare(loser, winner, test, by)
        if found is None:
            return _not_run(results, winner, loser)
        evidence = _evidence(winner, loser, test, found, by, level)
        if found.p is None or abs(found.difference) < SMALL or (found.p >= level and found.difference < 0):
            return Judged("no difference", evidence)
        if found.difference < 0:
            return Judged("opposite", evidence)
        sure = found.p < level and found.runs >= seeds
        return Judged("holds" if sure else "direction only", evidence)

    return Claim(text, judged)


def same(text: str, one: str, other: str, test: str, by: str = "randomization", seeds: int = ENOUGH) -> Claim:
    """Two conditions are equally good on a test set."""

    def judged(results: Results) -> Judged:
        found = results.compare(other, one, test, by)
        if found is None:
            return _not_run(results, one, other)
        evidence = _evidence(one, other, test, found, by)
        if found.p is not None and found.p < LEVEL and abs(found.difference) >= SMALL:
            return Judged("opposite", evidence)
        if abs(found.difference) > MARGIN:
            return Judged("undecided", evidence)
        return Judged("holds" if found.runs >= seeds else "direction only", evidence)

    return Claim(text, judged)


def larger(
    text: str,
    measure: Measure,
    more: str,
    less: str,
    what: str,
    form: str = ".3g",
    seeds: int = ENOUGH,
) -> Claim:
    """A number is larger with one condition than with another, for every seed; seeds: that it takes."""

    def judged(results: Results) -> Judged:
        first, second = results.values(more, measure), results.values(less, measure)
        if first is None or second is None:
            return _not_run(results, more, less)
        evidence = f"{what}: {first.text(form)} ({more}), {second.text(form)} ({less})"
        if abs(first.mean - second.mean) <= SMALL_SHARE * max(abs(first.mean), abs(second.mean)):
            return Judged("no difference", evidence)
        if first.mean < second.mean:
            return Judged("opposite" if max(first.each) < min(second.each) else "no difference", evidence)
        sure = min(first.each) > max(second.each) and min(len(first.each), len(second.each)) >= seeds
        return Judged("holds" if sure else "direction only", evidence)

    return Claim(text, judged)


def below(text: str, measure: Measure, condition: str, limit: float, what: str) -> Claim:
    """A number ends below a limit, for every seed; up to twice of it the direction counts."""

    def judged(results: Results) -> Judged:
        found = results.values(condition, measure)
        if found is None:
            return _not_run(results, condition)
        evidence = f"{what}: {found.text('.3g')} ({condition}), claimed: less than {limit:g}"
        if max(found.each) < limit:
            return Judged("holds", evidence)
        return Judged("direction only" if found.mean < 2 * limit else "opposite", evidence)

    return Claim(text, judged)


def _not_run(results: Results, *conditions: str) -> Judged:
    missing = [name for name in conditions if not results.runs(name)]
    return Judged("not run", f"no result of {' and '.join(missing)}" if missing else "no such test set")


def _evidence(
    first: str, second: str, test: str, found: ConditionComparison, by: str, level: float = LEVEL
) -> str:
    chance = "the same output" if found.p is None else f"p {found.p:.4f}, {by}"
    asked = "" if level == LEVEL else f", p < {level:g} asked"
    seeds = "1 run" if found.runs == 1 else f"{found.runs} runs"
    return f"{first} − {second} on {test}: {found.difference:+.2f} BLEU ({chance}{asked}, {seeds})"
