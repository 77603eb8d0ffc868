"""Search and the forest it leaves."""

from collections.abc import Sequence
import enum
from typing import Annotated, Any

import numpy
import numpy.typing
from numpy.typing import NDArray

import rectrix._core.features
import rectrix._core.grammar
import rectrix._core.lm
import rectrix._core.reorder
import rectrix._core.text


class Forest:
    """A hypergraph of translations: what search leaves behind."""

    def __init__(self) -> None:
        """A forest to be built by hand."""

    def add_feature(self, name: str) -> int:
        """The local number of a feature."""

    def set_columns(self, features: Sequence[int]) -> None:
        """The features of the edges' stateful values."""

    def add_rule(self, source: str, target: str, features: Sequence[tuple[int, float]]) -> int:
        """A rule's number; its gaps are [1] and [2]."""

    def add_node(self, begin: int, end: int) -> int:
        """
        A node's number; tails come before heads, and the last node is the goal.
        """

    def add_edge(self, rule: int, tails: Sequence[int], score: float, stateful: Sequence[float] = [], more: Sequence[tuple[int, float]] = []) -> None:
        """An edge into the node added last."""

    def sums(self, scale: float = 1.0) -> tuple[float, numpy.typing.NDArray[numpy.float64], numpy.typing.NDArray[numpy.float64]]:
        """
        Logarithms of sums of exp(scale * score) over derivations: of the goal, inside and outside of each node.
        """

    def posteriors(self, scale: float = 1.0) -> Annotated[NDArray[numpy.float64], dict(shape=(None,))]:
        """The probability of each edge."""

    def expectations(self, scale: float = 1.0) -> Annotated[NDArray[numpy.float64], dict(shape=(None,))]:
        """The expected value of each feature, by local number."""

    def sample(self, count: int, seed: int, scale: float = 1.0) -> list[dict[str, Any]]:
        """Derivations drawn at random with probability ~ exp(scale * score)."""

    def expected(self, order: int = 4, scale: float = 1.0, states: int = 1000000) -> tuple[dict[str, float], dict[str, float], float, int]:
        """
        Of every n-gram, how often it is expected in a translation and the probability that it is in it; the expected number of words; and how many nodes had more states than the limit.
        """

    def consensus(self, word: float, by_length: Sequence[float], scale: float = 1.0, model: float = 0.0, counts: bool = False, states: int = 1000000) -> dict[str, Any]:
        """
        The derivation with the best expected gain: word for each word and by_length[n - 1] times the probability (or the expected count) of each n-gram; model: weight of the scaled model score. Its score is that sum.
        """

    def expected_bleu(self, k: int, scale: float = 1.0, order: int = 4, states: int = 1000000) -> list[tuple[float, dict[str, Any]]]:
        """
        Of each of the k best translations the BLEU whose reference has the expected counts and length.
        """

    def oracles(self, references: Sequence[str], wishes: Sequence[tuple[float, float]], word: float, by_length: Sequence[float], each: int = 1, states: int = 1000000) -> list[dict[str, Any]]:
        """
        For each wish (m, g) the derivations with the highest m * score + g * gain, where the gain is `word` for each word and by_length[n - 1] for each n-gram that a reference has. Their scores are those sums.
        """

    @property
    def nodes(self) -> int: ...

    @property
    def edges(self) -> int: ...

    def feature_names(self) -> list[str]:
        """The features' names, by local number."""

    def edge(self, edge: int) -> tuple[int, int, list[int], float]:
        """Head, rule, tails and score of an edge."""

    def reweight(self, weights: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> None:
        """Score every edge again by weights of the features, by local number."""

    def viterbi(self) -> dict[str, Any] | None:
        """The best derivation, None if there is none."""

    def kbest(self, k: int, unique: bool = True) -> list[dict[str, Any]]:
        """
        The k best derivations, best first: text, score, features, edges and word alignment of each.
        """

    def envelope(self, weights: Sequence[float], direction: Sequence[float], reach: float = 1e6) -> list[tuple[float, float, float, dict[str, Any]]]:
        """
        The best derivation for every x of weights + x * direction (both by local number of features) from -reach to reach: from where on it is the best, slope and intercept of its score, and the derivation, with its score at x = 0.
        """

    def tree(self, edges: Sequence[int]) -> str:
        """A picture of a derivation: (span source ||| target (tail) (tail))."""

    def steps(self, edges: Sequence[int]) -> list[dict[str, Any]]:
        """
        The rules of a derivation, each before those of its tails: span of source words, source and target side with gaps [1] and [2], links, score, features and number of tails.
        """

    def prune(self, beam: float = -1.0, density: float = -1.0) -> Forest:
        """The better part of the forest; negative: no limit."""

    def constrain(self, text: str) -> Forest | None:
        """
        The derivations of a given translation; None if the forest cannot reach it.
        """

    def complete(self, text: str) -> Forest | None:
        """
        The derivations whose text begins with the given one, which may end within a word; None if there are none.
        """

class RuleSource:
    """Where the rules of a sentence come from."""

    @property
    def score_names(self) -> list[str]: ...

class MemoryRules(RuleSource):
    """Rules given one by one."""

    def __init__(self, score_names: Sequence[str]) -> None: ...

    def add(self, source: str, target: str, scores: Sequence[float], links: Sequence[tuple[int, int]] = [], sentence: int | None = None) -> None:
        """Add a rule with gaps [1] and [2], for one sentence number or for all."""

class StoreRules(RuleSource):
    """The stored grammars of a set of sentences, or one for all."""

    def __init__(self, store: rectrix._core.grammar.GrammarStore) -> None: ...

class IndexRules(RuleSource):
    """Rules extracted from an indexed bitext on demand."""

    def __init__(self, bitext: rectrix._core.grammar.BitextIndex, options: rectrix._core.grammar.HieroOptions) -> None: ...

class ChartOptions:
    """What can be chosen about chart decoding."""

    def __init__(self, pop_limit: int = 200, span_limit: int = 15, pass_through_all: bool = False, length_buckets: bool = False, seconds: float = 0.0, hypotheses: int = 1500000, max_words: int = 5000, cdec_order: bool = False) -> None: ...

    @property
    def pop_limit(self) -> int:
        """Hypotheses taken from each cube; 0: all (exhaustive search)."""

    @property
    def span_limit(self) -> int:
        """Source words that a rule other than glue covers at most."""

    @property
    def pass_through_all(self) -> bool:
        """Every source word may be copied."""

    @property
    def length_buckets(self) -> bool:
        """Copied words have a feature for their length."""

    @property
    def seconds(self) -> float:
        """Time for one sentence; 0: no limit."""

    @property
    def hypotheses(self) -> int:
        """Of one sentence; long sentences get a lower pop limit."""

    @property
    def max_words(self) -> int:
        """A longer sentence is translated in pieces; it has no forest."""

    @property
    def cdec_order(self) -> bool:
        """
        All rules are tried, and all cells have the same pop limit, as in cdec.
        """

class SpanPolicy(enum.Enum):
    """What becomes of other translations where a span has a given one."""

    exclusive = 0

    inclusive = 1

    constraint = 2

class Constraints:
    """What is demanded of one sentence's translation."""

    def __init__(self) -> None: ...

    def add_span(self, begin: int, end: int, translation: str, policy: SpanPolicy = SpanPolicy.exclusive, score: float = 0.0) -> None:
        """
        A translation of the source words begin to end; score: the value of the feature `forced`.
        """

    def add_wall(self, word: int) -> None:
        """
        Nothing from this word on is translated before all that stands before it.
        """

    def add_zone(self, begin: int, end: int) -> None:
        """The words begin to end are translated without others in between."""

class Overlay:
    """The rules of confirmed pairs, in memory beside a grammar."""

    def __init__(self, weight: float) -> None:
        """
        weight: of a confirmed occurrence, in occurrences of the training text.
        """

    def add(self, pairs: rectrix._core.grammar.BitextIndex, hiero: rectrix._core.grammar.HieroOptions, phrase_length: int = 0) -> int:
        """
        Add the rules of a bitext (phrases, if these have a length); how many there were.
        """

class SearchReport:
    """What there is to say about the decoding of a sentence."""

    @property
    def words(self) -> int: ...

    @property
    def pieces(self) -> int:
        """
        How many the sentence was translated in; more than one if it was too long.
        """

    @property
    def pop_limit(self) -> int:
        """The pop limit in the end."""

    @property
    def out_of_time(self) -> bool:
        """The time limit struck."""

    @property
    def unknown(self) -> int:
        """Words without a rule, copied."""

    @property
    def hypotheses(self) -> int: ...

    def of_hypothesis(self, rank: int) -> SearchReport:
        """The same with the alignment of one hypothesis of a list alone."""

    @property
    def alignments(self) -> list[list[tuple[int, int]]]:
        """
        Places of linked source and target words: of the translation, or of each in a k-best list if asked for.
        """

class Decoder:
    """Sentences in, translations or forests out."""

    @property
    def space(self) -> rectrix._core.features.FeatureSpace:
        """The feature space."""

    def translate(self, lines: list[str], weights: numpy.typing.NDArray[numpy.float64] | list[numpy.typing.NDArray[numpy.float64]], threads: int = 1, first: int = 0, tick: object | None = None, constraints: list[Constraints | None] = []) -> list[tuple[str, float, SearchReport]]:
        """
        Text, score and report of each sentence's best translation. Weights: one vector for all, or one for each sentence. Constraints: one for each sentence, or none.
        """

    def with_space(self, space: rectrix._core.features.FeatureSpace) -> Decoder:
        """The same decoder with its features in another space."""

    def with_learned(self, overlay: Overlay, models: Sequence[rectrix._core.lm.Model]) -> Decoder:
        """
        The same decoder with what was learned since: rules, and language models behind its own.
        """

    def discretized(self, what: rectrix._core.features.Discretization) -> Decoder:
        """The same decoder with bins for its grammar's scores."""

    def value_counts(self, lines: list[str], numbers: Sequence[int] = [], tick: object | None = None) -> dict[str, tuple[NDArray[numpy.float64], NDArray[numpy.int64]]]:
        """
        The values of each of the grammar's scores in all rules of these sentences, ascending, and how many rules have them.
        """

    def forest(self, line: str, weights: numpy.typing.NDArray[numpy.float64], sentence: int = 0, constraints: Constraints | None = None) -> Forest:
        """The forest of a sentence."""

    def reach(self, line: str, target: str, weights: numpy.typing.NDArray[numpy.float64], sentence: int = 0, constraints: Constraints | None = None) -> Forest | None:
        """
        All derivations of one translation, whatever the limits of the search (forced decoding); None if there is none.
        """

class ChartDecoder(Decoder):
    """The decoder of hierarchical models."""

    def __init__(self, grammar: RuleSource, models: Sequence[rectrix._core.lm.Model], templates: Sequence[str], space: rectrix._core.features.FeatureSpace, options: ChartOptions, functions: list = [], source_classes: rectrix._core.text.WordClasses | None = None, target_classes: rectrix._core.text.WordClasses | None = None) -> None:
        """
        templates: names of rule_features' templates, class_ before those over word classes, or of stateful ones. functions: called with all rules of a sentence, each a tuple of source, target and alignment; give tuples of rule number, feature name and value.
        """

class UnknownWords(enum.Enum):
    """What becomes of a word without a translation."""

    copy = 0

    drop = 1

    mark = 2

class StackOptions:
    """What can be chosen about phrase-based decoding."""

    def __init__(self, pop_limit: int = 1000, stack: int = 200, threshold: float = 0.0, table_limit: int = 20, distortion_limit: int = 6, distortion_ahead: bool = False, itg: bool = False, markup: bool = False, unknown: UnknownWords = UnknownWords.copy, rule_counts: bool = False, sparse_reordering: bool = False, seconds: float = 0.0, hypotheses: int = 3000000, max_words: int = 5000, cache_bytes: int = 536870912) -> None: ...

    @property
    def pop_limit(self) -> int:
        """Hypotheses taken from the cubes of each stack; 0: all."""

    @property
    def stack(self) -> int:
        """
        Hypotheses kept of each coverage and last word, in forests of each stack; 0: all.
        """

    @property
    def threshold(self) -> float:
        """Those worse than the best by more than this go, too; 0: none."""

    @property
    def table_limit(self) -> int:
        """Translations of a source phrase; 0: all."""

    @property
    def distortion_limit(self) -> int:
        """Source words jumped at most; -1: no limit."""

    @property
    def distortion_ahead(self) -> bool:
        """Count the jump back to the first gap before it comes."""

    @property
    def itg(self) -> bool:
        """Only orders that phrases joined two by two can have."""

    @property
    def markup(self) -> bool:
        """<wall/>, <zone> and </zone> in the input limit reordering."""

    @property
    def unknown(self) -> UnknownWords:
        """What becomes of words without a translation."""

    @property
    def rule_counts(self) -> bool:
        """The features log_count and unique."""

    @property
    def sparse_reordering(self) -> bool:
        """The features lo: a phrase pair with its orientation."""

    @property
    def seconds(self) -> float:
        """Time for one sentence; 0: no limit."""

    @property
    def hypotheses(self) -> int:
        """Of one sentence; long sentences get a lower pop limit."""

    @property
    def max_words(self) -> int:
        """A longer sentence is translated in pieces; it has no forest."""

    @property
    def cache_bytes(self) -> int:
        """
        Phrases kept with their scores between sentences, by all threads together.
        """

class StackDecoder(Decoder):
    """The decoder of phrase-based models."""

    def __init__(self, table: rectrix._core.grammar.PhraseTable, models: Sequence[rectrix._core.lm.Model], templates: Sequence[str], space: rectrix._core.features.FeatureSpace, options: StackOptions, functions: list = [], left_out: rectrix._core.grammar.BitextIndex | None = None, source_classes: rectrix._core.text.WordClasses | None = None, target_classes: rectrix._core.text.WordClasses | None = None, previous: tuple[rectrix._core.reorder.Model, bool] | None = None, next: tuple[rectrix._core.reorder.Model, bool] | None = None) -> None:
        """
        templates, functions and classes: as for ChartDecoder. left_out: the bitext that the table was extracted from; its sentence n is translated as if it were new. previous, next: orientation classifiers of the phrase before and after, each with whether its neighbors are hierarchical blocks.
        """
