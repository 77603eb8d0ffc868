"""The main job: from a bitext to a tuned model folder, stage by stage."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any, Literal

from rectrix.align import AlignSettings, write_alignments
from rectrix.align import train as train_aligner
from rectrix.base.config import Settings
from rectrix.base.errors import UsageError
from rectrix.base.files import require_absent, writing
from rectrix.base.progress import Progress
from rectrix.decode.model_folder import (
    INDEX_SUFFIX,
    PHRASES,
    DecoderSettings,
    LanguageModelFile,
    ModelSettings,
    StackSettings,
    writing_model,
)
from rectrix.decode.moses import reordering_names
from rectrix.grammar import Bitext as IndexedBitext
from rectrix.grammar import HieroSettings, PhraseSettings, extract_phrases, index
from rectrix.lm import TrainOptions
from rectrix.lm import train as train_lm
from rectrix.pipeline.model import Model
from rectrix.pipeline.stages import Stages
from rectrix.pipeline.tune import TuneSettings, share, tune_model
from rectrix.text import Bitext, Normalizer, OnBad, Report, filtered, keep_lengths, map_texts, transform
from rectrix.text.lines import read_parallel

# A start from which every recipe finds its way: all probabilities count a little, length is kept in check.
START = {
    "lm": 0.5,
    "p_ef": 0.2,
    "lex_ef": 0.2,
    "lex_fe": 0.2,
    "count_ef": 0.1,
    "word_penalty": -0.5,
    "pass_through": -1.0,
    "glue": -0.1,
}
# The same for phrase-based models.
PHRASE_START = {
    "lm": 0.5,
    "p_fe": 0.2,
    "lex_fe": 0.2,
    "p_ef": 0.2,
    "lex_ef": 0.2,
    "phrase_penalty": 0.2,
    "word_penalty": -1.0,
    "distortion": 0.3,
    "unknown": -10.0,
}


class TrainSettings(Settings):
    """Everything that can be chosen about training a model."""

    source_language: str = "de"
    target_language: str = "en"
    tokenizer: str = "none"
    lowercase: bool = False
    on_bad: OnBad = "skip"
    max_words: int = 80  # longer training pairs are dropped
    max_ratio: float = 9.0  # so are pairs whose lengths differ by a larger factor
    decoder: Literal["hiero", "phrase"] = "hiero"
    align: AlignSettings = AlignSettings()
    lm_order: int = 4
    extraction: HieroSettings = HieroSettings()
    phrases: PhraseSettings = PhraseSettings()  # if the decoder is "phrase"
    decoding: DecoderSettings = DecoderSettings()
    stack: StackSettings = StackSettings()  # if the decoder is "phrase"
    templates: tuple[str, ...] = ()  # sparse feature templates
    tune: TuneSettings = TuneSettings(settings={"rounds": 10})


def train(
    source: Path,
    target: Path,
    dev_source: Path,
    dev_references: Sequence[Path],
    output: Path,
    settings: TrainSettings | None = None,
    lm_texts: Sequence[Path] = (),
    threads: int = 1,
    force: bool = False,
    progress: Progress | None = None,
) -> Model:
    """Train and tune a model; what an earlier run in the same place has done already is not done again."""
    require_absent(output, force)
    if not dev_references:
        raise UsageError("tuning needs at least one reference")
    work = output.with_name(output.name + ".work")
    work.mkdir(parents=True, exist_ok=True)
    training = _Training(settings or TrainSettings(), work, threads, progress or Progress())
    training.prepare(source, target, dev_source, dev_references, lm_texts)
    training.align()
    training.language_model()
    training.index()
    training.phrases()
    training.untuned()
    training.tune()
    training.finish(output, force)
    return Model.open(output)


class _Training:
    """The stages, and the names of what they leave."""

    def __init__(self, settings: TrainSettings, work: Path, threads: int, progress: Progress) -> None:
        self.settings, self.work, self.threads, self.progress = settings, work, threads, progress
        self.stages = Stages(work, progress)
        self.source, self.target = work / "train.source", work / "train.target"
        self.dev_source = work / "dev.source"
        self.dev_references: list[Path] = []
        self.lm_texts: list[Path] = [self.target]
        self.links, self.lm, self.grammar = work / "links", work / "lm.rlm", work / f"grammar{INDEX_SUFFIX}"

    def prepare(
        self,
        source: Path,
        target: Path,
        dev_source: Path,
        references: Sequence[Path],
        lm_texts: Sequence[Path],
    ) -> None:
        """Clean and normalize all text."""
        self.dev_references = [self.work / f"dev.reference{n}" for n in range(len(references))]
        extra = [self.work / f"lm.text{n}" for n in range(len(lm_texts))]
        self.lm_texts += extra
        settings = self.settings.model_dump(
            mode="json",
            include={
                "source_language",
                "target_language",
                "tokenizer",
                "lowercase",
                "on_bad",
                "max_words",
                "max_ratio",
            },
        )

        def work() -> None:
            self._write_bitext(Bitext(source, target, on_bad=self.settings.on_bad))
            # Line by line, so that source and references stay together.
            self._normalize_lines(dev_source, self.dev_source, self.settings.source_language)
            for old, new in zip([*references, *lm_texts], [*self.dev_references, *extra], strict=True):
                self._normalize_lines(old, new, self.settings.target_language)

        files = [source, target, dev_source, *references, *lm_texts]
        outputs = [self.source, self.target, self.dev_source, *self.dev_references, *extra]
        self.stages.run("text", work, settings, files, outputs=outputs)

    def align(self) -> None:
        """Word alignment."""

        def work() -> None:
            _, links = train_aligner(
                self.source, self.target, self.settings.align, self.threads, self.progress
            )
            write_alignments(links, self.links, force=True)

        self.stages.run("align", work, self._dump("align"), after=["text"], outputs=[self.links])

    def language_model(self) -> None:
        """The language model of the target side and further texts."""

        def work() -> None:
            options = TrainOptions(order=self.settings.lm_order, threads=self.threads)
            train_lm(self.lm_texts, options, mapped=self.lm, force=True, progress=self.progress)

        self.stages.run("lm", work, {"order": self.settings.lm_order}, after=["text"], outputs=[self.lm])

    def index(self) -> None:
        """The indexed bitext that rules are extracted from."""

        def work() -> None:
            index(self.source, self.target, self.links, self.grammar, force=True, progress=self.progress)

        self.stages.run("grammar", work, {}, after=["align"], outputs=[self.grammar])

    def phrases(self) -> None:
        """The phrase table, if phrases are what the decoder wants."""
        if self.settings.decoder != "phrase":
            return
        bitext, self.grammar = self.grammar, self.work / PHRASES

        def work() -> None:
            extract_phrases(
                IndexedBitext.open(bitext),
                self.grammar,
                self.settings.phrases,
                self.threads,
                force=True,
                progress=self.progress,
            )

        self.stages.run("phrases", work, self._dump("phrases"), after=["grammar"], outputs=[self.grammar])

    def untuned(self) -> None:
        """A model with the start weights."""
        phrase = self.settings.decoder == "phrase"
        start = START
        if phrase:
            names = (
                reordering_names(self.settings.phrases.reordering) if self.settings.phrases.reordering else []
            )
            start = PHRASE_START | dict.fromkeys(names, 0.3)
        settings = ModelSettings(
            decoder=self.settings.decoder,
            source_language=self.settings.source_language,
            target_language=self.settings.target_language,
            tokenizer=self.settings.tokenizer,
            lowercase=self.settings.lowercase,
            grammar=self.grammar.name,
            language_models=(LanguageModelFile(file=self.lm.name),),
            templates=self.settings.templates,
            decoding=self.settings.decoding,
            extraction=self.settings.extraction,
            stack=self.settings.stack,
        )

        def work() -> None:
            with writing_model(self.work / "untuned", settings, start, force=True) as folder:
                for path in (self.grammar, self.lm):
                    share(path, folder / path.name)

        chosen = settings.model_dump(mode="json")
        self.stages.run(
            "untuned",
            work,
            chosen,
            after=["lm", "phrases" if phrase else "grammar"],
            outputs=[self.work / "untuned"],
        )

    def tune(self) -> None:
        """Tuned weights."""

        def work() -> None:
            tune_model(
                self.work / "untuned",
                self.dev_source,
                self.dev_references,
                self.work / "tuned",
                self.settings.tune,
                threads=self.threads,
                force=True,
                progress=self.progress,
                checkpoints=self.work / "checkpoints",
                resume=(self.work / "checkpoints").exists(),
            )

        self.stages.run("tune", work, self._dump("tune"), after=["untuned"], outputs=[self.work / "tuned"])

    def finish(self, output: Path, force: bool) -> None:
        """The tuned model in its place, with the settings that made it."""
        from rectrix.decode.model_folder import ModelFolder

        tuned = ModelFolder.open(self.work / "tuned")
        with writing_model(
            output, tuned.settings.model_copy(update={"files": {}}), tuned.weights(), force
        ) as folder:
            for name in tuned.settings.files:
                if name != tuned.settings.weights:
                    share(tuned.path / name, folder / name)
            self.settings.write(folder / "training.toml")

    def _dump(self, field: str) -> dict[str, Any]:
        dumped: dict[str, Any] = getattr(self.settings, field).model_dump(mode="json")
        return dumped

    def _normalizer(self, language: str) -> Normalizer:
        return Normalizer(self.settings.tokenizer, language, self.settings.lowercase)

    def _write_bitext(self, bitext: Bitext) -> None:
        report = Report()
        change = transform(
            self._normalizer(self.settings.source_language), self._normalizer(self.settings.target_language)
        )
        keep = keep_lengths(self.settings.max_words, self.settings.max_ratio)
        pairs = self.progress.track(bitext.read(report), "reading", unit="pairs")
        with writing(self.source, force=True) as source, writing(self.target, force=True) as target:
            for pair in filtered(pairs, [change, keep], report):
                source.write(pair.source + "\n")
                target.write(pair.target + "\n")
        self.progress.say(report.summary())
        if report.kept == 0:
            raise UsageError("no sentence pair is left to train on")

    def _normalize_lines(self, old: Path, new: Path, language: str) -> None:
        rows = read_parallel([old], "replace", allow_empty=True)
        with writing(new, force=True) as file:
            for text in map_texts(self._normalizer(language), (row.texts[0] for row in rows), self.threads):
                file.write(text + "\n")
