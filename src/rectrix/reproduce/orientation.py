"""Conditions that train an orientation classifier on the aligned bitext of a system."""

from typing import Any

from pydantic import Field

from rectrix.base.config import Settings
from rectrix.pipeline import TrainSettings
from rectrix.reorder import Events, LogisticRegression, OrientationModel, ReorderSettings, train, write_events
from rectrix.reproduce.condition import ConditionTask
from rectrix.reproduce.data import Data
from rectrix.reproduce.result import ConditionResult


class Orientation(Settings):
    """A classifier, judged on held-out sentences."""

    name: str
    system: str  # whose bitext
    settings: dict[str, Any] = Field(default_factory=dict)  # changes of ReorderSettings
    seeds: int = Field(default=0, ge=0)  # 0: as many as the experiment has

    @property
    def models(self) -> tuple[str, ...]:
        return ()

    def check(self, system: TrainSettings, data: Data) -> None:
        """Refuse wrong settings."""
        self._settings(1)

    def _settings(self, seed: int) -> ReorderSettings:
        return ReorderSettings.of({**self.settings, "seed": seed}, where=self.name)

    def run(self, task: ConditionTask) -> ConditionResult:
        """Extract events, train, judge."""
        settings = self._settings(task.seed)
        path, model = task.folder / "events", task.folder / "classifier"
        bitext = task.trained.bitext(self.system)
        counts = write_events(path, *bitext, settings.events, force=True, threads=task.threads)
        events = Events(path)
        made = train(model, events, settings, task.threads, force=True)
        judged = OrientationModel(model).score(events, events.split(settings.held_out)[1], task.threads)
        passes = made.passes_ if isinstance(made, LogisticRegression) else []
        path.unlink()
        return ConditionResult(
            condition=self.name,
            seed=task.seed,
            fingerprint=task.fingerprint(),
            signature=settings.signature(),
            numbers={
                "events": float(counts.events),
                "error": 100 * judged.error,
                "log_loss": judged.log_loss,
                "passes": float(len(passes)),
                "training": passes[-1].seconds if passes else 0.0,
                "cpu": passes[-1].seconds if passes else 0.0,
            },
            curves={
                "active": [one.active for one in passes],
                "objective": [one.objective for one in passes],
            },
            folder=task.folder,
        )
