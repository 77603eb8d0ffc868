"""What a bounded search for patterns with gaps changes: rules, and BLEU with training's start weights."""

from pathlib import Path

from _grammar_data import rectrix, tokenized, words_of
from _measure import user_seconds

from rectrix._core.decode import StoreRules
from rectrix._core.features import FeatureSpace
from rectrix._core.grammar import Rules
from rectrix.decode import ChartDecoder, ChartOptions
from rectrix.grammar import GrammarStore, HieroSettings, extract_to_store, index
from rectrix.lm import LanguageModel
from rectrix.pipeline import TrainSettings

SENTENCES = 300  # of devtest
BOUNDS = (0, 1200, 900, 600, 300)  # max_search; 0: no bound
HEAD = "| max search | sentences/s | rules | same rules | same with scores | BLEU |\n" + "|---" * 6 + "|"

Pair = tuple[tuple[int, ...], tuple[int, ...]]


def scored(rules: Rules) -> dict[Pair, tuple[float, ...]]:
    """The rules of a sentence and their scores."""
    columns = [rules.scores(name) for name in rules.score_names]
    pairs = ((tuple(rules.source(rule)), tuple(rules.target(rule))) for rule in range(len(rules)))
    return {pair: tuple(float(column[rule]) for column in columns) for rule, pair in enumerate(pairs)}


def kept(store: GrammarStore, whole: GrammarStore) -> tuple[float, float]:
    """The share of the rules of an unbounded search that a bounded one has too; that has the same scores."""
    every = found = same = 0
    for sentence in range(len(whole)):
        ours, theirs = scored(store.rules(sentence)), scored(whole.rules(sentence))
        every += len(theirs)
        found += len(ours.keys() & theirs.keys())
        same += len(ours.items() & theirs.items())
    return found / every, same / every


def bleu(store: GrammarStore, texts: tuple[Path, Path], lm: Path) -> float:
    """Of the translations, all words in lower case."""
    import numpy as np
    import sacrebleu

    space = FeatureSpace()
    start = TrainSettings(classes=0).start()
    weights = np.zeros(len(start))
    weights[[space.add(name) for name in start]] = list(start.values())
    decoder = ChartDecoder(StoreRules(store), [LanguageModel.open(lm).core], [], space, ChartOptions())
    sources, references = (path.read_text(encoding="utf-8").splitlines()[:SENTENCES] for path in texts)
    outputs = [text for text, _, _ in decoder.translate(sources, weights)]
    return sacrebleu.corpus_bleu(outputs, [references], tokenize="none").score


def compare(data: Path, folder: Path) -> None:
    """Print a row for each bound."""
    files = tokenized(data, folder)
    bitext = index(*files, folder / "index", force=True)
    texts = words_of(data, "devtest", folder / "devtest")
    some, lm = folder / "some", folder / "lm.rlm"
    some.write_text("".join(texts[0].read_text(encoding="utf-8").splitlines(keepends=True)[:SENTENCES]))
    if not lm.exists():
        rectrix("lm", "train", str(files[1]), "--order", "4", "-o", str(lm), "--quiet")
    print(HEAD, flush=True)
    stores = {bound: folder / f"search.{bound}.rgrammar" for bound in BOUNDS}
    for bound, output in stores.items():
        start = user_seconds()
        extract_to_store(bitext, some, output, HieroSettings(max_search=bound), force=True)
        speed = SENTENCES / (user_seconds() - start)
        store, whole = GrammarStore.open(output), GrammarStore.open(stores[0])
        rules = sum(len(store.rules(sentence)) for sentence in range(len(store)))
        shares = " | ".join(f"{100 * share:.1f} %" for share in kept(store, whole))
        print(f"| {bound} | {speed:.1f} | {rules:,} | {shares} | {bleu(store, texts, lm):.2f} |", flush=True)
