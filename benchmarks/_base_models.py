"""Models that several benchmarks tune or decode with: trained once, kept in build/benchmarks."""

from pathlib import Path

from rectrix.align import AlignSettings
from rectrix.base.copies import link_file
from rectrix.base.files import open_bytes
from rectrix.base.progress import for_terminal
from rectrix.features.chosen import ChosenFeatures
from rectrix.grammar import HieroSettings, extract_phrases, index
from rectrix.learn.run import Run
from rectrix.lm import compile_arpa
from rectrix.model.folder import writing_model
from rectrix.model.settings import PHRASES, LanguageModelFile, ModelSettings
from rectrix.pipeline import Texts, TrainSettings
from rectrix.pipeline.training import Training
from rectrix.text import TextSettings

# What the papers did to their text, and how their scores were measured.
LOWERCASED = TextSettings(tokenize="moses", case="lowercase", detokenize=False)
ROOT = Path(__file__).parents[1]
DATA = ROOT / "../shared/data"
WORK = ROOT / "build/benchmarks"


def plain(name: str, folder: Path, lines: int = 0) -> Path:
    """A file of the data folder, unpacked; only so many lines of it, if any number is given."""
    path = folder / Path(name).name.removesuffix(".xz")
    if not path.exists():
        folder.mkdir(parents=True, exist_ok=True)
        with open_bytes(DATA / name) as reader:
            text = reader.read()
        path.write_bytes(b"".join(text.splitlines(keepends=True)[:lines]) if lines else text)
    return path


def multi30k(decoder: str) -> tuple[Path, Path]:
    """Untuned model and bitext index: alignment and order-4 language model are those of the other tools."""
    folder = WORK / "multi30k" / decoder
    model, bitext, lm = folder / "untuned", folder / "grammar.rindex", folder / "lm.rlm"
    if model.exists():
        return model, bitext
    golden = DATA / "golden"
    links = golden / ("phrase/train.gdfa.xz" if decoder == "phrase" else "train.gdfa.xz")
    texts = [plain(f"multi30k/train.{language}.xz", folder) for language in ("de", "en")]
    opened = index(*texts, links, bitext, force=True)
    compile_arpa(golden / "lm.4.arpa.xz", lm, force=True)
    grammar = bitext
    if decoder == "phrase":
        grammar = folder / PHRASES
        extract_phrases(opened, grammar, force=True)
    settings = ModelSettings(
        decoder="phrase" if decoder == "phrase" else "hiero",
        source_language="de",
        target_language="en",
        grammar=grammar.name,
        language_models=(LanguageModelFile(file=lm.name),),
    )
    start = TrainSettings(decoder=settings.decoder, classes=0).start()
    with writing_model(model, settings, start, force=True) as made:
        for path in (grammar, lm):
            link_file(path, made / path.name)
    return model, bitext


def multi30k_texts(part: str) -> Texts:
    """Sentences and reference of a part of multi30k."""
    folder = WORK / "multi30k"
    return Texts(plain(f"multi30k/{part}.de.xz", folder), [plain(f"multi30k/{part}.en.xz", folder)])


def europarl(pairs: int, threads: int) -> tuple[Path, Path]:
    """Untuned hierarchical model of the first `pairs` pairs, tokenized, lowercased, aligned by HMM."""
    folder = WORK / f"europarl-{pairs}"
    texts = [plain(f"europarl-de-en/train.{language}.xz", folder, pairs) for language in ("de", "en")]
    settings = TrainSettings(
        languages="de-en",
        text=LOWERCASED,
        align=AlignSettings(model="hmm"),
        lm_order=4,
        classes=0,
        extraction=HieroSettings(cache=2048),  # frequent patterns with gaps have long lists of occurrences
    )
    run = Run(threads=threads, progress=for_terminal())
    training = Training(
        settings, settings.sides(texts[0], texts[1], run.progress), folder, run, ChosenFeatures()
    )
    training.prepare(*texts, ())
    for stage in (training.align, training.language_model, training.index, training.untuned):
        stage()
    return folder / "untuned", training.bitext


def europarl_texts(part: str) -> Texts:
    """Raw sentences and reference: dev, devtest, or newstest2010."""
    folder = WORK / "europarl"
    if part.startswith("newstest"):
        names = [f"wmt-newstest/deu-eng/{part}.{language}.xz" for language in ("deu", "eng")]
    else:
        names = [f"europarl-de-en/{part}.{language}.xz" for language in ("de", "en")]
    source, reference = (plain(name, folder) for name in names)
    return Texts(source, [reference])
