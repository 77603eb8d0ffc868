"""The mean of models that differ in their weights alone: several runs of a tuner as one model.

Tuners end elsewhere with each seed; the mean varies less and translates new text at least as well as most of
them (Cettolo et al. 2011).
"""

from collections.abc import Sequence
from pathlib import Path

from rectrix.base.errors import UsageError
from rectrix.features.weights import mean
from rectrix.model.copies import writing_copy
from rectrix.model.folder import ModelFolder
from rectrix.pipeline.tune import LOG


def average_models(models: Sequence[Path], output: Path, force: bool = False) -> None:
    """Write a model with the mean of the models' weights; all else they must have in common."""
    folders = [ModelFolder.open(path) for path in models]
    weights = mean([folder.weights() for folder in folders])
    first = folders[0]
    for other in folders[1:]:
        if different := _differences(first, other):
            raise UsageError(
                f"{first.path} and {other.path} differ in {', '.join(different)}: only models that are the "
                "same but for their weights have a mean"
            )
    runs = " + ".join(folder.settings.recipe or "not tuned" for folder in folders)
    settings = first.settings.model_copy(update={"recipe": f"mean of {runs}", "files": {}})
    with writing_copy(first, output, settings, weights, force, without=(LOG,)):
        pass


def _differences(one: ModelFolder, other: ModelFolder) -> list[str]:
    """Names of settings and files in which two models differ."""
    own = {"recipe", "files"}
    settings = [folder.settings.model_dump(exclude=own) for folder in (one, other)]
    names = [name for name in settings[0] if settings[0][name] != settings[1][name]]
    files = [
        {
            name: record
            for name, record in folder.settings.files.items()
            if name not in (folder.settings.weights, LOG)
        }
        for folder in (one, other)
    ]
    return names + sorted(name for name in files[0] | files[1] if files[0].get(name) != files[1].get(name))
