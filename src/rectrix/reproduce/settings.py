"""Experiments as TOML files: systems × recipes × settings × seeds.

title = "Four recipes"
seeds = 3
baseline = "kbmira"

[data]
folder = "data"                     # relative to this file; without it, the embedded sample

[systems.hiero]
decoder = "hiero"

[recipes.kbmira]
settings = { rounds = 10 }

[recipes.sparse]
recipe = "green2013"
features = ["rule_id", "word_pairs"]
vary = { l1 = [0.1, 0.01] }         # one condition for each value, or combination of values

[derived.both]                      # made of the models of conditions above, without learning them again
models = ["kbmira", "sparse, l1 0.1"]   # several: combined; one with mbr = "bleu+1": minimum Bayes risk
"""

from collections.abc import Iterable
from itertools import product
from pathlib import Path
from typing import Any, Literal

from pydantic import Field

from rectrix.base.config import Settings
from rectrix.base.errors import UnknownName, UsageError
from rectrix.model.mbr import MbrKind
from rectrix.pipeline import TuneSettings
from rectrix.recipes import DEFAULT
from rectrix.reproduce.condition import Condition
from rectrix.reproduce.data import DataLimits
from rectrix.reproduce.derived import DerivedCondition
from rectrix.reproduce.experiment import Experiment
from rectrix.reproduce.system import System

# A recipe's table has these under names of its own, a system its word classes.
_NOT_OF_TUNING = {"recipe", "settings", "templates", "source_classes", "target_classes"}
_OF_TUNING = [name for name in TuneSettings.model_fields if name not in _NOT_OF_TUNING]


class DataSettings(Settings):
    """Where the data are, and how much of them is used; 0: all."""

    folder: str = ""  # of train, dev and test files; none: the embedded sample
    bitexts: tuple[str, ...] = ()  # files to be cut into train, dev, devtest and test
    languages: str = ""
    pretokenized: bool = False
    dev: str = ""  # the name of the tuning set, if it is not dev
    devtest: str = ""
    train: int = Field(default=0, ge=0)
    dev_sentences: int = Field(default=0, ge=0)
    test_sentences: int = Field(default=0, ge=0)

    def limits(self) -> DataLimits:
        """How much is used; of the sample, a little where nothing is said."""
        if self.folder or self.bitexts:
            return DataLimits(self.train, self.dev_sentences, self.test_sentences)
        return DataLimits(self.train or 2000, self.dev_sentences or 100, self.test_sentences or 200)


class RecipeSettings(Settings):
    """A way to tune, and what is varied about it."""

    recipe: str = ""  # none: the name that it stands under
    settings: dict[str, Any] = Field(default_factory=dict)
    vary: dict[str, list[Any]] = Field(default_factory=dict)  # settings with the values to try
    features: tuple[str, ...] = ()  # sparse feature templates
    sparse_reordering: bool = False
    tuning_set: str = "dev"
    tune: dict[str, Any] = Field(default_factory=dict)  # k, metric, on, sentences, without, start, …
    select: bool = False  # the epoch that is best on devtest
    seeds: int = Field(default=0, ge=0)
    systems: tuple[str, ...] = ()  # that are tuned so; none: all

    def check(self, where: str, systems: Iterable[str]) -> None:
        """Refuse what would make no condition."""
        for system in self.systems:
            if system not in systems:
                raise UnknownName(f"system in {where}", system, systems)
        for name, values in self.vary.items():
            if not values:
                raise UsageError(f"{where}: vary.{name} has no values")

    def grid(self) -> list[dict[str, Any]]:
        """Every combination of the varied values."""
        return [dict(zip(self.vary, values, strict=True)) for values in product(*self.vary.values())]


class DerivedSettings(Settings):
    """What is made of models that were tuned: see DerivedCondition."""

    models: tuple[str, ...]  # names of conditions, as the tables have them
    mbr: MbrKind = "none"
    recipe: str = DEFAULT
    settings: dict[str, Any] = Field(default_factory=dict)
    k: int = Field(default=100, ge=2)
    seeds: int = Field(default=0, ge=0)


def _hierarchical() -> dict[str, dict[str, Any]]:
    return {"hiero": {}}


class ExperimentSettings(Settings):
    """A whole experiment."""

    title: str = "Experiment"
    seeds: int = Field(default=1, ge=1)
    baseline: str = ""  # the condition that all others are tested against; none: the first
    test: Literal["randomization", "bootstrap"] = "randomization"
    data: DataSettings = DataSettings()
    systems: dict[str, dict[str, Any]] = Field(default_factory=_hierarchical)  # changes of TrainSettings
    recipes: dict[str, RecipeSettings] = Field(default_factory=dict)
    derived: dict[str, DerivedSettings] = Field(default_factory=dict)

    def experiment(self) -> Experiment:
        """Systems × recipes × settings."""
        systems = tuple(
            System.of({"name": name, "train": settings}, where=f"systems.{name}")
            for name, settings in self.systems.items()
        )
        for name, recipe in self.recipes.items():
            recipe.check(f"recipes.{name}", self.systems)
        conditions = [
            self._condition(system, name, recipe, values)
            for system in self.systems
            for name, recipe in self.recipes.items()
            if not recipe.systems or system in recipe.systems
            for values in recipe.grid()
        ]
        if not conditions:
            raise UsageError(f"{self.title}: there is no condition to run; [recipes.NAME] makes one")
        derived = [self._derived(name, made, conditions) for name, made in self.derived.items()]
        return Experiment(self.title, systems, (*conditions, *derived), self.seeds)

    def _derived(self, name: str, made: DerivedSettings, conditions: list[Condition]) -> DerivedCondition:
        systems = {condition.name: condition.system for condition in conditions}
        for other in made.models:
            if other not in systems:
                raise UnknownName("condition", other, systems)
        system = systems[made.models[0]] if made.models else ""
        return DerivedCondition(name=name, system=system, **made.model_dump())

    def _condition(self, system: str, name: str, recipe: RecipeSettings, values: dict[str, Any]) -> Condition:
        for key in recipe.tune:
            if key not in _OF_TUNING:
                raise UnknownName("setting of tune", key, _OF_TUNING)
        varied = "".join(f", {key} {value}" for key, value in values.items())
        before = f"{system}, " if len(self.systems) > 1 else ""
        chosen = {"recipe": recipe.recipe or name, "settings": recipe.settings | values}
        tune = TuneSettings.of({**recipe.tune, **chosen}, where=f"recipes.{name}")
        tune.made()  # the recipe's own settings are checked, too
        return Condition(
            name=f"{before}{name}{varied}",
            system=system,
            tune=tune,
            templates=recipe.features,
            sparse_reordering=recipe.sparse_reordering,
            tuning_set=recipe.tuning_set,
            select=recipe.select,
            seeds=recipe.seeds,
        )

    def relative_to(self, folder: Path) -> "ExperimentSettings":
        """With the paths of the data as seen from a folder."""
        data = self.data
        changes: dict[str, Any] = {"bitexts": tuple(str(folder / path) for path in data.bitexts)}
        if data.folder:
            changes["folder"] = str(folder / data.folder)
        return self.model_copy(update={"data": data.model_copy(update=changes)})

    def on(self, folder: Path | str | None, languages: str) -> "ExperimentSettings":
        """The same with other data, or other languages of them, where these are given."""
        changes: dict[str, Any] = {"folder": str(folder), "bitexts": ()} if folder else {}
        if languages:
            changes["languages"] = languages
        return self.model_copy(update={"data": self.data.model_copy(update=changes)})
