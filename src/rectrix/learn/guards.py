"""What must not happen silently: empty input, features without information, collapsed or exploding weights,
a tuned model that is worse than its start, output of another length. Guards raise, or return sentences to
warn with."""

import re
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from rectrix._core.kbest import Lists
from rectrix._core.score import References
from rectrix._core.text import Vocabulary
from rectrix.base.errors import InputError, RunError
from rectrix.learn.candidates import Floats
from rectrix.score.bleu import BLEU, length_ratio
from rectrix.score.metric import Metric

if TYPE_CHECKING:
    from rectrix.learn.stored import StoredLists

_HUGE = 1e6
_LARGEST = 1e15  # of a feature's value
_ESCAPED = re.compile("[\udc80-\udcff]")  # a byte that is not UTF-8
_SHOWN = 5  # names in a warning
_SAMPLED = 100  # lists in which repetitions are counted
_SHORT, _LONG = 0.95, 1.05  # of the references' length: then a weight of length would have gained much


def check_references(lists: int, references: References) -> None:
    """As many sentences as references."""
    if lists != len(references):
        raise InputError(
            f"{lists} sentences to tune on, but {len(references)} lines in the references: "
            "both must have the same sentences in the same order"
        )


def check_text(lists: Lists, references: References | None) -> list[str]:
    """Warn of words that are not UTF-8 and of references without a word: nothing can match them."""
    warnings = []
    for name, text in (("the lists", lists), ("the references", references)):
        words = text.words if text is not None else Vocabulary()
        foreign = [word for word in map(words.text, range(len(words))) if _ESCAPED.search(word)]
        if foreign:
            shown = foreign[0].encode("utf-8", "surrogateescape")
            warnings.append(
                f"{len(foreign)} words of {name} are not UTF-8, such as {shown!r}: convert the file, "
                "iconv -f LATIN1 -t UTF-8"
            )
    if references is not None and references.per_sentence:
        places = range(references.per_sentence)
        blank = [s for s in range(len(references)) if not any(references.text(s, r) for r in places)]
        if blank:
            warnings.append(
                f"{len(blank)} of {len(references)} sentences have blank references, the first in line "
                f"{blank[0] + 1}: no hypothesis can match them"
            )
    return warnings


def check_lists(stored: "StoredLists") -> list[str]:
    """Refuse lists to learn nothing from; warnings about suspicious ones."""
    lists = stored.lists
    sizes = np.diff(lists.list_begin)
    check_sizes(lists)
    if (sizes <= 1).all():
        raise InputError("no sentence has more than one hypothesis: there is nothing to choose from")
    warnings = []
    if empty := int((sizes == 0).sum()):
        warnings.append(f"{empty} of {len(sizes)} sentences have no hypotheses")
    if blank := int((np.diff(lists.token_begin) == 0).sum()):
        warnings.append(f"{blank} hypotheses are empty strings: they can win by their features alone")
    warnings += _constant_features(stored)
    if _repeated(stored):
        warnings.append("most hypotheses repeat the words of another: ask your decoder for distinct lists")
    if not _separable(stored):
        raise InputError(
            "all hypotheses of every sentence have the same metric statistics: no weights could be better"
        )
    return warnings


def check_sizes(lists: Lists) -> None:
    """Values whose squares no float holds are learned from by some recipes and not by others: by none."""
    if not lists.hypotheses:
        raise InputError("there are no hypotheses in the n-best lists")
    sizes = np.abs(lists.feature_values)
    largest = float(sizes.max(initial=0.0))
    if not largest:
        raise InputError("all features of all hypotheses are 0: was the list written without feature scores?")
    if largest > _LARGEST:
        name = lists.space.name(int(lists.feature_ids[sizes.argmax()]))
        raise InputError(f"feature {name} has values up to {largest:.3g}, at most {_LARGEST:g}: divide them")
    if largest < 1 / _LARGEST:
        raise InputError(f"no feature exceeds {largest:.3g}, at least {1 / _LARGEST:g}: multiply them")


def _constant_features(stored: "StoredLists") -> list[str]:
    """Features with one value in all hypotheses of each sentence: their weights change no choice."""
    dead = [stored.space.name(int(index)) for index in np.flatnonzero(stored.idle)]
    if not dead:
        return []
    names = ", ".join(dead[:_SHOWN]) + (" …" if len(dead) > _SHOWN else "")
    return [
        f"{len(dead)} features never differ within a sentence's list; they change no choice, and their "
        f"weights stay at the start or shrink to 0, as the recipe has it: {names}"
    ]


def _starts(stored: "StoredLists") -> NDArray[np.int64]:
    """Where lists that are not empty begin."""
    begin = stored.lists.list_begin
    return begin[:-1][np.diff(begin) > 0]


def _repeated(stored: "StoredLists") -> bool:
    """Whether most hypotheses of the first lists repeat another's words."""
    lists = stored.lists
    tokens, begin, lists_begin = lists.tokens, lists.token_begin, lists.list_begin[: _SAMPLED + 1].tolist()
    distinct = 0
    for first, end in pairwise(lists_begin):
        distinct += len({tokens[begin[h] : begin[h + 1]].tobytes() for h in range(first, end)})
    return bool(distinct < lists_begin[-1] / 2)


def _separable(stored: "StoredLists") -> bool:
    starts = _starts(stored)
    high = np.maximum.reduceat(stored.statistics, starts, axis=0)
    low = np.minimum.reduceat(stored.statistics, starts, axis=0)
    return bool((high != low).any())


def check_weights(weights: Floats, start: Floats) -> list[str]:
    """Refuse NaN and all-zero weights; warn of exploding and of collapsed ones."""
    if not np.isfinite(weights).all():
        raise RunError("tuning diverged: some weights are not finite numbers; use a smaller rate")
    size = np.abs(weights)
    if not size.any():
        raise RunError(
            "tuning collapsed: all weights are 0; use weaker regularization or other start weights"
        )
    warnings = []
    if size.max() > _HUGE * max(1.0, float(np.abs(start).max(initial=0.0))):
        warnings.append(
            f"weights have grown to {size.max():.3g}: use a smaller rate or stronger regularization"
        )
    if len(size) > 2 and np.sort(size)[-2] < 1e-6 * size.max():
        warnings.append("one weight dwarfs all others: the tuner has collapsed to a single feature")
    return warnings


def check_log(log: list[dict[str, Any]]) -> None:
    """Refuse a run in which nothing was ever compared."""
    if log and all(entry.get("pairs") == 0 for entry in log):
        raise RunError(
            "no two hypotheses differ enough in the metric to be compared: lower the recipe's threshold"
        )


def check_gain(metric: Metric, before: float, after: float, undecided: bool = False) -> list[str]:
    """Refuse a score of 0; warn if the tuned weights are worse than the start.

    undecided: the start was 0 for all features of stored lists, so that the first of each list was taken.
    """
    if metric.higher_is_better and metric.in_points and after <= 0:
        raise RunError(f"the tuned weights score {after:g} on the tuning set: nothing was learned")
    worse = after < before if metric.higher_is_better else after > before
    if worse and undecided:
        return [
            f"the tuned weights are worse than the first of each list: {after:.4f} against {before:.4f}; the "
            "feature rank (--ready rank) would let them take the first, too"
        ]
    if worse:
        return [f"the tuned weights are worse than the start: {after:.4f} against {before:.4f}"]
    return []


def check_length(metric: Metric, sums: Floats, word_penalty: bool) -> list[str]:
    """Warn if the output is much shorter or longer than the references, and say what helps.

    sums: the statistics of the tuned weights; word_penalty: whether the decoder has a feature of this name.
    """
    if not isinstance(metric, BLEU):
        return []
    ratio = length_ratio(sums)
    if _SHORT <= ratio <= _LONG:
        return []
    feature = "fit=word_penalty" if word_penalty else "fit=NAME, with the feature that counts words,"
    return [
        f"the tuned output has {ratio:.1%} of the references' length; the setting {feature} lets BLEU choose "
        "the length at the end"
    ]
