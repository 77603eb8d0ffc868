"""Ready features by name; what each is stands in docs/rerank.md."""

from collections.abc import Callable
from typing import Any

from rectrix.base.registry import Registry

READY: Registry[Callable[..., Any]] = Registry(
    "ready feature",
    {
        "length": "rectrix.rerank.ready:length",
        "ratio": "rectrix.rerank.ready:ratio",
        "rank": "rectrix.rerank.ready:rank",
        "score": "rectrix.rerank.ready:score",
        "votes": "rectrix.rerank.ready:votes",
        "mbr:bleu": "rectrix.rerank.ready:mbr_bleu",
        "mbr:bleu+1": "rectrix.rerank.ready:mbr_bleu_1",
        "mbr:chrf": "rectrix.rerank.ready:mbr_chrf",
    },
)
NEED_SOURCE = ("ratio",)
