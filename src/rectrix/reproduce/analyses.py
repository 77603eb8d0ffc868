"""Tables of analyses of Green et al. 2013, for the conditions of an experiment; of each the first seed."""

from collections.abc import Sequence

from rectrix.pipeline import Model
from rectrix.reproduce.domain import spelling
from rectrix.reproduce.overlap import Overlap, sparse_features
from rectrix.reproduce.reordering import reorderings
from rectrix.reproduce.results import Results
from rectrix.reproduce.table import Cell, Cells
from rectrix.text import read_sentences


def shared(results: Results, condition: str, tuned_on: Sequence[str], test: str) -> Cells:
    """Sparse features that tuning sets and a test set share in k-best lists of a condition's model."""
    heads = ("A", "B", "|A|", "|B|", "|A ∩ B|", "of B")
    model, sets = _model(results, condition), results.trained.data.sets
    if model is None:
        return Cells(heads, [])
    found = {name: sparse_features(model, read_sentences(sets[name].source)) for name in (*tuned_on, test)}
    rows = []
    for name in tuned_on:
        one = Overlap.of(found[name], found[test], ())
        share = f"{100 * one.both / max(1, one.second):.1f} %"
        rows.append([name, test, f"{one.first:,}", f"{one.second:,}", f"{one.both:,}", share])
    return _grid(heads, rows)


def spellings(results: Results, first: str, second: str, pairs: Sequence[tuple[str, str]]) -> Cells:
    """Rules with each of paired words, in two models; words that neither weighs are left out."""
    heads = ("word", f"{first}: rules", "sum", f"{second}: rules", "sum ")
    one, other = _model(results, first), _model(results, second)
    if one is None or other is None:
        return Cells(heads, [])
    weights = one.folder.weights(), other.folder.weights()
    found = [spelling(word, *weights) for pair in pairs for word in pair]
    rows = [
        [word.word, str(word.first), f"{word.first_sum:.3f}", str(word.second), f"{word.second_sum:.3f}"]
        for word in found
        if word.first_sum or word.second_sum
    ]
    return _grid(heads, rows)


def orders(results: Results, first: str, second: str, test: str, theirs: Sequence[str]) -> Cells:
    """Sentences whose words two conditions order differently, by who is right; theirs: the paper's four."""
    heads = ("", "ours", "paper")
    one, other = results.runs(first), results.runs(second)
    if not one or not other:
        return Cells(heads, [])
    found = reorderings(one[0].output(test), other[0].output(test), results.references(test)[0])
    counts = {
        "different": f"{found.different} of {found.sentences}",
        f"right: {second}": str(len(found.second)),
        f"right: {first}": str(len(found.first)),
        "neither": str(len(found.neither)),
    }
    rows = [
        [Cell(label), Cell(count), Cell(known, theirs=True)]
        for (label, count), known in zip(counts.items(), theirs, strict=True)
    ]
    return Cells(heads, rows)


def _model(results: Results, name: str) -> Model | None:
    runs = results.runs(name)
    return Model.open(runs[0].folder / "model", trust=True) if runs else None


def _grid(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> Cells:
    return Cells(heads, [[Cell(text) for text in row] for row in rows])
