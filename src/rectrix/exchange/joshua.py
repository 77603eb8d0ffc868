"""Hierarchical models as Joshua reads them: one grammar, a glue grammar, weights, a configuration.

Joshua's scores differ from ours by a constant for each sentence: it counts <s> and </s> as words, and one
glue rule more.
"""

import gzip
import re
from pathlib import Path
from tempfile import TemporaryDirectory

from rectrix.base.files import open_text, writing_folder
from rectrix.base.progress import Progress
from rectrix.exchange import foreign_weights as foreign
from rectrix.exchange.cdec import Export, require_hierarchical
from rectrix.exchange.cdec_input import escaped_line
from rectrix.exchange.sparse import translate
from rectrix.grammar.text import grammar_files
from rectrix.model.folder import ModelFolder

_GAP = re.compile(r"\[(\d)\]")
_POSITION = re.compile(rf"tm_{foreign.OWNER}_(\d+)")
_GLUE = (
    "[GOAL] ||| <s> ||| <s> ||| 0\n"
    "[GOAL] ||| [GOAL,1] [X,2] ||| [GOAL,1] [X,2] ||| -1\n"
    "[GOAL] ||| [GOAL,1] </s> ||| [GOAL,1] </s> ||| 0\n"
)


def export_joshua(
    model: ModelFolder,
    output: Path,
    force: bool = False,
    progress: Progress | None = None,
    source: Path | None = None,
    lm: Path | None = None,
    without_sparse: bool = False,
) -> None:
    """Write a model for Joshua; source and lm as in export_model. All rules go into one grammar."""
    progress = progress or Progress()
    require_hierarchical(model)
    sparse = translate(model.weights(), {}, without_sparse, python=model.function_names)
    left_out = sparse.require("Joshua", without_sparse)
    export = Export.of(model, source, lm, sparse, "Joshua")
    with writing_folder(output, force) as folder, TemporaryDirectory() as scratch:
        has_lm = export.write_lm(folder, progress)
        export.write_grammars(Path(scratch) / "grammars", progress)
        rules = dict.fromkeys(
            rule for file in grammar_files(Path(scratch) / "grammars") for rule in _rules(file)
        )
        with gzip.open(folder / "grammar.gz", "wt", encoding="utf-8", errors="surrogateescape") as text:
            text.writelines(rules)
        (folder / "glue.grammar").write_text(_GLUE)
        twins = {**foreign.JOSHUA, **foreign.CDEC_GRAMMAR}
        foreign.write_foreign(folder / "weights", foreign.to_foreign(sparse.weights, twins))
        (folder / "joshua.config").write_text(_config(export, has_lm))
        if export.lines is not None:
            lines = "".join(f"{escaped_line(line)}\n" for line in export.lines)
            (folder / "input").write_text(lines, encoding="utf-8", errors="surrogateescape")
    if left_out:
        progress.say(left_out, left_out=sparse.left_out)


def _config(export: Export, has_lm: bool) -> str:
    decoding = export.model.settings.decoding
    lm = [f"lm = kenlm {text.model.order} false false 100 lm.arpa\n" for text in export.texts if has_lm]
    return (
        f"tm = thrax {foreign.OWNER} {decoding.span_limit} grammar.gz\n"
        "tm = thrax glue -1 glue.grammar\n"
        f"{''.join(lm)}"
        f"pop-limit = {decoding.pop_limit}\nweights-file = weights\n"
    )


def joshua_rule(line: str) -> str:
    """A rule of cdec's text: gaps with their category, scores that Joshua knows by position nameless."""
    head, source, target, scores, *rest = line.rstrip("\n").split(" ||| ")
    named = dict(score.split("=", 1) for score in scores.split())
    places = [int(match[1]) for name in named if (match := _POSITION.fullmatch(name))]
    dense = [named.pop(f"tm_{foreign.OWNER}_{place}", "0") for place in range(max(places, default=-1) + 1)]
    values = " ".join([*dense, *(f"{name}={value}" for name, value in named.items())])
    return " ||| ".join([head, source, _GAP.sub(r"[X,\1]", target), values, *rest]) + "\n"


def _rules(file: Path) -> list[str]:
    with open_text(file) as lines:
        return [joshua_rule(line) for line in lines]
