"""Phrase-based models of Moses: tables, language models, weights; hypotheses get Moses' scores.

Moses' unknown-word penalty is -100 for each word; ours is a count, so its weight is multiplied by -100.
"""

from dataclasses import dataclass
from math import log
from pathlib import Path

from rectrix._core.grammar import MosesReport, PhraseTable
from rectrix.base.errors import InputError
from rectrix.base.files import open_text, shown
from rectrix.base.progress import Progress
from rectrix.exchange.foreign_weights import read_foreign
from rectrix.exchange.moses_ini import FeatureFunction, MosesIni
from rectrix.exchange.moses_names import NO_BEAM, SCORE_PREFIX, UNKNOWN, reordering_names
from rectrix.features.weights import Weights
from rectrix.grammar.phrase import import_phrases
from rectrix.lm.model import is_mapped, mapped_model
from rectrix.model.folder import ModelFolder, writing_model
from rectrix.model.settings import PHRASES, LanguageModelFile, ModelSettings, StackSettings

_PENALTIES = {"WordPenalty": "word_penalty", "PhrasePenalty": "phrase_penalty", "Distortion": "distortion"}
_TABLES = ("PhraseDictionaryMemory",)
_MODELS = ("KENLM", "SRILM", "IRSTLM")
_REORDERING = ("LexicalReordering",)
# What Moses does where a configuration says nothing.
_STACK, _NO_LIMIT, _POP_LIMIT, _TABLE_LIMIT, _BEAM = 200, -1, 1000, 20, 1e-5
_NORMAL, _CUBE_PRUNING = 0, 1
_TAKEN = [
    "feature",
    "weight",
    "weight-file",
    "stack",
    "distortion-limit",
    "cube-pruning-pop-limit",
    "ttable-limit",
    "beam-threshold",
    "search-algorithm",
    "drop-unknown",
    "mark-unknown",
    "early-distortion-cost",
]
# About files, factors of one kind, and talking: nothing that changes a translation.
_HARMLESS = [
    "input-factors",
    "mapping",
    "threads",
    "verbose",
    "v",
    "input-file",
    "n-best-list",
    "n-best-factor",
    "report-segmentation",
]


@dataclass(frozen=True)
class _Parts:
    """What a model is made of; all files are there, and weights fit."""

    config: MosesIni
    table: FeatureFunction
    reordering: FeatureFunction | None
    models: list[FeatureFunction]

    @property
    def reordering_type(self) -> str:
        """What the reordering values are."""
        return self.reordering.arguments.get("type", "") if self.reordering else ""


def import_moses(
    ini: Path, output: Path, force: bool = False, progress: Progress | None = None
) -> ModelFolder:
    """Make a model folder from a moses.ini and the text tables and ARPA files that it names."""
    config = MosesIni.read(ini)
    progress = progress or Progress()
    parts = _parts(config)
    files = [config.file(model) for model in parts.models]
    settings = ModelSettings(
        decoder="phrase",
        grammar=PHRASES,
        language_models=tuple(
            LanguageModelFile(
                file=f"lm{number}.rlm", original="" if is_mapped(file) else shown(file.resolve())
            )
            for number, file in enumerate(files)
        ),
        stack=_search(config, parts.table, progress),
        recipe="import moses",
    )
    weights, idle = _weights(parts)
    _check_table(config, parts.table)
    with writing_model(output, settings, weights, force) as folder:
        for number, file in enumerate(files):
            mapped_model(file, folder / f"lm{number}.rlm")
        values = config.file(parts.reordering) if parts.reordering else None
        table = config.file(parts.table)
        report = import_phrases(table, folder / PHRASES, values, parts.reordering_type, progress=progress)
        known = {*PhraseTable.open(folder / PHRASES).score_names}
    idle += [name for name in weights if name.startswith(SCORE_PREFIX) and name not in known]
    _tell(report, idle, progress)
    return ModelFolder.open(output)


def _parts(config: MosesIni) -> _Parts:
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
    for feature in (*tables, *reordering):
        config.file(feature)
    return _Parts(config, tables[0], reordering[0] if reordering else None, config.of_kind(*_MODELS))


def _search(config: MosesIni, table: FeatureFunction, progress: Progress) -> StackSettings:
    """What is taken over of how to search, and what is told because it cannot be."""
    algorithm = config.number("search-algorithm", _NORMAL)
    if algorithm not in (_NORMAL, _CUBE_PRUNING):
        line = config.sections["search-algorithm"][0][0]
        raise InputError.at(config.path, line, f"search algorithm {algorithm} is not for phrases; 0 or 1 are")
    pops = config.number("cube-pruning-pop-limit", _POP_LIMIT)
    if algorithm == _NORMAL:
        progress.say(f"search-algorithm 0: here it is cube pruning, with pop limit {pops}", pop_limit=pops)
    if config.flag("mark-unknown"):
        progress.say("mark-unknown: here unknown words are marked as <unk:word>")
    ignored = [name for name in config.sections if name and name not in (*_TAKEN, *_HARMLESS)]
    if ignored:
        progress.say(f"not taken over from {config.path}: {', '.join(ignored)}", ignored=ignored)
    beam = config.decimal("beam-threshold", _BEAM)
    return StackSettings(
        pop_limit=pops,
        stack=config.number("stack", _STACK),
        threshold=-log(beam) if NO_BEAM < beam < 1 else 0.0,
        table_limit=int(table.arguments.get("table-limit", config.number("ttable-limit", _TABLE_LIMIT))),
        distortion_limit=max(_NO_LIMIT, config.number("distortion-limit", _NO_LIMIT)),
        distortion_ahead=config.flag("early-distortion-cost"),
        unknown="drop" if config.flag("drop-unknown") else "mark" if config.flag("mark-unknown") else "copy",
    )


def _score_count(table: FeatureFunction) -> int:
    return int(table.arguments.get("num-features", 4))


def _check_table(config: MosesIni, table: FeatureFunction) -> None:
    """Look at the first line of the phrase table before all others are read."""
    path = config.file(table)
    with open_text(path) as lines:
        fields = next(iter(lines), "").split("|||")
    found = len(fields[2].split()) if len(fields) > 2 else 0
    if found != _score_count(table):
        raise InputError.at(
            config.path,
            table.line,
            f"{table.name}: num-features is {_score_count(table)}, but {path} begins with {found} scores",
        )


def score_names(count: int) -> list[str]:
    """The features of a phrase table's scores, as the table's reader names them."""
    first = ["p_fe", "lex_fe", "p_ef", "lex_ef"] if count >= 4 else []
    return [*first, *(f"tm_{number + 1}" for number in range(len(first), count))]


def _weights(parts: _Parts) -> tuple[Weights, list[str]]:
    """Weights by our names, and the names of sparse ones that no feature here has."""
    config, table = parts.config, parts.table
    count = _score_count(table)
    weights = dict(zip(score_names(count), config.weight(table.name, count), strict=True))
    for number, model in enumerate(parts.models):
        weights["lm" if number == 0 else f"lm{number + 1}"] = config.weight(model.name, 1)[0]
    for kind, ours in _PENALTIES.items():
        for feature in config.of_kind(kind):
            weights[ours] = config.weight(feature.name, 1)[0]
    for feature in config.of_kind("UnknownWordPenalty"):
        weights["unknown"] = UNKNOWN * config.weight(feature.name, 1, default=1.0)[0]
    if parts.reordering:
        names = reordering_names(parts.reordering_type)
        weights |= dict(zip(names, config.weight(parts.reordering.name, len(names)), strict=True))
    idle = []
    for name, value in _sparse_weights(config).items():
        score = name.removeprefix(f"{table.name}_")
        if score == name:
            idle.append(name)
        else:
            weights[SCORE_PREFIX + score] = value
    return weights, idle


def _sparse_weights(config: MosesIni) -> Weights:
    weights: Weights = {}
    for line, text in config.sections.get("weight-file", []):
        path = config.path.parent / text
        if not path.is_file():
            raise InputError.at(config.path, line, f"[weight-file]: no file {text!r} (looked for {path})")
        weights |= read_foreign(path)
    return weights


def _tell(report: MosesReport, idle: list[str], progress: Progress) -> None:
    progress.say(f"{report.pairs:,} phrase pairs", pairs=report.pairs)
    if report.without_reordering:
        progress.say(
            f"{report.without_reordering:,} of them are not in the reordering table",
            missing=report.without_reordering,
        )
    if report.sparse:
        progress.say(f"{report.sparse:,} of them have sparse scores", sparse=report.sparse)
    if idle:
        shown = ", ".join(idle[:5]) + (", …" if len(idle) > 5 else "")
        progress.say(f"weights without a feature in this model: {len(idle):,}: {shown}", idle=idle)
