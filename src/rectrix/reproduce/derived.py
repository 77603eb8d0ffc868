"""Conditions made from the models of others: decided by minimum Bayes risk, or several combined into one."""

from pathlib import Path
from typing import Any

from pydantic import Field

from rectrix.base.config import Settings
from rectrix.base.errors import RunError, UsageError
from rectrix.base.progress import counted
from rectrix.learn.run import Run
from rectrix.model.mbr import MbrKind
from rectrix.pipeline import TrainSettings
from rectrix.pipeline.combined import combine
from rectrix.pipeline.mbr import tune_mbr
from rectrix.recipes import DEFAULT, recipe_of
from rectrix.reproduce.condition import ConditionTask, judged, measured
from rectrix.reproduce.data import DEV, Data
from rectrix.reproduce.result import ConditionResult


class DerivedCondition(Settings):
    """What becomes of tuned models without learning their weights again; all of it is tuned on dev."""

    name: str
    system: str  # in whose table it stands
    models: tuple[str, ...]  # conditions: one, for minimum Bayes risk, or several, which are combined
    mbr: MbrKind = "none"
    recipe: str = DEFAULT  # of a combination
    settings: dict[str, Any] = Field(default_factory=dict)  # of that recipe
    k: int = Field(default=100, ge=2)  # hypotheses of each model in a combination
    seeds: int = Field(default=0, ge=0)  # 0: as many as the experiment has

    def check(self, system: TrainSettings, data: Data) -> None:
        """Refuse what could not be made."""
        if not self.models or (len(self.models) == 1) != (self.mbr != "none"):
            raise UsageError(
                f"{self.name}: {counted(len(self.models), 'model')} and mbr {self.mbr!r}; it takes one model "
                "for minimum Bayes risk, or several to combine without it"
            )
        recipe_of(self.recipe, self.settings)

    def run(self, task: ConditionTask) -> ConditionResult:
        """Tune what is new on dev, translate and judge."""
        models = []
        for name, result in zip(self.models, task.made_of(), strict=True):
            if result is None:
                raise RunError(f"{name}, of which it is made, has no result")
            models.append(result.folder / "model")
        with measured(task.threads) as making:
            numbers, signature = self._make(task, models)
        return judged(task, signature, numbers | making.facts())

    def _make(self, task: ConditionTask, models: list[Path]) -> tuple[dict[str, float], str]:
        """Leaves a model in the task's folder."""
        output, dev = task.folder / "model", task.trained.data.sets[DEV]
        if self.mbr != "none":
            chosen = tune_mbr(models[0], dev, output, self.mbr, threads=task.threads, force=True, trust=True)
            return {"before": chosen.plain, "tuning": chosen.best.score}, chosen.best.settings.signature()
        settings, run = self.settings | {"seed": task.seed}, Run(threads=task.threads)
        tuned = combine(models, dev, output, self.recipe, settings, k=self.k, run=run, force=True, trust=True)
        features = float(sum(value != 0 for value in tuned.weights.values()))
        return {"before": tuned.before, "tuning": tuned.after, "features": features}, tuned.signature
