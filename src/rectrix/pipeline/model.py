"""A model that can be tuned and taught, besides what every opened model does."""

from collections.abc import Mapping, Sequence
from copy import copy
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self, cast

from rectrix.base.errors import UsageError
from rectrix.model.settings import COMBINED
from rectrix.model.translator import Translator
from rectrix.recipes import DEFAULT

if TYPE_CHECKING:
    from rectrix.adapt import Learner, LearnSettings, Lesson
    from rectrix.features.chosen import Feature
    from rectrix.learn.run import Run


class Model(Translator):
    """Grammar, language models, features and weights of a folder, memory-mapped."""

    _learner: "Learner | None" = None

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
        if not (Path(path) / COMBINED).is_file():
            return super().open(path, weights, load, verify, trust, seconds, cache)
        from rectrix.pipeline.combined import Combined

        if weights is not None:
            raise UsageError(f"{path} combines models: weights of one do not fit it")
        return cast(Self, Combined.of_folder(Path(path), load, verify, trust, seconds, cache))

    def learner(
        self, journal: Path | str | None = None, settings: "LearnSettings | None" = None
    ) -> "Learner":
        """This model as one that learns from corrections, and keeps them in a journal if one is given."""
        from rectrix.adapt.learner import Learner

        return Learner(copy(self), journal, settings)

    def learn(self, source: str, target: str) -> "Lesson":
        """Learn a confirmed translation: it counts from the next sentence on, for as long as this lives."""
        self._learner = self._learner or self.learner()
        lesson = self._learner.learn(source, target)
        now = self._learner.model
        self.decoder, self.weights, self._memory = now.decoder, now.weights, now._memory
        return lesson

    def tune(
        self,
        source: Path | str | None,
        references: Path | str | Sequence[Path | str],
        output: Path | str,
        recipe: str = DEFAULT,
        settings: Mapping[str, Any] | None = None,
        run: "Run | None" = None,
        force: bool = False,
        features: "Sequence[Feature] | None" = None,
        held_out_source: Path | str | None = None,
        held_out_references: Path | str | Sequence[Path | str] = (),
        **changes: Any,
    ) -> "Model":
        """Tune the weights on sentences with references, write a model with them and open it.

        settings: changes of the recipe's own; run: how to run; changes: further fields of TuneSettings, such
        as k, metric, or on="train" to tune on the training bitext (then without source and references).
        features: sparse ones in place of the model's own: names of templates, FILE.py:name, module:name, or
        functions of a rule. held_out_…: sentences to watch.
        """
        from rectrix.pipeline.tune import tune_model
        from rectrix.pipeline.tune_settings import TuneSettings
        from rectrix.pipeline.tuning_set import texts_of

        chosen = TuneSettings.of({"recipe": recipe, "settings": dict(settings or {}), **changes}, "tune")
        tune_model(
            self.folder.path,
            texts_of(source, references, "a tuning set"),
            Path(output),
            chosen,
            held_out=texts_of(held_out_source, held_out_references, "a held-out set"),
            run=run,
            force=force,
            trust=self.trust,
            features=features,
        )
        return Model.open(output, trust=self.trust or features is not None or chosen.templates is not None)


def load(path: Path | str, trust: bool = False) -> Model:
    """Open a model folder; trust: run the features written in Python that it holds."""
    return Model.open(path, trust=trust)
