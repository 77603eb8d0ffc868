"""Copies of models with other settings or other sparse features, for tuning without training again."""

import shutil
from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from rectrix.base.copies import copy_file
from rectrix.base.files import open_bytes, writing
from rectrix.features.chosen import ChosenFeatures, prefixes
from rectrix.features.weights import Weights
from rectrix.model import checksums
from rectrix.model.folder import ModelFolder, writing_model
from rectrix.model.settings import SOURCE_CLASSES, TARGET_CLASSES, FunctionFile, ModelSettings


def copy_model(model: Path, output: Path, force: bool = False, **changes: Any) -> None:
    """A copy of a model with other settings, such as more templates, whose features weigh nothing yet."""
    folder = ModelFolder.open(model)
    settings = folder.settings.model_copy(update={**changes, "files": {}})
    with writing_copy(folder, output, settings, folder.weights(), force):
        pass


@contextmanager
def writing_copy(
    folder: ModelFolder,
    output: Path,
    settings: ModelSettings,
    weights: Mapping[str, float],
    force: bool = False,
    without: Collection[str] = (),
    unlisted: Collection[str] = (),
) -> Iterator[Path]:
    """A copy of a model with other settings and weights, without some files; the block may add others.

    Large files are not read again to be hashed: their checksums go with them.
    """
    gone = {folder.settings.weights, *without}
    shared = {name: record for name, record in folder.settings.files.items() if name not in gone}
    with writing_model(output, settings, weights, force, unlisted, shared) as temporary:
        for name in shared:
            copy_file(folder.path / name, temporary / name)
        yield temporary
    for name, record in shared.items():
        checksums.carry(folder.path / name, output / name, record.sha256)


def with_features(folder: ModelFolder, features: ChosenFeatures, output: Path, force: bool = False) -> None:
    """A copy of a model with these sparse features in place of its own, whose weights go with them."""
    own = folder.settings
    settings = own.model_copy(update={**feature_settings(features), "files": {}})
    gone = [own.source_classes, own.target_classes, *(one.file for one in own.functions)]
    with writing_copy(folder, output, settings, _kept(folder, features), force, gone) as temporary:
        write_features(features, temporary)


def feature_settings(features: ChosenFeatures) -> dict[str, Any]:
    """What model.toml says of sparse features."""
    return {
        "templates": features.templates,
        "functions": tuple(FunctionFile(file=one.file, names=one.names) for one in features.sources),
        "source_classes": SOURCE_CLASSES if features.source_classes else "",
        "target_classes": TARGET_CLASSES if features.target_classes else "",
    }


def write_features(features: ChosenFeatures, folder: Path) -> None:
    """The files that these settings name."""
    given = {SOURCE_CLASSES: features.source_classes, TARGET_CLASSES: features.target_classes}
    for name, path in given.items():
        if path:
            with open_bytes(path) as file, (folder / name).open("wb") as out:
                shutil.copyfileobj(file, out)
    for source in features.sources:
        with writing(folder / source.file) as out:
            out.write(source.text)


def _kept(folder: ModelFolder, features: ChosenFeatures) -> Weights:
    """The model's weights but those of features that it will have no more."""
    own = folder.settings
    before = prefixes(own.templates) | {name for one in own.functions for name in one.names}
    gone = before - prefixes(features.templates) - {name for one in features.sources for name in one.names}
    return {name: value for name, value in folder.weights().items() if name.partition(":")[0] not in gone}
