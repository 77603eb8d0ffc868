"""What a model is: settings, sizes, weights by template, curves of bins and of its tuning."""

from typing import Any

from rectrix._core.grammar import BitextIndex, GrammarStore, PhraseTable
from rectrix.base.errors import InputError
from rectrix.evaluate.curves import weight_curves
from rectrix.evaluate.tuning_log import MODEL_LOG, TuningLog
from rectrix.features.prefix import prefix_of
from rectrix.features.weights import named
from rectrix.lm import LanguageModel
from rectrix.model.settings import INDEX_SUFFIX
from rectrix.serve.engine import Engine
from rectrix.serve.schema import Curve, Facts, ModelShown, WeightShown, WeightsShown

_DENSE = "dense"
_CURVES = ("tuning", "held_out", "oracle", "prediction", "length", "features")


def shown(engine: Engine) -> ModelShown:
    """A model in a few words."""
    return ModelShown(
        name=engine.name,
        source=engine.languages.source,
        target=engine.languages.target,
        decoder=engine.model.folder.settings.decoder,
        learns=engine.learner is not None,
        training_text=engine.bitext is not None,
    )


def template_of(name: str) -> str:
    """As the page groups features."""
    return prefix_of(name) or _DENSE


def facts(engine: Engine) -> Facts:
    """All that is known of a model."""
    folder = engine.model.folder
    weights = named(engine.model.weights, engine.model.space)
    templates: dict[str, int] = {}
    for name, value in weights.items():
        if value:
            templates[template_of(name)] = templates.get(template_of(name), 0) + 1
    log = _log(engine)
    return Facts(
        **shown(engine).model_dump(),
        settings=folder.settings.model_dump(mode="json", exclude={"files"}),
        files={name: record.bytes for name, record in folder.settings.files.items()},
        recipe=folder.settings.recipe,
        weights=sum(value != 0 for value in weights.values()),
        templates=dict(sorted(templates.items(), key=lambda item: -item[1])),
        rules=_rules(engine),
        language_models=[_language_model(engine, n) for n in range(len(folder.language_models))],
        length=log.epochs[-1].get("length") if log else None,
        tuning=[Curve(name=field, points=log.curve(field)) for field in _CURVES if log.curve(field)]
        if log
        else [],
        curves=[Curve(name=name, points=points) for name, points in weight_curves(weights).items()],
    )


def weights_found(engine: Engine, search: str, template: str, first: int, count: int) -> WeightsShown:
    """The weights whose names have a text in them, the largest first."""
    weights = named(engine.model.weights, engine.model.space)
    wanted = search.lower()
    found = [
        WeightShown(name=name, template=template_of(name), value=value)
        for name, value in weights.items()
        if value and wanted in name.lower() and template in ("", template_of(name))
    ]
    found.sort(key=lambda one: (-abs(one.value), one.name))
    return WeightsShown(model=engine.name, found=len(found), weights=found[first : first + count])


def _log(engine: Engine) -> TuningLog | None:
    path = engine.model.folder.path
    if not (path / MODEL_LOG).is_file():
        return None
    try:
        return TuningLog.read(path)
    except InputError:  # a model is served whatever its log is like
        return None


def _rules(engine: Engine) -> int | None:
    path = engine.model.folder.grammar
    if engine.model.folder.settings.decoder == "phrase":
        return len(PhraseTable.open(path))
    if path.suffix == INDEX_SUFFIX:
        return len(BitextIndex.open(path))
    return len(GrammarStore.open(path).rules(0))


def _language_model(engine: Engine, number: int) -> dict[str, Any]:
    path, file = engine.model.folder.language_models[number]
    model = LanguageModel.open(path)
    return {"feature": file.feature, "file": file.file, "order": model.order}
