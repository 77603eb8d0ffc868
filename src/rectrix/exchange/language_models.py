"""ARPA text of a model's language models: the user's, if it is the same model, or listed from the model."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from rectrix.base.errors import InputError, UsageError
from rectrix.base.files import open_bytes, open_text, writing
from rectrix.base.progress import Progress
from rectrix.exchange.escape import Escape
from rectrix.grammar.hiero import ticking
from rectrix.lm import LanguageModel, kept_arpa
from rectrix.lm.model import is_mapped
from rectrix.model.folder import ModelFolder

_WORDS = 20_000  # compared, twenty to a sentence
_LIMIT = 0.05  # log10 a word: quantized values differ by less, other texts by more


@dataclass(frozen=True)
class ArpaText:
    """Where the text of one of a model's language models comes from; path None: from the mapped form."""

    model: LanguageModel
    path: Path | None

    def write(self, output: Path, escape: Escape, progress: Progress) -> None:
        """Write the text, words escaped."""
        special = any(escape(word) != word for word in self.model.words())
        plain = output.with_name(output.name + ".plain") if special else output
        if self.path is not None:
            with progress.task(f"copying {output.name}"):
                _copy(self.path, output, escape if special else None)
            return
        with ticking(progress, f"listing {output.name}", "n-grams") as tick:
            self.model.write_arpa(plain, tick=tick)
        if special:
            _copy(plain, output, escape)
            plain.unlink()


def arpa_texts(model: ModelFolder, given: Sequence[Path]) -> list[ArpaText]:
    """The texts of a model's language models in order; a file that is not such a text is refused.

    given: what the user names; without it, what training has kept, or the files that an import has seen, if
    they are still the same.
    """
    files = model.settings.language_models
    if given and len(given) != len(files):
        raise UsageError(f"{len(given)} ARPA files for the {len(files)} language models of {model.path}")
    texts = []
    for number, file in enumerate(files):
        own = LanguageModel.open(model.path / file.file)
        kept = kept_arpa(model.path / file.file)
        path = given[number] if given else kept if kept.exists() else Path(file.original)
        if given and is_mapped(path):
            raise InputError.at(path, 0, "a mapped model, not ARPA text; leave --lm out to have it listed")
        usable = given or (path.is_file() and not is_mapped(path))
        reason = _difference(LanguageModel.open(path), own) if usable else "none"
        if given and reason:
            raise InputError.at(path, 0, f"not the ARPA text of {model.path / file.file}: {reason}")
        texts.append(ArpaText(own, None if reason else path))
    return texts


def _difference(text: LanguageModel, own: LanguageModel) -> str:
    """How two models differ; empty if they are the same."""
    if text.order != own.order:
        return f"it is of order {text.order}, not {own.order}"
    if text.counts != own.counts:
        return f"it has other n-grams: {text.counts} of each length, not {own.counts}"
    words = own.words()[:_WORDS]
    lines = [" ".join(words[place : place + 20]) for place in range(0, len(words), 20)]
    scores = [
        abs(a - b) for a, b in zip(text.score_all(lines).log10, own.score_all(lines).log10, strict=True)
    ]
    if sum(scores) > _LIMIT * len(words):
        return "it has other words or probabilities"
    return ""


def _copy(arpa: Path, output: Path, escape: Escape | None) -> None:
    if escape is None:
        with open_bytes(arpa) as file, output.open("wb") as copy:
            while piece := file.read(1 << 20):
                copy.write(piece)
        return
    with open_text(arpa) as lines, writing(output) as copy:
        for line in lines:
            fields = line.rstrip("\n").split("\t")
            if len(fields) > 1:
                fields[1] = " ".join(map(escape, fields[1].split(" ")))
            copy.write("\t".join(fields) + "\n")
