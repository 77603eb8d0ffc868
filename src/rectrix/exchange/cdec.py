"""Hierarchical models of cdec, in and out, and of Joshua, in: grammars, language model and weights.

Imported grammars keep their score columns by name and value, so their weights stay as they are; weights of
features that the decoder computes are converted to our units.
"""

from dataclasses import dataclass
from gzip import decompress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Literal

from rectrix._core.grammar import BitextIndex, GrammarStore
from rectrix.base.errors import UsageError
from rectrix.base.files import shown, writing, writing_folder
from rectrix.base.progress import Progress
from rectrix.exchange import foreign_weights as foreign
from rectrix.exchange.cdec_input import (
    PassThrough,
    escaped_line,
    known_words,
    prepared,
    segments,
)
from rectrix.exchange.cdec_sparse import CDEC_TWINS
from rectrix.exchange.escape import escaped, for_cdec
from rectrix.exchange.language_models import ArpaText, arpa_texts
from rectrix.exchange.script import place_of, write_cdec_script
from rectrix.exchange.sparse import ExchangedWeights, translate
from rectrix.grammar.hiero import compressed, extract_to_folder
from rectrix.grammar.text import UNNAMED, export_cdec, import_text
from rectrix.lm.model import is_mapped, mapped_model
from rectrix.model.folder import ModelFolder, writing_model
from rectrix.model.settings import INDEX_SUFFIX, DecoderSettings, LanguageModelFile, ModelSettings

Dialect = Literal["cdec", "joshua"]

# What the decoder knows besides the grammar's columns.
_OWN = ("lm", "lm2", "lm_oov", "lm_oov2", "word_penalty", "glue", "pass_through")


def decoding_of(dialect: Dialect, **given: object) -> DecoderSettings:
    """How the other decoder searches where nobody says anything, changed by what is given."""
    own = {"pass_through": "all", "cdec_order": True} if dialect == "cdec" else {}
    return DecoderSettings.of({**own, **given}, "options")


def import_model(
    dialect: Dialect,
    grammars: Path,
    lm: Path | None,
    weights: Path,
    output: Path,
    decoding: DecoderSettings | None = None,
    owner: str = foreign.OWNER,
    force: bool = False,
    progress: Progress | None = None,
) -> tuple[ModelFolder, list[str]]:
    """Make a model folder; also returns the names of weights that no feature of the model has.

    `owner` is what Joshua calls the grammar: scores without a name are tm_OWNER_0, tm_OWNER_1...
    """
    given = foreign.read_foreign(weights)
    converted = foreign.from_foreign(given, foreign.CDEC if dialect == "cdec" else foreign.JOSHUA)
    buckets = any(name.startswith("pass_through_") for name in converted)
    decoding = (decoding or decoding_of(dialect)).model_copy(update={"length_buckets": buckets})
    original = "" if lm is None or is_mapped(lm) else shown(lm.resolve())
    models = (LanguageModelFile(file="lm.rlm", original=original),) if lm is not None else ()
    settings = ModelSettings(language_models=models, decoding=decoding, recipe=f"import {dialect}")
    unnamed = UNNAMED["cdec"] if dialect == "cdec" else f"tm_{owner}_"
    with writing_model(output, settings, converted, force) as folder:
        if lm is not None:
            mapped_model(lm, folder / "lm.rlm")
        store = import_text(grammars, folder / settings.grammar, unnamed, progress=progress)
        # A rule may have a feature of the decoder's own, such as PassThrough: one weight for both.
        converted |= {name: given[name] for name in store.score_names if name in given}
    model = ModelFolder.open(output)
    known = {*_OWN, *GrammarStore.open(model.grammar).score_names}
    idle = [name for name in converted if name not in known and not name.startswith("pass_through_")]
    return model, idle


@dataclass(frozen=True)
class Export:
    """What is known of an export before anything is written."""

    model: ModelFolder
    texts: list[ArpaText]
    sparse: ExchangedWeights
    lines: list[str] | None  # of the source, in the model's words

    @classmethod
    def of(
        cls, model: ModelFolder, source: Path | None, lm: Path | None, sparse: ExchangedWeights, decoder: str
    ) -> "Export":
        """Look at all that is given; refuse what cannot work."""
        if len(model.settings.language_models) > 1:
            raise UsageError(f"{model.path} has several language models; {decoder} gets one")
        lines = list(prepared(source, model.text[0])) if source else None
        _require_source(model, lines)
        return cls(model, arpa_texts(model, [lm] if lm else []), sparse, lines)

    def write_lm(self, folder: Path, progress: Progress) -> bool:
        """Write the language model, if there is one, as lm.arpa."""
        for text in self.texts:
            text.write(folder / "lm.arpa", for_cdec, progress)
        return bool(self.texts)

    def write_grammars(self, output: Path, progress: Progress) -> None:
        """Write the model's rules as cdec's text: those of its store, or of the source's lines."""
        if self.model.grammar.suffix != INDEX_SUFFIX:
            export_cdec(GrammarStore.open(self.model.grammar), output, progress=progress)
            return
        with TemporaryDirectory() as scratch:
            text = Path(scratch) / "source"
            with writing(text) as file:
                file.writelines(f"{line}\n" for line in self.lines or [])
            bitext = BitextIndex.open(self.model.grammar)
            extract_to_folder(bitext, text, output, self.model.settings.extraction, progress=progress)


def require_hierarchical(model: ModelFolder) -> None:
    """Refuse a model that cdec and Joshua cannot have."""
    model.require_scores()
    if model.settings.decoder != "hiero":
        raise UsageError(f"{model.path} is phrase-based and can go to Moses: rectrix export moses")


def _require_source(model: ModelFolder, lines: list[str] | None) -> None:
    """Refuse a source that does not fit, or is missing."""
    if model.grammar.suffix == INDEX_SUFFIX:
        if lines is None:
            raise UsageError(
                f"{model.path} extracts its rules on demand: name the sentences to translate, --source FILE"
            )
        return
    store = GrammarStore.open(model.grammar)
    if lines is not None and not store.shared and len(lines) != len(store):
        raise UsageError(f"{len(lines)} source lines for the {len(store)} grammars of {model.path}")


def export_model(
    model: ModelFolder,
    output: Path,
    force: bool = False,
    progress: Progress | None = None,
    source: Path | None = None,
    lm: Path | None = None,
    without_sparse: bool = False,
) -> None:
    """Write a model for cdec: grammars, weights, lm.arpa, cdec.ini; for a source, input.sgm and translate.sh.

    source: the sentences to translate, as people write them, for a model that extracts its rules on demand or
    copies only unknown words. lm: the ARPA text of its language model; without it the text is listed.
    """
    progress = progress or Progress()
    require_hierarchical(model)
    place = place_of(output)
    sparse = translate(model.weights(), CDEC_TWINS, without_sparse, python=model.function_names)
    left_out = sparse.require("cdec", without_sparse)
    export = Export.of(model, source, lm, sparse, "cdec")
    with writing_folder(output, force) as folder:
        has_lm = export.write_lm(folder, progress)
        export.write_grammars(folder / "grammars", progress)
        files = _grammar_files(export, folder)
        twins = {**foreign.CDEC, **foreign.CDEC_GRAMMAR}
        weights = foreign.to_foreign(sparse.weights, twins) | sparse.sparse
        foreign.write_foreign(folder / "weights", weights)
        (folder / "cdec.ini").write_text(_ini(export, place, has_lm, (folder / "grammars").is_file()))
        if export.lines is not None:
            lines = [escaped_line(line) for line in export.lines]
            text = segments(lines, [place / file if file else None for file in files])
            (folder / "input.sgm").write_text(text, encoding="utf-8", errors="surrogateescape")
            write_cdec_script(folder, place)
    _tell(export, left_out, progress, output)


def _grammar_files(export: Export, folder: Path) -> list[Path | None]:
    """Each line's own grammar, relative to the folder, with the rules that copy words."""
    lines, decoding = export.lines, export.model.settings.decoding
    if lines is None:
        return []
    own = (folder / "grammars").is_dir()
    if decoding.pass_through == "all":
        return [Path(f"grammars/grammar.{n}.gz") if own else None for n in range(len(lines))]
    copies = PassThrough(decoding.length_buckets)
    return _add_to_each(copies, lines, folder) if own else _write_beside(copies, lines, folder)


def _add_to_each(copies: PassThrough, lines: list[str], folder: Path) -> list[Path | None]:
    """Add rules that copy words to each line's own grammar."""
    names: list[Path | None] = []
    for number, line in enumerate(lines):
        names.append(name := Path(f"grammars/grammar.{number}.gz"))
        text = decompress((folder / name).read_bytes())
        more = copies.rules(escaped_line(line), known_words(text))
        (folder / name).write_bytes(compressed(text + more))
    return names


def _write_beside(copies: PassThrough, lines: list[str], folder: Path) -> list[Path | None]:
    """Write rules that copy words beside the one grammar of all lines."""
    names: list[Path | None] = []
    known = known_words((folder / "grammars").read_bytes())
    (folder / "copies").mkdir()
    for number, line in enumerate(lines):
        names.append(name := Path(f"copies/grammar.{number}"))
        (folder / name).write_bytes(copies.rules(escaped_line(line), known))
    return names


def _ini(export: Export, place: Path, has_lm: bool, shared: bool) -> str:
    decoding = export.model.settings.decoding
    lines = ["formalism=scfg"]
    if shared:
        lines.append(f"grammar={place / 'grammars'}")
    if decoding.pass_through == "all":
        lines.append("add_pass_through_rules=true")
    lines += [
        f"scfg_max_span_limit={decoding.span_limit}",
        f"cubepruning_pop_limit={decoding.pop_limit}",
        f"weights={place / 'weights'}",
        "feature_function=WordPenalty",
    ]
    if has_lm:
        lines.append(f"feature_function=KLanguageModel {place / 'lm.arpa'}")
    lines += [f"feature_function={function}" for function in export.sparse.functions]
    return "\n".join(lines) + "\n"


def _tell(export: Export, left_out: str, progress: Progress, output: Path) -> None:
    if left_out:
        progress.say(left_out, left_out=export.sparse.left_out)
    special = escaped((word for text in export.texts for word in text.model.words()), for_cdec)
    if special:
        progress.say(f"escaped, also in what cdec writes: {', '.join(special[:5])}", escaped=special)
    decoding = export.model.settings.decoding
    if export.lines is not None:
        progress.say(f"{output} is ready: {output}/translate.sh > OUTPUT")
    elif decoding.pass_through != "all":
        progress.say("words without a rule are not copied: name the sentences to translate, --source FILE")
