"""A model folder opened for use: translate, make k-best lists, look at forests."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from copy import copy
from pathlib import Path
from typing import Any, Self, overload

import numpy as np
from numpy.typing import NDArray

from rectrix._core import decode, kbest, lm, reorder
from rectrix._core.features import FeatureSpace
from rectrix._core.grammar import BitextIndex, GrammarStore, PhraseTable
from rectrix._core.kbest import Lists
from rectrix.base.errors import UsageError
from rectrix.decode.constraints import FORCED, SentenceConstraints
from rectrix.decode.markup import XmlPolicy
from rectrix.features.sources import functions_of
from rectrix.features.weights import vector
from rectrix.model.batches import batches
from rectrix.model.consensus import DecoderInput, translations
from rectrix.model.demands import Asked, Demands, Taught
from rectrix.model.folder import ModelFolder
from rectrix.model.mbr import MbrSettings
from rectrix.model.output import Output
from rectrix.model.settings import INDEX_SUFFIX
from rectrix.reorder import OrientationModel
from rectrix.text.glossary import Glossary

Translation = tuple[str, float, decode.SearchReport]  # words, score, and how they were found


class Translator:
    """Grammar, language models, features and weights of a folder, memory-mapped."""

    members: "Sequence[Translator]" = ()  # of a combination of models
    batch = 200  # sentences decoded between two outputs

    def __init__(
        self,
        folder: ModelFolder,
        weights: Mapping[str, float] | None = None,
        load: str = "map",
        trust: bool = False,
        seconds: float = 0.0,
        cache: int | None = None,
    ) -> None:
        self.folder, self.trust, self._load, self._seconds = folder, trust, load, seconds
        self._cache = folder.settings.extraction.cache if cache is None else cache
        self._functions = functions_of(folder.sources(trust))
        self.space = FeatureSpace()
        weights = folder.weights() if weights is None else weights
        for name in weights:
            self.space.add(name)
        self.weights: NDArray[np.float64] = vector(weights, self.space)
        self.language_models = [model.core for model in folder.open_language_models(load)]
        settings = folder.settings
        self.discretizer = folder.discretizer()
        self._classes = folder.classes
        self._orientations: dict[str, Path] = {}
        self.source_text, self.target_text = folder.text
        self._memory: Mapping[str, Taught] = {}
        self._phrases = settings.decoder == "phrase"
        self._pop_limit = (settings.stack if self._phrases else settings.decoding).pop_limit
        self.decoder = self._own_decoder()

    @classmethod
    def open(
        cls,
        path: Path | str,
        weights: Mapping[str, float] | None = None,
        load: str = "map",
        verify: bool = False,
        trust: bool = False,
        seconds: float = 0.0,
        cache: int | None = None,
    ) -> Self:
        """Open a model folder, with other weights than its own if they are given.

        load: its files are mapped; populate reads all their pages at once, read keeps copies in memory.
        verify: compare all files with their checksums, also large ones that were found right before.
        trust: run the features written in Python that the model holds, if it does; it is refused otherwise.
        seconds: for one sentence, after which it is searched in haste; 0: no limit.
        cache: megabytes kept between sentences, by all threads together; None: as extraction had.
        """
        folder = ModelFolder.open(path, verify)
        if weights is not None and not (own := folder.weights()).keys() & weights.keys():
            names = ", ".join(list(own)[:5])
            raise UsageError(f"no weight is for a feature of {path}, whose weights are {names}, …")
        return cls(folder, weights, load, trust, seconds, cache)

    def with_parts(
        self, language_models: list[lm.Model] | None = None, orientations: Mapping[str, Path] | None = None
    ) -> Self:
        """This model with other language models, and classifiers in place of those with these file names."""
        other = copy(self)
        other.language_models = self.language_models if language_models is None else language_models
        other._orientations = dict(orientations or {})
        return other

    def searching(self, pop_limit: int) -> Self:
        """This model with another effort of search than its own."""
        other = copy(self)
        other._pop_limit = pop_limit
        other.decoder = other._own_decoder()
        return other

    def _own_decoder(self) -> decode.Decoder:
        return self.stack_decoder() if self._phrases else self.decoder_for(self._rules())

    def __repr__(self) -> str:
        settings = self.folder.settings
        languages = f"{settings.source_language or '?'}-{settings.target_language or '?'}"
        named = [*settings.templates, *(name for one in settings.functions for name in one.names)]
        features = f", {', '.join(named)}" if named else ""
        weights = int(np.count_nonzero(self.weights))
        return f"<Model {self.folder.path}: {settings.decoder}, {languages}, {weights} weights{features}>"

    def adapted(
        self, decoder: decode.Decoder, weights: NDArray[np.float64], memory: Mapping[str, Taught]
    ) -> Self:
        """This model with what was learned since; memory: confirmed lines, by their prepared texts."""
        other = copy(self)
        other.decoder, other.weights, other._memory = decoder, weights, memory
        return other

    def _rules(self) -> decode.RuleSource:
        path = self.folder.grammar
        if path.suffix == INDEX_SUFFIX:
            settings = self.folder.settings.extraction.model_copy(update={"cache": self._cache})
            return decode.IndexRules(BitextIndex.open(path, self._load), settings.core_options())
        return decode.StoreRules(GrammarStore.open(path, self._load))

    def decoder_for(self, rules: decode.RuleSource, space: FeatureSpace | None = None) -> decode.Decoder:
        """A decoder with these rules and the model's language models and features."""
        settings = self.folder.settings
        options = decode.ChartOptions(
            pop_limit=self._pop_limit,
            span_limit=settings.decoding.span_limit,
            pass_through_all=settings.decoding.pass_through == "all",
            length_buckets=settings.decoding.length_buckets,
            cdec_order=settings.decoding.cdec_order,
            seconds=self._seconds,
        )
        made = decode.ChartDecoder(
            rules,
            self.language_models,
            settings.templates,
            self.space if space is None else space,
            options,
            self._functions,
            source_classes=self._classes[0],
            target_classes=self._classes[1],
        )
        return self._with_bins(made)

    def stack_decoder(
        self, left_out: BitextIndex | None = None, space: FeatureSpace | None = None
    ) -> decode.Decoder:
        """A decoder with the model's phrases; sentences of `left_out` do not profit from their own."""
        settings = self.folder.settings
        chosen = settings.stack.model_dump() | {"unknown": decode.UnknownWords[settings.stack.unknown]}
        chosen["pop_limit"] = self._pop_limit
        table = PhraseTable.open(self.folder.grammar, self._load)
        made = decode.StackDecoder(
            table,
            self.language_models,
            settings.templates,
            self.space if space is None else space,
            decode.StackOptions(**chosen, seconds=self._seconds, cache_bytes=self._cache << 20),
            self._functions,
            left_out=left_out,
            source_classes=self._classes[0],
            target_classes=self._classes[1],
            previous=self._orientation(settings.orientation.previous, "backward"),
            next=self._orientation(settings.orientation.next, "forward"),
        )
        return self._with_bins(made)

    def _orientation(self, file: str, direction: str) -> tuple[reorder.Model, bool] | None:
        """An orientation classifier, and whether its neighbors are blocks."""
        if not file:
            return None
        model = OrientationModel(self._orientations.get(file, self.folder.path / file), self._load)
        if model.settings.events.direction != direction:
            raise UsageError(f"{self.folder.path / file}: a {direction} orientation model is needed here")
        return model.core, model.settings.events.model == "hierarchical"

    def _with_bins(self, decoder: decode.Decoder) -> decode.Decoder:
        return decoder if self.discretizer is None else decoder.discretized(self.discretizer.core())

    def prepare(
        self,
        lines: Iterable[str],
        constraints: Iterable[SentenceConstraints | None] | None = None,
        glossary: Glossary | None = None,
        xml: XmlPolicy | None = None,
        file: str = "-",
        first: int = 0,
    ) -> Iterator[Asked]:
        """Lines prepared as the training text was, with what their translations must have.

        constraints: one, or None, for each line, in the words of the prepared line. glossary: its terms are
        translated as told. xml: what Moses' markup in the lines means. file, first: for messages.
        """
        matcher = None
        if glossary:
            matcher = glossary.matcher(self.source_text.words_of, self.target_text.given_words)
        policy = glossary.policy if glossary else "constraint"
        demands = Demands(self.source_text, self.target_text, xml, matcher, policy, file, self._memory)
        return demands.prepare(lines, constraints, first)

    @overload
    def translate(self, lines: str, threads: int = 1, **options: Any) -> Output: ...

    @overload
    def translate(self, lines: Iterable[str], threads: int = 1, **options: Any) -> Iterator[Output]: ...

    def translate(
        self, lines: str | Iterable[str], threads: int = 1, **options: Any
    ) -> Output | Iterator[Output]:
        """The best translation of a sentence, or of each line, in order; options: see translate_lines.

        Text goes in as people write it and comes out so.
        """
        if isinstance(lines, str):
            return next(self.translate_lines([lines], threads, **options))
        return self.translate_lines(lines, threads, **options)

    def translate_lines(
        self,
        lines: Iterable[str],
        threads: int = 1,
        batch: int | None = None,
        constraints: Iterable[SentenceConstraints | None] | None = None,
        glossary: Glossary | None = None,
        xml: XmlPolicy | None = None,
        file: str = "-",
        waits: Callable[[], bool] | None = None,
        first: int = 0,
        mbr: MbrSettings | str | None = None,
    ) -> Iterator[Output]:
        """The best translation of each line, in order; reads a batch (None: as many lines as suit the model)
        ahead, but not while `waits` is true.

        Lines are prepared as the training text was, and translations are text as people write it. See prepare
        for how translations are forced. first: lines that came before these. mbr: how minimum Bayes risk
        chooses, or the kind of it; None: as the model says. Sentences too long for one forest are translated
        as without it.
        """
        risk = self.mbr(mbr)
        prepared = self.prepare(lines, constraints, glossary, xml, file, first)
        for place, chunk in batches(prepared, batch or self.batch, waits):
            found = self._translations(chunk, first + place, threads, risk)
            for asked, (words, score, report) in zip(chunk, found, strict=True):
                yield Output(self._text(words, asked, report), score, report, words)

    def _translations(
        self, chunk: Sequence[Asked], first: int, threads: int, risk: MbrSettings
    ) -> list[Translation]:
        """The best translations of a batch."""
        texts, weights, demanded = self.search_inputs(chunk)
        asked = DecoderInput(self.decoder, texts, weights, first, demanded, threads)
        return asked.plain() if risk.kind == "none" else translations(asked, risk)

    def mbr(self, chosen: MbrSettings | str | None = None) -> MbrSettings:
        """How minimum Bayes risk chooses: as told, by its kind alone with the model's numbers, or as the
        model says."""
        own = self.folder.settings.mbr
        if isinstance(chosen, MbrSettings):
            return chosen
        return own if chosen is None else MbrSettings.of({**own.model_dump(), "kind": chosen}, "mbr")

    def _text(self, words: str, asked: Asked, report: decode.SearchReport) -> str:
        """A translation as people write it."""
        if asked.taught is not None:
            return asked.taught
        links = report.alignments[0] if report.alignments else ()
        return self.target_text.invert(words.split(), asked.line, links)

    def search_inputs(
        self, chunk: Sequence[Asked]
    ) -> tuple[list[str], NDArray[np.float64], list[decode.Constraints | None]]:
        """What a decoder takes: lines, weights and constraints (none at all if no line has any)."""
        demanded = [one.constraints for one in chunk]
        if not any(demanded):
            return [one.text for one in chunk], self.weights, []
        return [one.text for one in chunk], self._forced_weights(), demanded

    def _forced_weights(self) -> NDArray[np.float64]:
        """The weights, with 1 for the probabilities of given translations unless they have another."""
        index = self.space.add(FORCED)
        if index < len(self.weights):
            return self.weights
        weights = np.zeros(index + 1)
        weights[: len(self.weights)] = self.weights
        weights[index] = 1.0
        return weights

    def kbest(
        self,
        lines: str | Sequence[str],
        k: int = 100,
        unique: bool = True,
        threads: int = 1,
        first: int = 0,
        constraints: Iterable[SentenceConstraints | None] | None = None,
        glossary: Glossary | None = None,
        xml: XmlPolicy | None = None,
    ) -> Lists:
        """The k best translations of a sentence, or of each line, with features; forced as in translate."""
        lines = [lines] if isinstance(lines, str) else lines
        chunk = list(self.prepare(lines, constraints, glossary, xml))
        texts, weights, demanded = self.search_inputs(chunk)
        lists, _, _ = kbest.extract(
            self.decoder,
            texts,
            weights,
            k,
            unique,
            threads=threads,
            first=first,
            constraints=demanded,
            grow=False,
        )
        return lists
