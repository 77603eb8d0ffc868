"""What to tune on: sentences with references from files, or a sample of the training bitext itself."""

import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Literal

from pydantic import Field

from rectrix._core import decode
from rectrix._core.grammar import Bitext, GrammarStore
from rectrix._core.score import References
from rectrix.base.config import Settings
from rectrix.base.errors import InputError, UsageError
from rectrix.base.files import writing
from rectrix.base.progress import Progress
from rectrix.decode.model_folder import INDEX_SUFFIX
from rectrix.features.discretize import DiscretizeSettings
from rectrix.grammar import extract_to_store
from rectrix.learn.search import Search
from rectrix.learn.tuning import Decoded
from rectrix.lm import LanguageModel, TrainOptions
from rectrix.lm import train as train_lm
from rectrix.pipeline.model import Model
from rectrix.pipeline.training_sample import Sample, draw, open_bitext
from rectrix.score import read_references, references_of
from rectrix.score.metrics import metric as metric_by_name
from rectrix.text import Normalizer, read_sentences


class TuneSettings(Settings):
    """How weights are tuned on a decoder."""

    recipe: str = "kbmira"
    settings: dict[str, Any] = Field(default_factory=dict)  # changes of the recipe's own settings
    metric: str = "bleu"
    discretize: DiscretizeSettings | None = None  # bins for the grammar's scores; None: what the recipe wants
    k: int = 100  # hypotheses per sentence
    unique: bool = True  # different strings only
    on: Literal["dev", "train"] = "dev"  # train: a sample of the training bitext, each sentence left out
    sentences: int = Field(default=2000, ge=1)  # of the sample
    max_words: int = Field(default=40, ge=1)  # sentences of the sample are not longer, on both sides
    left_out_lm: bool = True  # tune with a language model that was estimated without the sample

    @property
    def seed(self) -> int:
        """The recipe's, which draws the sample, too."""
        return int(self.settings.get("seed", 1))


def tuning_set(
    model: Model,
    source: Path,
    references: Sequence[Path],
    settings: TuneSettings,
    threads: int = 1,
    progress: Progress | None = None,
    prepared: bool = False,
) -> Decoded:
    """Sentences and references of files, which learners can search with a model.

    They are tokenized and lowercased as the model's training text was, unless they are `prepared` already.
    """
    lines, made = list(read_sentences(source)), _read_references(model, references, prepared)
    if len(made) != len(lines):
        raise InputError.at(source, 0, f"{len(lines)} lines, but the references have {len(made)}")
    if not lines:
        raise InputError.at(source, 0, "no sentences to tune on")
    if not prepared:
        lines = [model.normalize(line) for line in lines]
    return _decoded(_search(model, lines, threads, progress), made, settings, threads)


def training_set(
    model: Model,
    settings: TuneSettings,
    bitext: Path | None = None,
    lm_texts: Sequence[Path] = (),
    threads: int = 1,
    progress: Progress | None = None,
) -> Decoded:
    """A sample of the model's training bitext, in which no sentence sees what was learned from itself.

    Without leaving a sentence out, its longest rules would copy its reference (Simianer et al. 2012, Green
    et al. 2013). Nor may the language model have seen it, or tuning would learn to trust it too much: it is
    estimated again without the sample, from the bitext's target side and further prepared texts.
    """
    indexed = open_bitext(model, bitext)
    sample = draw(indexed, settings.sentences, settings.max_words, settings.seed)
    if settings.left_out_lm:
        model = model.with_language_model(_left_out_lm(model, indexed, sample, lm_texts, threads, progress))
    if model.folder.settings.decoder == "phrase":
        search = Search(model.stack_decoder(left_out=indexed), sample.source, sample.numbers)
    else:
        search = Search(
            _stored_rules(model, indexed, sample.source, threads, progress, sample), sample.source
        )
    return _decoded(search, references_of([sample.target]), settings, threads)


def _left_out_lm(
    model: Model,
    bitext: Bitext,
    sample: Sample,
    texts: Sequence[Path],
    threads: int,
    progress: Progress | None,
) -> LanguageModel:
    if len(model.language_models) != 1:
        raise UsageError(
            f"{model.folder.path} has {len(model.language_models)} language models, not one: which has seen "
            "the bitext? Set left_out_lm = false to tune with them as they are"
        )
    if len(sample.numbers) == len(bitext):
        raise UsageError("the sample is the whole bitext, so no language model is left: draw fewer sentences")
    left_out = set(sample.numbers)
    rest = (bitext.target(number) for number in range(len(bitext)) if number not in left_out)
    options = TrainOptions(order=model.language_models[0].order, threads=threads)
    made, _ = train_lm([rest, *texts], options, progress=progress)
    assert made is not None  # only ARPA output would leave it out
    return made


def _decoded(search: Search, references: References, settings: TuneSettings, threads: int) -> Decoded:
    metric = metric_by_name(settings.metric)
    words = [len(line.split()) for line in search.lines]
    return Decoded(search, references, metric, len(search.lines), settings.k, settings.unique, threads, words)


def _search(model: Model, lines: list[str], threads: int, progress: Progress | None) -> Search:
    """The model's decoder; rules that come from an index are extracted once, not again in every epoch."""
    if model.folder.grammar.suffix != INDEX_SUFFIX:
        return Search(model.decoder, lines)
    return Search(_stored_rules(model, Bitext.open(model.folder.grammar), lines, threads, progress), lines)


def _stored_rules(
    model: Model,
    bitext: Bitext,
    lines: list[str],
    threads: int,
    progress: Progress | None,
    left_out: Sample | None = None,
) -> decode.Decoder:
    with tempfile.TemporaryDirectory() as folder:
        text, store = Path(folder) / "lines", Path(folder) / "lines.rgrammar"
        with writing(text) as file:
            file.writelines(f"{line}\n" for line in lines)
        extract_to_store(
            bitext,
            text,
            store,
            model.folder.settings.extraction,
            leave_one_out=left_out is not None,
            threads=threads,
            progress=progress,
            numbers=left_out.numbers if left_out else (),
        )
        # Mapped: the file lives as long as the decoder, whatever becomes of its name.
        return model.decoder_for(decode.StoreRules(GrammarStore.open(store)))


def _read_references(model: Model, paths: Sequence[Path], prepared: bool) -> References:
    settings = model.folder.settings
    if prepared or (settings.tokenizer == "none" and not settings.lowercase):
        return read_references(paths)
    normalize = Normalizer(settings.tokenizer, settings.target_language or "en", settings.lowercase)
    texts = [[normalize(line) for line in read_sentences(path)] for path in paths]
    for path, lines in zip(paths, texts, strict=True):
        if len(lines) != len(texts[0]):
            raise InputError.at(path, 0, f"{len(lines)} lines, but {paths[0]} has {len(texts[0])}")
    return references_of(texts)
