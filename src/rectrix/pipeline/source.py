"""A model's decoder as the source of a tuning set: opened by path in any process, block by block."""

import os
import platform
from bisect import bisect_right
from dataclasses import dataclass, replace
from functools import lru_cache
from hashlib import sha256
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from rectrix import __version__
from rectrix._core import decode
from rectrix._core.features import FeatureSpace
from rectrix._core.grammar import GrammarStore
from rectrix.base.errors import InputError
from rectrix.features.discretize import Discretizer
from rectrix.grammar import extract_to_store
from rectrix.learn.candidates import Floats
from rectrix.learn.decoding import Searched, cut
from rectrix.learn.finding import KBEST, Finding
from rectrix.learn.gain import gain_of
from rectrix.learn.search import Search, Searches
from rectrix.learn.site import Site
from rectrix.learn.tuning import Chains, Decoded
from rectrix.model.settings import SETTINGS
from rectrix.model.translator import Translator
from rectrix.pipeline.cross_fit import Fold, estimate
from rectrix.pipeline.sentences import TextPart, TuningText, indexed
from rectrix.score import references_of
from rectrix.score.gains import Gain
from rectrix.score.metric import Metric

_BLOCK = 200  # sentences whose rules are extracted together


@dataclass(frozen=True)
class ModelSource(Searched):
    """Sentences to be translated by a model.

    Rules that come from an index are extracted once, not again in every epoch, into stores that are named by
    all that they depend on: whoever has the same index, extraction and sentences finds them in the folder.
    """

    model: Path
    model_hash: str  # of its settings, which hold the checksums of all its files
    sentences: TuningText
    metric: Metric
    rules: Path  # folder for extracted rules, which other sources may share
    index_hash: str  # of the indexed bitext's content; empty: rules are not extracted
    k: int = 100
    unique: bool = True
    bins: Path | None = None  # that stand for the grammar's scores, if they are not the model's own
    folds: tuple[Fold, ...] = ()  # in order; each with what was estimated without its sentences
    trust: bool = False  # the model's features written in Python may run
    finds: Finding = KBEST  # which hypotheses learners see
    pop_limit: int | None = None  # of the search; None: the model's own
    cache: int | None = None  # megabytes of patterns that an extraction keeps; None: as the model says

    def __len__(self) -> int:
        return len(self.sentences)

    @property
    def blocks(self) -> tuple[range, ...]:
        """Sentences that are opened together: of one fold."""
        return _blocks(tuple(fold.sentences for fold in self.folds) or (range(len(self)),))

    def open(self, sentences: range) -> Decoded:
        part, space = self.sentences.read(sentences), FeatureSpace()
        starts = [block.start for block in self.blocks]
        searches = Searches(
            space,
            lambda sentence: bisect_right(starts, sentence) - 1,
            lambda block: self._search(block, part, sentences.start, space),
        )
        return Decoded(
            searches,
            references_of(part.references),
            self.metric,
            sentences.start,
            self.k,
            self.unique,
            [len(line.split()) for line in part.source],
            self.finds,
        )

    def finding(self, how: Finding) -> "ModelSource":
        return replace(self, finds=how)

    def at(self, epoch: int, slopes: Floats | None = None) -> "ModelSource":
        return replace(self, finds=self.finds.at(epoch, slopes))

    def _search(self, block: int, part: TextPart, first: int, space: FeatureSpace) -> Search:
        """The sentences of a block that are in the part."""
        begin = self.blocks[block].start
        lines = part.source[max(0, begin - first) : self.blocks[block].stop - first]
        numbers = part.numbers[max(0, begin - first) : self.blocks[block].stop - first]
        start = max(first, begin)
        decoder = self._decoder(block, space)
        if numbers and not self.extracts:
            return Search(decoder, lines, start, numbers)
        # By their places in the block's own grammars, or in those of all sentences.
        offset = begin if self.extracts else 0
        return Search(decoder, lines, start, range(start - offset, start - offset + len(lines)))

    @property
    def extracts(self) -> bool:
        """Whether rules come from an indexed bitext."""
        return bool(self.index_hash)

    def _decoder(self, block: int, space: FeatureSpace) -> decode.Decoder:
        model = self._model_for(block)
        if model.folder.settings.decoder == "phrase":
            bitext = self.sentences.bitext
            made = model.stack_decoder(indexed(bitext) if bitext else None, space)
        elif self.extracts:
            made = model.decoder_for(decode.StoreRules(GrammarStore.open(self.stored_rules(block))), space)
        else:
            made = model.decoder.with_space(space)
        return made if self.bins is None else made.discretized(Discretizer.load(self.bins).core())

    @property
    def chains(self) -> Chains:
        bins = self._opened().discretizer if self.bins is None else Discretizer.load(self.bins)
        return tuple(tuple(chain) for _, chain in sorted(bins.chains.items())) if bins else ()

    def _opened(self) -> Translator:
        return _model(self.model, self.model_hash, self.trust, self.pop_limit)

    def _model_for(self, block: int) -> Translator:
        """The model, with what was estimated without the block's fold."""
        model = self._opened()
        for fold in self.folds:
            if self.blocks[block].start in fold.sentences:
                return fold.model(model)
        return model

    def stored_rules(self, block: int) -> Path:
        """The block's rules in a file, extracted if nobody has done so on this machine."""
        sentences = self.blocks[block]
        path = self.rules / f"{self._rules_hash()}-{sentences.start}-{sentences.stop}.rgrammar"
        if not path.exists():
            self._extract(sentences, path)
        return path

    @lru_cache(maxsize=8)  # noqa: B019 - as fingerprint
    def _rules_hash(self) -> str:
        """Of all that extracted rules depend on: neither weights nor language models are."""
        extraction = self._opened().folder.settings.extraction.model_dump_json(exclude={"cache"})
        left_out = "leave-one-out" if self.sentences.bitext else ""
        facts = [self.index_hash, extraction, left_out, self.sentences.source_fingerprint(), __version__]
        return sha256("|".join(facts).encode()).hexdigest()[:16]

    def _extract(self, sentences: range, path: Path) -> None:
        part, model = self.sentences.read(sentences), self._opened()
        settings = model.folder.settings.extraction
        if self.cache is not None:
            settings = settings.model_copy(update={"cache": self.cache})
        index = self.sentences.bitext or model.folder.grammar
        extract_to_store(
            indexed(index),
            part.source,
            path,
            settings,
            leave_one_out=bool(part.numbers),
            force=True,  # somebody else may have extracted the same meanwhile
            numbers=part.numbers,
        )

    def value_counts(self, block: int) -> dict[str, tuple[NDArray[np.float64], NDArray[np.int64]]]:
        """How often each value of the grammar's scores occurs in the rules of a block's sentences."""
        sentences = self.blocks[block]
        search = self._search(block, self.sentences.read(sentences), sentences.start, FeatureSpace())
        return search.decoder.value_counts(list(search.lines), list(search.numbers))

    def prepare(self, site: Site) -> None:
        """Check that workers see all files; estimate what folds need; extract rules."""
        if site.executor.crosses_processes:
            for missing in site.executor.everywhere(unreadable, self):
                if missing:
                    raise InputError(missing)
        source = self.sharing_memory(site.executor.sharing)
        for fold in self.folds:
            fold.check()
        tasks = [task for fold in self.folds for task in fold.tasks()]
        made = site.executor.map(estimate, tasks)
        for _ in site.progress.track(made, "cross-fitting", len(tasks), "models") if tasks else ():
            pass
        if self.extracts:
            blocks = [Block(source, number) for number in range(len(self.blocks))]
            with site.progress.task("extracting rules", len(self), "sentences") as shown:
                for block, _ in zip(blocks, site.executor.map(extract_block, blocks), strict=True):
                    shown.advance(len(self.blocks[block.number]))

    def sharing_memory(self, workers: int) -> "ModelSource":
        """With a smaller cache for each of the workers of a machine."""
        settings = self._opened().folder.settings.extraction
        return replace(self, cache=settings.cache // max(1, workers))

    def gain(self, name: str) -> Gain:
        return gain_of(self.metric, name)

    @lru_cache(maxsize=8)  # noqa: B019 - a source is small, frozen and lives as long as its run
    def fingerprint(self) -> str:
        facts = [self.model_hash, self.sentences.fingerprint(), str(self.k), str(self.unique)]
        facts += [fold.path.name for fold in self.folds]
        if self.pop_limit is not None:
            facts.append(f"pop limit {self.pop_limit}")
        if self.bins is not None:
            facts.append(sha256(self.bins.read_bytes()).hexdigest())
        return sha256("|".join(facts).encode()).hexdigest()[:16]


@dataclass(frozen=True)
class Block:
    """A block of sentences whose rules are to be extracted."""

    source: ModelSource
    number: int

    @property
    def label(self) -> str:
        sentences = self.source.blocks[self.number]
        return f"extraction of rules for sentences {sentences.start + 1}-{sentences.stop}"


def extract_block(block: Block) -> None:
    """Leaves the rules in a file, if they are not there."""
    block.source.stored_rules(block.number)


def unreadable(source: ModelSource) -> str:
    """What this process cannot read, as a sentence; empty: nothing."""
    for path in (source.model / SETTINGS, *source.sentences.files()):
        if not os.access(path, os.R_OK):
            return f"{path}: a worker on {platform.node()} cannot read it; all workers need the same paths"
    return ""


@lru_cache(maxsize=8)
def _blocks(parts: tuple[range, ...]) -> tuple[range, ...]:
    return tuple(block for part in parts for block in cut(part, _BLOCK))


@lru_cache(maxsize=4)
def _model(path: Path, model_hash: str, trust: bool, pop_limit: int | None) -> Translator:
    """Opened once a process; another hash is another model."""
    model = Translator.open(path, trust=trust)
    return model if pop_limit is None else model.searching(pop_limit)
