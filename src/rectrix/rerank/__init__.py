"""Reranking: tune and apply weights for lists of neural systems, language models or speech recognizers.

sentence = [("the house", {"lm": -3.1, "qe": 0.8}), ("a house", {"lm": -3.9, "qe": 0.7})]
lists = rx.rerank.lists_of([sentence, ...])
tuned = rx.rerank.tune(lists, ["the house", ...], recipe="kbmira", metric="chrf")
print(rx.rerank.report(lists, ["the house", ...], tuned, metrics=["chrf", "wer"]))
texts = tuned.apply(other_lists)
"""

from typing import TYPE_CHECKING

from rectrix.base.lazy import lazily

if TYPE_CHECKING:
    from rectrix.learn.tune import Tuned
    from rectrix.rerank.additions import Additions, add_features
    from rectrix.rerank.given import lists_of, references_for
    from rectrix.rerank.grid import Axis, Grid, grid
    from rectrix.rerank.report import RerankReport, report
    from rectrix.rerank.scaling import Scaling
    from rectrix.rerank.tuning import apply, tune

__all__ = [
    "Additions",
    "Axis",
    "Grid",
    "RerankReport",
    "Scaling",
    "Tuned",
    "add_features",
    "apply",
    "grid",
    "lists_of",
    "references_for",
    "report",
    "tune",
]

lazily(__name__)
