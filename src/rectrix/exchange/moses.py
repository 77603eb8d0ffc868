"""Phrase-based models of Moses, in and out: tables, language models, weights; hypotheses get Moses' scores.

Moses' unknown-word penalty is -100 for each word; ours is a count, so its weight is multiplied by -100.
"""

import shutil
from collections.abc import Sequence
from pathlib import Path

from rectrix._core.grammar import PhraseTable
from rectrix.base.errors import InputError, UsageError
from rectrix.base.files import open_bytes, writing, writing_folder
from rectrix.base.progress import Progress
from rectrix.decode.model_folder import (
    PHRASES,
    LanguageModelFile,
    ModelFolder,
    ModelSettings,
    StackSettings,
    writing_model,
)
from rectrix.exchange.moses_ini import FeatureFunction, MosesIni
from rectrix.features.weights import Weights
from rectrix.grammar.phrase import import_phrases
from rectrix.lm import LanguageModel
from rectrix.lm.model import mapped_model

_UNKNOWN = -100.0  # Moses' value for an unknown word
_PENALTIES = {"WordPenalty": "word_penalty", "PhrasePenalty": "phrase_penalty", "Distortion": "distortion"}
_TABLES = ("PhraseDictionaryMemory",)
_MODELS = ("KENLM", "SRILM", "IRSTLM")
_REORDERING = ("LexicalReordering",)
_CLASSES = {
    "msd": ("monotone", "swap", "discontinuous"),
    "mslr": ("monotone", "swap", "left", "right"),
    "monotonicity": ("monotone", "other"),
    "leftright": ("right", "left"),
}


def import_moses(
    ini: Path, output: Path, force: bool = False, progress: Progress | None = None
) -> ModelFolder:
    """Make a model folder from a moses.ini and the text tables and ARPA files that it names."""
    config = MosesIni.read(ini)
    progress = progress or Progress()
    table, reordering, models = _parts(config)
    type_ = reordering.arguments.get("type", "") if reordering else ""
    settings = ModelSettings(
        decoder="phrase",
        grammar=PHRASES,
        language_models=tuple(
            LanguageModelFile(file=f"lm{number}.rlm", original=str(config.file(model).resolve()))
            for number, model in enumerate(models)
        ),
        stack=StackSettings(
            pop_limit=config.number("cube-pruning-pop-limit", 1000),
            stack=config.number("stack", 100),
            table_limit=int(table.arguments.get("table-limit", config.number("ttable-limit", 20))),
            distortion_limit=config.number("distortion-limit", 6),
        ),
        recipe="import moses",
    )
    weights = _weights(config, table, reordering, models)
    with writing_model(output, settings, weights, force) as folder:
        values = config.file(reordering) if reordering else None
        report = import_phrases(config.file(table), folder / PHRASES, values, type_, progress=progress)
        for number, model in enumerate(models):
            mapped_model(config.file(model), folder / f"lm{number}.rlm")
        found = PhraseTable.open(folder / PHRASES)
        known = sum(not name.startswith("raw_") for name in found.score_names)
        if known != len(config.weight(table.name, _score_count(table))):
            raise InputError.at(
                ini, table.line, f"{table.name}: num-features is not the {known} scores of the phrase table"
            )
    progress.say(f"{report.pairs:,} phrase pairs", pairs=report.pairs)
    if report.without_reordering:
        progress.say(
            f"{report.without_reordering:,} of them are not in the reordering table",
            missing=report.without_reordering,
        )
    if report.sparse:
        progress.say(f"the sparse scores of {report.sparse:,} pairs are left out", sparse=report.sparse)
    return ModelFolder.open(output)


def _parts(config: MosesIni) -> tuple[FeatureFunction, FeatureFunction | None, list[FeatureFunction]]:
    """The phrase table, the reordering table, the language models; anything else must weigh 0."""
    known = (*_TABLES, *_MODELS, *_REORDERING, *_PENALTIES, "UnknownWordPenalty")
    for feature in config.features:
        if feature.kind not in known and any(config.weights.get(feature.name, [0.0])):
            raise InputError.at(
                config.path, feature.line, f"{feature.kind} is not supported; known: {', '.join(known)}"
            )
    tables, reordering = config.of_kind(*_TABLES), config.of_kind(*_REORDERING)
    if len(tables) != 1 or len(reordering) > 1:
        raise InputError.at(
            config.path, 0, "a model has one phrase table in text form and at most one reordering table"
        )
    return tables[0], reordering[0] if reordering else None, config.of_kind(*_MODELS)


def _score_count(table: FeatureFunction) -> int:
    return int(table.arguments.get("num-features", 4))


def score_names(count: int) -> list[str]:
    """The features of a phrase table's scores, as the table's reader names them."""
    first = ["p_fe", "lex_fe", "p_ef", "lex_ef"] if count >= 4 else []
    return [*first, *(f"tm_{number + 1}" for number in range(len(first), count))]


def reordering_names(type_: str) -> list[str]:
    """The features of a reordering model, in the order of its table's columns."""
    parts = type_.split("-")
    classes = next((_CLASSES[part] for part in parts if part in _CLASSES), _CLASSES["msd"])
    directions = (
        ["forward"]
        if "forward" in parts
        else ["backward", "forward"]
        if "bidirectional" in parts
        else ["backward"]
    )
    if "collapseff" in parts:
        return [f"reordering:{direction}" for direction in directions]
    return [f"reordering:{direction}_{name}" for direction in directions for name in classes]


def _weights(
    config: MosesIni,
    table: FeatureFunction,
    reordering: FeatureFunction | None,
    models: list[FeatureFunction],
) -> Weights:
    count = _score_count(table)
    weights = dict(zip(score_names(count), config.weight(table.name, count), strict=True))
    for number, model in enumerate(models):
        weights["lm" if number == 0 else f"lm{number + 1}"] = config.weight(model.name, 1)[0]
    for kind, ours in _PENALTIES.items():
        for feature in config.of_kind(kind):
            weights[ours] = config.weight(feature.name, 1)[0]
    for feature in config.of_kind("UnknownWordPenalty"):
        weights["unknown"] = _UNKNOWN * config.weight(feature.name, 1, default=1.0)[0]
    if reordering:
        names = reordering_names(reordering.arguments.get("type", ""))
        weights |= dict(zip(names, config.weight(reordering.name, len(names)), strict=True))
    return weights


def export_moses(
    model: ModelFolder,
    output: Path,
    force: bool = False,
    progress: Progress | None = None,
    language_models: Sequence[Path] = (),
) -> None:
    """Write a phrase-based model as Moses reads it: tables, `moses.ini` and ARPA language models.

    The n-grams cannot be read back from a mapped model: `language_models` are the ARPA files that the model's
    were made of, in their order; without them, those that an import has seen, if they are still there.
    """
    if model.settings.decoder != "phrase":
        raise InputError.at(
            model.path, 0, "only phrase-based models can go to Moses; use `export cdec` for this one"
        )
    model.require_scores()
    table = PhraseTable.open(model.grammar)
    with writing_folder(output, force) as folder:
        with writing(folder / "phrase-table.gz") as pairs, writing(folder / "reordering-table.gz") as values:
            for first in range(0, table.phrases, 1000):
                text, reordering = table.moses(first, min(first + 1000, table.phrases))
                pairs.write(text)
                values.write(reordering)
        if not table.reordering_type:
            (folder / "reordering-table.gz").unlink()
        (folder / "moses.ini").write_text(_ini(model, table), encoding="utf-8")
        _copy_models(model, folder, language_models, progress or Progress())


def _copy_models(model: ModelFolder, folder: Path, given: Sequence[Path], progress: Progress) -> None:
    files = model.settings.language_models
    if given and len(given) != len(files):
        raise UsageError(f"{len(given)} ARPA files for the {len(files)} language models of {model.path}")
    originals = given or [Path(file.original) for file in files]
    for number, (path, file) in enumerate(zip(originals, files, strict=True)):
        if not given and not (file.original and path.is_file()):
            progress.say(
                f"put the ARPA text of {file.file} into {folder.name} as lm{number}.arpa, or use --lm"
            )
            continue
        if LanguageModel.open(path).counts != LanguageModel.open(model.path / file.file).counts:
            raise InputError.at(path, 0, f"not the ARPA text of {file.file}: it has other n-grams")
        with open_bytes(path) as arpa, (folder / f"lm{number}.arpa").open("wb") as copy:
            shutil.copyfileobj(arpa, copy)


def _ini(model: ModelFolder, table: PhraseTable) -> str:
    weights, stack = model.weights(), model.settings.stack
    scores = [name for name in table.score_names if not name.startswith("raw_")]
    names = reordering_names(table.reordering_type) if table.reordering_type else []
    models = ["lm" if n == 0 else f"lm{n + 1}" for n in range(len(model.settings.language_models))]

    def numbers(*features: str) -> str:
        return " ".join(f"{weights.get(name, 0.0):.9g}" for name in features)

    features = ["UnknownWordPenalty", "WordPenalty", "PhrasePenalty", "Distortion"]
    lines = [
        f"UnknownWordPenalty0= {weights.get('unknown', _UNKNOWN) / _UNKNOWN:.9g}",
        f"WordPenalty0= {numbers('word_penalty')}",
        f"PhrasePenalty0= {numbers('phrase_penalty')}",
        f"Distortion0= {numbers('distortion')}",
        f"TranslationModel0= {numbers(*scores)}",
    ]
    features.append(
        f"PhraseDictionaryMemory name=TranslationModel0 num-features={len(scores)} path=phrase-table.gz "
        f"input-factor=0 output-factor=0 table-limit={stack.table_limit}"
    )
    if names:
        features.append(
            f"LexicalReordering name=LexicalReordering0 num-features={len(names)} "
            f"type={table.reordering_type} input-factor=0 output-factor=0 path=reordering-table.gz"
        )
        lines.append(f"LexicalReordering0= {numbers(*names)}")
    for number, name in enumerate(models):
        # Moses reads ARPA text: `order` is the order of the model that the folder was made with.
        order = LanguageModel.open(model.path / model.settings.language_models[number].file).core.order
        features.append(f"KENLM name=LM{number} factor=0 path=lm{number}.arpa order={order}")
        lines.append(f"LM{number}= {numbers(name)}")
    sections = {
        "input-factors": ["0"],
        "mapping": ["0 T 0"],
        "distortion-limit": [str(stack.distortion_limit)],
        "search-algorithm": ["1"],
        "cube-pruning-pop-limit": [str(stack.pop_limit)],
        "stack": [str(stack.stack)],
        "feature": features,
        "weight": lines,
    }
    return "\n".join(f"[{name}]\n" + "\n".join(content) + "\n" for name, content in sections.items())
