"""All results of an experiment: values over seeds, and tests of the differences between conditions."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from statistics import fmean, stdev

from rectrix.evaluate import Options, evaluate
from rectrix.reproduce.data import DEVTEST
from rectrix.reproduce.result import ConditionResult
from rectrix.reproduce.system import Trained

Measure = Callable[[ConditionResult], float | None]
JUDGE = Options(metrics=("bleu",), tokenize="none")


def bleu(test: str) -> Measure:
    """BLEU on a test set."""
    return lambda result: result.scores.get(test)


def length(test: str) -> Measure:
    """Words for each word of the references of a test set, in percent."""
    return lambda result: 100 * result.lengths[test] if test in result.lengths else None


def number(name: str) -> Measure:
    """A number that the condition left: features, epochs, seconds, cpu, tuning, …"""
    return lambda result: result.numbers.get(name)


@dataclass(frozen=True)
class SeedValues:
    """The values of a condition, one for each seed."""

    each: tuple[float, ...]

    @property
    def mean(self) -> float:
        return fmean(self.each)

    @property
    def deviation(self) -> float | None:
        """Standard deviation over seeds; None for one."""
        return stdev(self.each) if len(self.each) > 1 else None

    def text(self, form: str = ".2f") -> str:
        """The mean, with the deviation if there is one that shows."""
        mean = format(self.mean, form)
        return mean if not self.deviation else f"{mean} ± {format(self.deviation, form)}"


@dataclass(frozen=True)
class ConditionComparison:
    """A second condition against a first on a test set."""

    difference: float  # of the means
    p: float | None  # None: the outputs are the same
    runs: int  # the smaller number of seeds


@dataclass
class Results:
    """What all conditions have left."""

    trained: Trained
    all: list[ConditionResult]
    failures: tuple[str, ...] = ()
    choices: Mapping[str, Sequence[str]] = field(default_factory=dict)  # for the best
    _compared: dict[tuple[str, str, str, str], ConditionComparison] = field(default_factory=dict, repr=False)
    _references: dict[str, list[list[str]]] = field(default_factory=dict, repr=False)

    def references(self, test: str) -> list[list[str]]:
        """Of a test set, as outputs are."""
        if test not in self._references:
            self._references[test] = self.trained.references(test)
        return self._references[test]

    def runs(self, condition: str) -> list[ConditionResult]:
        """The results of a condition, by seed; none if it was not run."""
        condition = self.chosen(condition)
        found = [result for result in self.all if result.condition == condition]
        return sorted(found, key=lambda result: result.seed)

    def chosen(self, name: str) -> str:
        """What a name stands for: itself, or of its candidates the one that is best on devtest.

        Without devtest the tuning set chooses; the first seed, which all candidates have.
        """
        scores = {one: self._held_out(one) for one in self.choices.get(name, ())}
        known = {one: score for one, score in scores.items() if score is not None}
        return max(known, key=lambda one: known[one]) if known else name

    def _held_out(self, condition: str) -> float | None:
        values = self.values(condition, bleu(DEVTEST)) or self.values(condition, number("tuning"))
        return values.each[0] if values else None

    def values(self, condition: str, measure: Measure) -> SeedValues | None:
        """What was measured for every seed; None if it was not."""
        found = [measure(result) for result in self.runs(condition)]
        kept = tuple(value for value in found if value is not None)
        return SeedValues(kept) if kept else None

    def compare(
        self, first: str, second: str, test: str, by: str = "randomization"
    ) -> ConditionComparison | None:
        """How much better the second is, with its p-value; None if one of them was not run on the set.

        by: randomization, which is stratified over seeds where there are several (MultEval), or bootstrap.
        """
        key = (first, second, test, by)
        if key not in self._compared:
            one, other = self._on(first, test), self._on(second, test)
            if not one or not other:
                return None
            self._compared[key] = self._tested(one, other, test, by)
        return self._compared[key]

    def _on(self, condition: str, test: str) -> list[ConditionResult]:
        return [run for run in self.runs(condition) if test in run.scores]

    def _tested(
        self, first: list[ConditionResult], second: list[ConditionResult], test: str, by: str
    ) -> ConditionComparison:
        # One run against several is as many times the same: a deterministic recipe has no other seeds.
        count = max(len(first), len(second))
        if min(len(first), len(second)) > 1:
            count = min(len(first), len(second))
        outputs = {
            name: _repeated(runs, count, test) for name, runs in (("first", first), ("second", second))
        }
        result = evaluate(outputs, self.references(test), JUDGE).result("second", "bleu")
        p = result.p_randomization if by == "randomization" else result.p_bootstrap
        return ConditionComparison(result.difference or 0.0, p, min(len(first), len(second)))


def _repeated(runs: Sequence[ConditionResult], count: int, test: str) -> list[list[str]]:
    outputs = [run.output(test) for run in runs[:count]]
    return outputs * count if len(outputs) == 1 else outputs
