"""Hierarchical models of other decoders: their grammars, language model and weights, in and out.

Imported grammars keep their score columns by name and value, so their weights stay as they are; weights of
features that the decoder computes are converted to our units.
"""

from pathlib import Path
from shutil import copyfileobj
from typing import Literal

from rectrix._core.grammar import Bitext, GrammarStore
from rectrix.base.errors import UsageError
from rectrix.base.files import open_bytes, writing_folder
from rectrix.base.progress import Progress
from rectrix.exchange import foreign_weights as foreign
from rectrix.decode.model_folder import (
    INDEX_SUFFIX,
    DecoderSettings,
    LanguageModelFile,
    ModelFolder,
    ModelSettings,
    writing_model,
)
from rectrix.grammar.hiero import extract_to_folder
from rectrix.grammar.text import UNNAMED, export_cdec, import_text
from rectrix.lm.model import mapped_model

Dialect = Literal["cdec", "joshua"]

# What the decoder knows besides the grammar's columns.
_OWN = ("lm", "lm2", "lm_oov", "lm_oov2", "word_penalty", "glue", "pass_through")

_NO_LM = "# Add the language model that the model was made with, as ARPA text:\n# "


def import_model(
    dialect: Dialect,
    grammars: Path,
    lm: Path | None,
    weights: Path,
    output: Path,
    decoding: DecoderSettings | None = None,
    owner: str = "pt",
    force: bool = False,
    progress: Progress | None = None,
) -> tuple[ModelFolder, list[str]]:
    """Make a model folder; also returns the names of weights that no feature of the model has.

    `owner` is what Joshua calls the grammar: scores without a name are tm_OWNER_0, tm_OWNER_1...
    """
    given = foreign.read_foreign(weights)
    converted = foreign.from_foreign(given, foreign.CDEC if dialect == "cdec" else foreign.JOSHUA)
    buckets = any(name.startswith("pass_through_") for name in converted)
    decoding = (decoding or DecoderSettings(pass_through="all")).model_copy(
        update={"length_buckets": buckets}
    )
    models = (LanguageModelFile(file="lm.rlm"),) if lm is not None else ()
    settings = ModelSettings(language_models=models, decoding=decoding, recipe=f"import {dialect}")
    unnamed = UNNAMED["cdec"] if dialect == "cdec" else f"tm_{owner}_"
    with writing_model(output, settings, converted, force) as folder:
        import_text(grammars, folder / settings.grammar, unnamed, progress=progress)
        if lm is not None:
            mapped_model(lm, folder / "lm.rlm")
    model = ModelFolder.open(output)
    known = {*_OWN, *GrammarStore.open(model.grammar).score_names}
    idle = [name for name in converted if name not in known and not name.startswith("pass_through_")]
    return model, idle


def export_model(
    model: ModelFolder,
    output: Path,
    force: bool = False,
    progress: Progress | None = None,
    source: Path | None = None,
    lm: Path | None = None,
) -> None:
    """Write a model as cdec's grammars (`grammars`, a folder or a file), `weights` and `cdec.ini`.

    source: the sentences whose rules are wanted, for a model that extracts its rules on demand. lm: the ARPA
    text that the model's language model was made of; the model keeps hashes of n-grams, not their words.
    """
    model.require_scores()
    decoding = model.settings.decoding
    with writing_folder(output, force) as folder:
        if lm is not None:
            copy_arpa(lm, folder)
        export_grammars(model, folder / "grammars", source, progress)
        twins = {**foreign.CDEC, **foreign.CDEC_GRAMMAR}
        foreign.write_foreign(folder / "weights", foreign.to_foreign(model.weights(), twins))
        (folder / "cdec.ini").write_text(
            "formalism=scfg\n"
            f"add_pass_through_rules={'true' if decoding.pass_through == 'all' else 'false'}\n"
            f"scfg_max_span_limit={decoding.span_limit}\n"
            f"cubepruning_pop_limit={decoding.pop_limit}\n"
            "feature_function=WordPenalty\n"
            f"{'' if lm is not None else _NO_LM}feature_function=KLanguageModel lm.arpa\n"
        )


def copy_arpa(lm: Path, folder: Path) -> None:
    """Put an ARPA file, compressed or not, into a folder as lm.arpa."""
    with open_bytes(lm) as arpa, (folder / "lm.arpa").open("wb") as copy:
        copyfileobj(arpa, copy)


def export_grammars(model: ModelFolder, output: Path, source: Path | None, progress: Progress | None) -> None:
    """Write a model's rules as cdec's text: those of its store, or of the sentences in `source`."""
    if model.grammar.suffix != INDEX_SUFFIX:
        if source is not None:
            raise UsageError(f"{model.path} has a grammar of its own: export it without a source")
        export_cdec(GrammarStore.open(model.grammar), output, progress=progress)
    elif source is None:
        raise UsageError(
            f"{model.path} extracts its rules on demand: name the sentences to translate, --source FILE"
        )
    else:
        bitext = Bitext.open(model.grammar)
        extract_to_folder(bitext, source, output, model.settings.extraction, progress=progress)
