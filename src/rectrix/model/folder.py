"""A translation model on disk: a folder with model.toml, grammar, language models and weights.

The folder is written under a temporary name and renamed; model.toml holds the size and SHA-256 of every file,
and its own in its last line. Opening compares them: small files every time, large ones once.
"""

from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from types import MappingProxyType

from pydantic import ConfigDict

from rectrix._core.text import WordClasses
from rectrix.base.config import Settings
from rectrix.base.errors import DamagedFile, InputError, UsageError
from rectrix.base.files import writing, writing_folder
from rectrix.base.places import recover
from rectrix.features.discretize import Discretizer
from rectrix.features.sources import FeatureSource
from rectrix.features.weights import Weights, read_weights, write_weights
from rectrix.lm import LanguageModel
from rectrix.model import checksums
from rectrix.model.settings import COMBINED, FORMAT, SETTINGS, FileRecord, LanguageModelFile, ModelSettings
from rectrix.text import PREPARED, TextPipeline
from rectrix.text.classes import read_classes
from rectrix.text.learned import SETTINGS as TEXT_SETTINGS

_SEALED = 2  # the first format whose model.toml has a checksum of its own


class _Format(Settings):
    """The one key that every version of model.toml has."""

    model_config = ConfigDict(extra="ignore")
    format: int


@dataclass(frozen=True)
class ModelFolder:
    """An opened model: where its files are and what they mean."""

    path: Path
    settings: ModelSettings

    @classmethod
    def open(cls, path: Path | str, verify: bool = False) -> "ModelFolder":
        """Open a folder; a missing, truncated or changed file, or a newer format, is an error that says so.

        verify: read large files, too, that were found right before.
        """
        path = Path(path)
        if not path.exists():
            recover(path)
        if not (path / SETTINGS).is_file() and (path / COMBINED).is_file():
            raise UsageError(f"{path} combines models: name one of the folders in it")
        if not (path / SETTINGS).is_file():
            raise InputError.at(
                path, 0, f"not a model: it has no {SETTINGS}; models come from train or import"
            )
        newest = _Format.read(path / SETTINGS).format
        if newest > FORMAT:
            raise DamagedFile(
                f"{path / SETTINGS}: format {newest} is newer than {FORMAT}, the newest known; update rectrix"
            )
        _check_settings(path / SETTINGS, newest)
        settings = ModelSettings.read(path / SETTINGS)
        model = cls(path, settings)
        for name, record in settings.files.items():
            model._check(name, record, verify)
        for name in model._used():
            if name not in settings.files:
                raise DamagedFile(f"{path / SETTINGS}: {name} is used but not listed under files")
        return model

    @property
    def grammar(self) -> Path:
        """The grammar store: of every sentence of a set, or one for all."""
        return self.path / self.settings.grammar

    @property
    def language_models(self) -> list[tuple[Path, LanguageModelFile]]:
        """The language models in the order of their features."""
        return [(self.path / model.file, model) for model in self.settings.language_models]

    def open_language_models(self, load: str = "map") -> list[LanguageModel]:
        """The language models in the order of their features."""
        return [
            LanguageModel.open(path, load, read_classes(self.path / one.classes) if one.classes else None)
            for path, one in self.language_models
        ]

    @property
    def function_names(self) -> list[str]:
        """Of the features written in Python."""
        return [name for file in self.settings.functions for name in file.names]

    @property
    def classes(self) -> tuple[WordClasses | None, WordClasses | None]:
        """The word classes of source and target, where there are any."""
        source, target = self.class_files
        return read_classes(source) if source else None, read_classes(target) if target else None

    @property
    def class_files(self) -> tuple[Path | None, Path | None]:
        """Where they lie."""
        source, target = self.settings.source_classes, self.settings.target_classes
        return self.path / source if source else None, self.path / target if target else None

    @property
    def text(self) -> tuple[TextPipeline, TextPipeline]:
        """The text processing of source and target."""
        settings = self.settings
        return (
            self._pipeline(settings.source_text, settings.source_language),
            self._pipeline(settings.target_text, settings.target_language),
        )

    def _pipeline(self, file: str, language: str) -> TextPipeline:
        if file:
            return TextPipeline.open(self.path, prefix=file.removesuffix(TEXT_SETTINGS))
        if self.settings.tokenizer == "none" and not self.settings.lowercase:
            return TextPipeline(PREPARED)
        names = {"moses": "moses", "character": "words", "none": "none"}
        changes = {"tokenize": names[self.settings.tokenizer], "language": language}
        case = {"case": "lowercase" if self.settings.lowercase else "keep"}
        return TextPipeline(PREPARED.model_copy(update=changes | case))

    def weights(self) -> Weights:
        """The feature weights by name."""
        return read_weights(self.path / self.settings.weights)

    def discretizer(self) -> Discretizer | None:
        """The bins of discretized scores; None if there are none."""
        return Discretizer.load(self.path / self.settings.bins) if self.settings.bins else None

    def sources(self, trust: bool) -> tuple[FeatureSource, ...]:
        """The features written in Python, not yet run; refused unless the user trusts the model."""
        functions = self.settings.functions
        if functions and not trust:
            files = ", ".join(str(self.path / function.file) for function in functions)
            raise UsageError(
                f"{self.path} has features written in Python, which run on your machine: read {files}, then "
                "say --trust (in Python: trust=True)"
            )
        return tuple(
            FeatureSource(one.file, (self.path / one.file).read_text(encoding="utf-8"), one.names)
            for one in functions
        )

    def require_scores(self) -> None:
        """Refuse a model with features that no other decoder has: its weights would be wrong there."""
        if self.settings.bins:
            raise UsageError(f"{self.path}: its scores are discretized, which other decoders cannot read")
        if self.settings.functions:
            raise UsageError(f"{self.path}: it has features written in Python, which no other decoder has")
        if self.settings.orientation.names():
            raise UsageError(f"{self.path}: it has orientation classifiers, which other decoders cannot read")
        if any(model.classes for model in self.settings.language_models):
            raise UsageError(
                f"{self.path}: it has a language model over word classes, which other toolkits lack; train "
                "again with --classes 0: into the same folder, with --force, only tuning is done again"
            )

    def hash_of_file(self, path: Path) -> str:
        """Of a file's content; one of the model's own need not be read for it."""
        for name, record in self.settings.files.items():
            if (self.path / name).samefile(path):
                return record.sha256
        return checksums.digest(path)

    def _used(self) -> list[str]:
        models = [model.file for model in self.settings.language_models]
        models += [model.classes for model in self.settings.language_models if model.classes]
        settings = self.settings
        chosen = [settings.bins, settings.source_classes, settings.target_classes]
        chosen += [settings.source_text, settings.target_text, settings.aligner]
        orientation = [*settings.orientation.names(), *(function.file for function in settings.functions)]
        return [settings.grammar, settings.weights, *models, *filter(None, chosen), *orientation]

    def _check(self, name: str, record: FileRecord, verify: bool) -> None:
        if "/" in name or "\\" in name or name in ("", ".", ".."):
            raise DamagedFile(f"{self.path / SETTINGS}: {name!r} is not the name of a file in the folder")
        file = self.path / name
        size = file.stat().st_size if file.is_file() else -1
        hint = "; to try other weights: rectrix translate --weights" if name == self.settings.weights else ""
        if size != record.bytes:
            seen = f"has {size} bytes" if size >= 0 else "is missing"
            raise DamagedFile(f"{file}: {seen}, expected {record.bytes}; copy or make the model again{hint}")
        if not checksums.matches(file, record.sha256, verify):
            raise DamagedFile(f"{file}: damaged: its checksum differs; copy or make the model again{hint}")


@contextmanager
def writing_model(
    path: Path | str,
    settings: ModelSettings,
    weights: Mapping[str, float],
    force: bool = False,
    unlisted: Collection[str] = (),
    shared: Mapping[str, FileRecord] = MappingProxyType({}),
) -> Iterator[Path]:
    """A temporary folder for the files that `settings` names; a whole model if the block ends well.

    unlisted: files that are no part of the model; shared: copies of another model's files, whose checksums
    are taken over: they were compared when it was opened.
    """
    with writing_folder(path, force) as folder:
        yield folder
        write_weights(folder / settings.weights, weights)
        files = {
            file.name: shared.get(file.name) or _record(file)
            for file in sorted(folder.iterdir())
            if file.name not in unlisted
        }
        text = settings.model_copy(update={"files": files, "format": FORMAT}).toml()
        with writing(folder / SETTINGS) as out:
            out.write(checksums.sealed(text))
    for name in files.keys() - shared.keys():
        checksums.remember(Path(path) / name, files[name].sha256)


def _record(file: Path) -> FileRecord:
    return FileRecord(bytes=file.stat().st_size, sha256=checksums.digest(file))


def accept_settings(path: Path) -> None:
    """Take model.toml as it is now for what it should be: somebody changed it on purpose."""
    file = path / SETTINGS
    ModelSettings.read(file)
    text = checksums.unsealed(file.read_text(encoding="utf-8"))
    with writing(file, force=True) as out:
        out.write(checksums.sealed(text if text.endswith("\n") else f"{text}\n"))


def hash_of(model: Path) -> str:
    """Of a model's settings, which hold the checksums of all its files."""
    return sha256((model / SETTINGS).read_bytes()).hexdigest()[:16]


def _check_settings(file: Path, format: int) -> None:
    text = file.read_text(encoding="utf-8")
    if format < _SEALED and not checksums.is_sealed(text):
        return
    if not checksums.seal_holds(text):
        raise DamagedFile(
            f"{file}: changed since it was written; if you changed it: rectrix verify {file.parent} --accept"
        )
