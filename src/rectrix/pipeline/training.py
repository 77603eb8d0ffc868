"""The stages of training a model, and the names of what they leave."""

import shutil
from collections.abc import Sequence
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

from rectrix.align import train as train_aligner
from rectrix.align import write_alignments
from rectrix.base.copies import link_file
from rectrix.base.places import put
from rectrix.base.progress import counted
from rectrix.features.chosen import ChosenFeatures
from rectrix.grammar import BitextIndex, extract_phrases, index
from rectrix.learn.run import Run
from rectrix.lm import ClassSettings, TrainOptions, kept_arpa, learn_classes, train_class_lm
from rectrix.lm import train as train_lm
from rectrix.model.copies import feature_settings, write_features
from rectrix.model.folder import ModelFolder, writing_model
from rectrix.model.mbr import MbrSettings
from rectrix.model.settings import (
    ALIGNER,
    INDEX_SUFFIX,
    LM_CLASSES,
    PHRASES,
    SOURCE_CLASSES,
    SOURCE_TEXT,
    TARGET_CLASSES,
    TARGET_TEXT,
    LanguageModelFile,
    ModelSettings,
    OrientationFiles,
)
from rectrix.model.translator import Translator
from rectrix.pipeline.mbr import tune_mbr
from rectrix.pipeline.orientation_stage import train_on_text
from rectrix.pipeline.stages import Stages
from rectrix.pipeline.text_stage import TextStage, warn_of_unknown
from rectrix.pipeline.train_settings import TrainSettings
from rectrix.pipeline.tune import RECIPE, learn_model, writing_tuned
from rectrix.pipeline.tuning_set import Texts
from rectrix.text import Bitext, TextSettings, keep_lengths
from rectrix.text.formats.collection import Collection

KEPT = 1e-3  # of the alignment model's word probabilities, the least that is kept with the translation model


class Training:
    """The stages, and the names of what they leave."""

    def __init__(
        self,
        settings: TrainSettings,
        sides: tuple[TextSettings, TextSettings],
        work: Path,
        run: Run,
        features: ChosenFeatures,
    ) -> None:
        self.settings, self.work, self.run, self.features = settings, work, run, features
        self.threads, self.progress = run.threads, run.progress
        self.text = TextStage(sides, work / "text", run.threads, run.progress)
        self.stages = Stages(work, run.progress)
        self.source, self.target = work / "train.source", work / "train.target"
        self.dev: Texts | None = None
        self.held_out: Texts | None = None
        self.lm_texts: list[Path] = [self.target]
        self.arpa = [kept_arpa(work / "lm.rlm")] if settings.keep_arpa else []
        self.links, self.lm, self.bitext = work / "links", work / "lm.rlm", work / f"grammar{INDEX_SUFFIX}"
        self.grammar, self.aligner, self.tuned = self.bitext, work / ALIGNER, work / "tuned"
        self.orientations: list[Path] = []
        self.class_lm: Path | None = None
        self.changes: dict[str, Any] = {}  # of the model's settings, by stages after tuning

    def collect(self, collection: Collection, lines: tuple[Path, Path] | None) -> tuple[Path, Path]:
        """Files of any formats, behind two parallel texts if there are, as two parallel texts."""
        made = self.work / "bitext.source", self.work / "bitext.target"

        def work() -> None:
            count = collection.write(*made, before=lines)
            self.progress.say(f"{count:,} pairs in {counted(len(collection.paths), 'file')}", pairs=count)

        settings = {"languages": collection.languages, "options": asdict(collection.options)}
        files = [*(lines or ()), *collection.paths]
        self.stages.run("bitext", work, settings, files, outputs=made)
        return made

    def prepare(self, source: Path, target: Path, lm_texts: Sequence[Path]) -> None:
        """Learn the text processing of both sides, and clean and prepare the training text with it."""
        extra = [self.work / f"lm.text{n}" for n in range(len(lm_texts))]
        self.lm_texts += extra
        settings = self.text.dump() | self.settings.model_dump(
            mode="json", include={"on_bad", "max_words", "max_ratio"}
        )

        def work() -> None:
            self.text.learn([source], [target, *lm_texts])
            keep = keep_lengths(self.settings.max_words, self.settings.max_ratio)
            bitext = Bitext(source, target, on_bad=self.settings.on_bad)
            self.text.prepare_pairs(bitext, keep, self.source, self.target)
            for old, new in zip(lm_texts, extra, strict=True):
                self.text.target.prepare(old, new)

        outputs = [self.source, self.target, *extra]
        self.stages.run("text", work, settings, [source, target, *lm_texts], outputs=outputs)

    def prepare_sets(self, dev: Texts | None, held_out: Texts | None) -> None:
        """Prepare development and held-out sets; tuning on the training text, the former is held out."""
        self.dev = self._prepare_set("dev", dev) if dev else None
        self.held_out = self._prepare_set("held_out", held_out) if held_out else None
        if self.settings.tune.on == "train":
            self.dev, self.held_out = None, self.held_out or self.dev

    def _prepare_set(self, name: str, texts: Texts) -> Texts:
        """Line by line, so that source and references stay together."""
        made = [self.work / f"{name}.reference{n}" for n in range(len(texts.references))]
        outputs = [self.work / f"{name}.source", *made]

        def work() -> None:
            self.text.source.prepare(texts.source, outputs[0])
            for old, new in zip(texts.references, made, strict=True):
                self.text.target.prepare(old, new)
            warn_of_unknown(self.source, outputs[0], self.progress)

        files = [texts.source, *texts.references]
        self.stages.run(name, work, {}, files, after=["text"], outputs=outputs)
        return Texts(outputs[0], made, prepared=True)

    def build(self) -> None:
        """All that comes between the prepared text and tuning."""
        self.align()
        self.language_model()
        self.classes()
        self.index()
        self.phrases()
        self.orientation()
        self.untuned()

    def align(self) -> None:
        """Word alignment, and the model that aligns what is learned later."""

        def work() -> None:
            aligner, links = train_aligner(
                self.source, self.target, self.settings.align, self.threads, self.progress
            )
            write_alignments(links, self.links, force=True)
            aligner.save(self.aligner, force=True, least=KEPT)

        outputs = [self.links, self.aligner]
        self.stages.run("align", work, self._dump("align"), after=["text"], outputs=outputs)

    def language_model(self) -> None:
        """The language model of the target side and further texts."""

        def work() -> None:
            options = TrainOptions(order=self.settings.lm_order, threads=self.threads)
            train_lm(self.lm_texts, options, arpa, mapped=self.lm, force=True, progress=self.progress)

        arpa = self.arpa[0] if self.arpa else None
        chosen = {"order": self.settings.lm_order, "arpa": arpa is not None}
        self.stages.run("lm", work, chosen, after=["text"], outputs=[self.lm, *self.arpa])

    def classes(self) -> None:
        """Word classes of both sides, and a language model over those of the target, if they are wanted."""
        if not self.settings.classes:
            return
        made = {self.source: self.work / SOURCE_CLASSES, self.target: self.work / TARGET_CLASSES}
        mapped = self.class_lm = self.work / "class_lm.rlm"
        settings = ClassSettings(classes=self.settings.classes)
        options = TrainOptions(order=self.settings.class_lm_order, threads=self.threads)

        def work() -> None:
            for text, classes in made.items():
                texts = self.lm_texts if text == self.target else [text]
                learn_classes(texts, classes, settings, force=True, progress=self.progress, fewer=True)
            train_class_lm(self.lm_texts, made[self.target], options, mapped, self.progress)

        chosen = settings.model_dump() | {"order": options.order}
        outputs = [*made.values(), mapped]
        self.stages.run("classes", work, chosen, after=["text"], outputs=outputs)
        self.features = replace(
            self.features, source_classes=made[self.source], target_classes=made[self.target]
        )

    def index(self) -> None:
        """The indexed bitext that rules are extracted from."""

        def work() -> None:
            index(self.source, self.target, self.links, self.bitext, force=True, progress=self.progress)

        self.stages.run("grammar", work, {}, after=["align"], outputs=[self.bitext])

    def phrases(self) -> None:
        """The phrase table, if phrases are what the decoder wants."""
        if self.settings.decoder != "phrase":
            return
        self.grammar = self.work / PHRASES
        table = self.settings.table()

        def work() -> None:
            extract_phrases(
                BitextIndex.open(self.bitext),
                self.grammar,
                table,
                self.threads,
                force=True,
                progress=self.progress,
            )

        chosen = table.model_dump(mode="json")
        self.stages.run("phrases", work, chosen, after=["grammar"], outputs=[self.grammar])

    def orientation(self) -> None:
        """Classifiers of the orientation to the phrase before and to the phrase after, if wanted."""
        if not self.settings.classifiers():
            return
        wanted = {
            self.work / "previous.rreorder": self.settings.orientation_for("backward"),
            self.work / "next.rreorder": self.settings.orientation_for("forward"),
        }
        self.orientations = list(wanted)

        def work() -> None:
            for path, chosen in wanted.items():
                files = (self.source, self.target, self.links)
                train_on_text(path, files, chosen, self.threads, self.progress)

        chosen = {path.name: settings.model_dump(mode="json") for path, settings in wanted.items()}
        self.stages.run("orientation", work, chosen, after=["align"], outputs=self.orientations)

    def untuned(self) -> None:
        """A model with the start weights."""
        phrase = self.settings.decoder == "phrase"
        settings = ModelSettings(
            decoder=self.settings.decoder,
            source_language=self.text.sides[0].language,
            target_language=self.text.sides[1].language,
            source_text="" if self.text.sides[0].prepared else SOURCE_TEXT,
            target_text="" if self.text.sides[1].prepared else TARGET_TEXT,
            grammar=self.grammar.name,
            language_models=self._language_models(),
            **feature_settings(self.features),
            decoding=self.settings.decoding,
            extraction=self.settings.extraction,
            stack=self.settings.stack,
            orientation=OrientationFiles(**{path.stem: path.name for path in self.orientations}),
            aligner=ALIGNER,
        )

        def work() -> None:
            with writing_model(self.work / "untuned", settings, self.settings.start(), force=True) as folder:
                files = (self.grammar, self.lm, *self.arpa, self.aligner, *self.orientations)
                for path in (*files, *self.text.files()):
                    link_file(path, folder / path.name)
                if self.class_lm:
                    link_file(self.class_lm, folder / self.class_lm.name)
                    link_file(self.work / TARGET_CLASSES, folder / LM_CLASSES)
                write_features(self.features, folder)

        classes = [path for path in (self.features.source_classes, self.features.target_classes) if path]
        functions = {source.file: source.hash for source in self.features.sources}
        chosen = settings.model_dump(mode="json") | {"hashes": functions}
        self.stages.run(
            "untuned",
            work,
            chosen,
            classes,
            after=[
                "lm",
                *(["classes"] if self.class_lm else []),
                "phrases" if phrase else "grammar",
                *(["orientation"] if self.orientations else []),
            ],
            outputs=[self.work / "untuned"],
        )

    def _language_models(self) -> tuple[LanguageModelFile, ...]:
        words = LanguageModelFile(file=self.lm.name)
        if self.class_lm is None:
            return (words,)
        # The classes are its own: those of the templates may be exchanged when the model is tuned again.
        features = {"feature": "lm2", "unknown_feature": "lm_oov2"}
        return words, LanguageModelFile(file=self.class_lm.name, classes=LM_CLASSES, **features)

    def tune(self) -> None:
        """Tuned weights; tuning on the training text, the development set is watched."""

        def work() -> None:
            # Named by all that the run depends on: a checkpoint of another text or model is never resumed.
            checkpoints = self.work / "checkpoints" / self.stages.fingerprints["tune"][:16]
            rules = self.run.scratch or self.work / "rules"
            learn_model(
                Translator.open(self.work / "untuned", trust=True),  # what Python there is the user gave
                self.dev,
                checkpoints / "tuned",
                self.settings.tune,
                None,
                self.held_out,
                self.bitext,
                self.lm_texts[1:],
                replace(self.run, checkpoints=checkpoints, scratch=rules, resume=checkpoints.exists()),
            )
            put(checkpoints / "tuned", self.tuned, replace=True)
            shutil.rmtree(checkpoints, ignore_errors=True)

        after = ["untuned", *(name for name in ("dev", "held_out") if name in self.stages.fingerprints)]
        chosen = self._dump("tune") | ({"patience": self.run.patience} if self.run.patience else {})
        self.stages.run("tune", work, chosen, after=after, outputs=[self.tuned / RECIPE])

    def decide(self) -> None:
        """The scale of minimum Bayes risk, if that is wanted: what is best on the development set."""
        texts, kind, metric = self.dev or self.held_out, self.settings.mbr, self.settings.tune.metric
        if kind == "none":
            return
        if texts is None:
            self.progress.say("translations are the likeliest: no development set could set the scale of mbr")
            return
        whole, made = self.work / "whole", self.work / "mbr.toml"

        def work() -> None:
            with writing_tuned(ModelFolder.open(self.work / "untuned"), self.tuned, whole, force=True):
                pass
            found = tune_mbr(
                whole, texts, None, kind, metric, threads=self.threads, progress=self.progress, trust=True
            )
            scores = f"{found.best.score:.2f} by minimum Bayes risk ({kind}), which decides from now on"
            self.progress.say(f"{metric} of the likeliest translations {found.plain:.2f}, {scores}")
            found.best.settings.write(made, force=True)
            shutil.rmtree(whole)

        self.stages.run("mbr", work, {"kind": kind, "metric": metric}, after=["tune"], outputs=[made])
        self.changes["mbr"] = MbrSettings.read(made)

    def finish(self, output: Path, force: bool) -> None:
        """The tuned model in its place, with the settings that made it."""
        untuned = ModelFolder.open(self.work / "untuned")
        with writing_tuned(untuned, self.tuned, output, force, **self.changes) as folder:
            self.settings.write(folder / "training.toml")

    def _dump(self, field: str) -> dict[str, Any]:
        dumped: dict[str, Any] = getattr(self.settings, field).model_dump(mode="json")
        return dumped
