"""Phrase-based models for Moses: tables, moses.ini, ARPA language models, and a file of sparse weights."""

from collections.abc import Sequence
from math import exp
from pathlib import Path

from rectrix._core.grammar import PhraseTable
from rectrix.base.errors import InputError
from rectrix.base.files import writing, writing_folder
from rectrix.base.progress import Progress
from rectrix.exchange.escape import for_moses
from rectrix.exchange.foreign_weights import write_foreign
from rectrix.exchange.language_models import ArpaText, arpa_texts
from rectrix.exchange.moses_names import NO_BEAM, SCORE_PREFIX, UNKNOWN, reordering_names, table_scores
from rectrix.exchange.moses_sparse import MOSES_TWINS
from rectrix.exchange.moses_table import IN_TABLE, OwnScores
from rectrix.exchange.script import place_of, write_moses_script
from rectrix.exchange.sparse import ExchangedWeights, translate
from rectrix.features.weights import Weights
from rectrix.model.folder import ModelFolder

_TABLE = "TranslationModel0"
_PHRASES_AT_ONCE = 1000


def export_moses(
    model: ModelFolder,
    output: Path,
    force: bool = False,
    progress: Progress | None = None,
    language_models: Sequence[Path] = (),
    without_sparse: bool = False,
) -> None:
    """Write a phrase-based model as Moses reads it: tables, `moses.ini` and ARPA language models.

    language_models: the ARPA files that the model's were made of, in order; without them they are listed.
    """
    progress = progress or Progress()
    if model.settings.decoder != "phrase":
        raise InputError.at(
            model.path, 0, "only phrase-based models can go to Moses; use `export cdec` for this one"
        )
    model.require_scores()
    place = place_of(output)
    sparse = translate(model.weights(), MOSES_TWINS, without_sparse, IN_TABLE, model.function_names)
    left_out = sparse.require("Moses", without_sparse)
    texts = arpa_texts(model, language_models)
    table = PhraseTable.open(model.grammar)
    with writing_folder(output, force) as folder:
        special = _write_tables(table, OwnScores(sparse.table, model.classes), folder, progress)
        for number, text in enumerate(texts):
            text.write(folder / f"lm{number}.arpa", for_moses, progress)
        own = {f"{_TABLE}_{name}": weight for name, weight in sparse.table.items()}
        listed = _table_weights(sparse.weights) | own | sparse.sparse
        if listed:
            write_foreign(folder / "sparse.weights", listed)
        ini = _ini(model, table, texts, sparse, place, bool(listed))
        (folder / "moses.ini").write_text(ini, encoding="utf-8")
        write_moses_script(folder, place)
    _tell(sparse, left_out, special, progress)


def _table_weights(weights: Weights) -> Weights:
    """Those of the table's own sparse scores, as Moses names them."""
    names = [name for name in weights if name.startswith(SCORE_PREFIX)]
    return {f"{_TABLE}_{name.removeprefix(SCORE_PREFIX)}": weights[name] for name in names}


def _write_tables(table: PhraseTable, own: OwnScores, folder: Path, progress: Progress) -> list[str]:
    """Write both tables; the words that had to be escaped."""
    special: dict[str, None] = {}
    with (
        writing(folder / "phrase-table.gz") as pairs,
        writing(folder / "reordering-table.gz") as values,
        progress.task("writing tables", table.phrases, "phrases") as task,
    ):
        for first in range(0, table.phrases, _PHRASES_AT_ONCE):
            end = min(first + _PHRASES_AT_ONCE, table.phrases)
            text, reordering = table.moses(first, end)
            pairs.write(own.added(text) if own else text)
            values.write(reordering)
            if "&#124;" in text:
                found = (word for line in text.split("\n") for word in line.split() if "&#124;" in word)
                special |= dict.fromkeys(found)
            task.advance(end - first)
    if not table.reordering_type:
        (folder / "reordering-table.gz").unlink()
    return list(special)


def _ini(
    model: ModelFolder,
    table: PhraseTable,
    texts: list[ArpaText],
    sparse: ExchangedWeights,
    place: Path,
    has_file: bool,
) -> str:
    weights, stack = sparse.weights, model.settings.stack
    scores = table_scores(table)
    names = reordering_names(table.reordering_type) if table.reordering_type else []

    def numbers(*features: str) -> str:
        return " ".join(f"{weights.get(name, 0.0):.9g}" for name in features)

    features = ["UnknownWordPenalty", "WordPenalty", "PhrasePenalty", "Distortion"]
    lines = [
        f"UnknownWordPenalty0= {weights.get('unknown', UNKNOWN) / UNKNOWN:.9g}",
        f"WordPenalty0= {numbers('word_penalty')}",
        f"PhrasePenalty0= {numbers('phrase_penalty')}",
        f"Distortion0= {numbers('distortion')}",
        f"{_TABLE}= {numbers(*scores)}",
    ]
    features.append(
        f"PhraseDictionaryMemory name={_TABLE} num-features={len(scores)} path={place}/phrase-table.gz "
        f"input-factor=0 output-factor=0 table-limit={stack.table_limit}"
    )
    if names:
        features.append(
            f"LexicalReordering name=LexicalReordering0 num-features={len(names)} "
            f"type={table.reordering_type} input-factor=0 output-factor=0 path={place}/reordering-table.gz"
        )
        lines.append(f"LexicalReordering0= {numbers(*names)}")
    for number, text in enumerate(texts):
        features.append(
            f"KENLM name=LM{number} factor=0 path={place}/lm{number}.arpa order={text.model.order}"
        )
        lines.append(f"LM{number}= {numbers('lm' if number == 0 else f'lm{number + 1}')}")
    sections = {
        "input-factors": ["0"],
        "mapping": ["0 T 0"],
        **_search(model),
        "feature": [*features, *sparse.functions],
        **({"weight-file": [f"{place}/sparse.weights"]} if has_file else {}),
        "weight": lines,
    }
    return "\n".join(f"[{name}]\n" + "\n".join(content) + "\n" for name, content in sections.items())


def _search(model: ModelFolder) -> dict[str, list[str]]:
    """How to search, as far as Moses can."""
    stack = model.settings.stack
    beam = exp(-stack.threshold) if stack.threshold else NO_BEAM
    found = {
        "distortion-limit": [str(stack.distortion_limit)],
        "search-algorithm": ["1"],
        "cube-pruning-pop-limit": [str(stack.pop_limit)],
        "stack": [str(stack.stack)],
        "beam-threshold": [f"{beam:.9g}"],
    }
    flags = {"drop-unknown": stack.unknown == "drop", "early-distortion-cost": stack.distortion_ahead}
    return found | {name: ["true"] for name, is_set in flags.items() if is_set}


def _tell(sparse: ExchangedWeights, left_out: str, special: list[str], progress: Progress) -> None:
    if left_out:
        progress.say(left_out, left_out=sparse.left_out)
    if sparse.functions or sparse.table:
        progress.say("sparse features are for Moses: moses2 has none; --without-sparse leaves them out")
    if special:
        shown = ", ".join(special[:5])
        progress.say(
            f"bars are escaped as Moses does, in what it reads and what it writes: {shown}", escaped=special
        )
