"""Random small grammars, and every derivation they allow, found by brute force without our search code."""

from __future__ import annotations

import itertools
import math
import random
from collections.abc import Sequence
from dataclasses import dataclass, field

from .given import Given

NAMES = ["p", "q"]


@dataclass(frozen=True)
class Rule:
    source: tuple[str, ...]
    target: tuple[str, ...]
    scores: tuple[float, ...]
    copied: bool = False


@dataclass
class Grammar:
    rules: list[Rule]
    weights: dict[str, float]
    span_limit: int
    probabilities: dict[tuple[str, ...], tuple[float, float]] = field(default_factory=dict)  # log10, back-off

    def arpa(self) -> str:
        lines = ["\\data\\"]
        orders = sorted({len(ngram) for ngram in self.probabilities})
        for order in orders:
            lines.append(f"ngram {order}={sum(len(ngram) == order for ngram in self.probabilities)}")
        for order in orders:
            lines += ["", f"\\{order}-grams:"]
            for ngram, (log10, backoff) in self.probabilities.items():
                if len(ngram) == order:
                    weight = f"\t{backoff:.6f}" if order < orders[-1] else ""
                    lines.append(f"{log10:.6f}\t{' '.join(ngram)}{weight}")
        return "\n".join([*lines, "", "\\end\\", ""])

    def log_probability(self, words: tuple[str, ...]) -> float:
        """By the definition of a back-off model, from left to right, natural logarithm."""
        known = [word if (word,) in self.probabilities else "<unk>" for word in words]
        sentence = ["<s>", *known, "</s>"]
        order = max(len(ngram) for ngram in self.probabilities)
        total = 0.0
        for place in range(1, len(sentence)):
            context = sentence[max(0, place - order + 1) : place]
            while (*context, sentence[place]) not in self.probabilities:
                total += self.probabilities.get(tuple(context), (0.0, 0.0))[1]
                context = context[1:]
            total += self.probabilities[(*context, sentence[place])][0]
        return total * math.log(10)


def random_grammar(seed: int) -> tuple[Grammar, list[str]]:
    """A grammar and a sentence of up to 6 words."""
    rng = random.Random(seed)
    sentence = [rng.choice("abc") for _ in range(rng.randint(1, 6))]
    rules: dict[tuple[tuple[str, ...], tuple[str, ...]], Rule] = {}
    for _ in range(rng.randint(1, 6)):
        source = [rng.choice("abc") for _ in range(rng.randint(1, 2))]
        target = [rng.choice("xyz") for _ in range(rng.randint(1, 2))]
        gaps = rng.choice([0, 0, 1, 1, 2])
        for gap in range(gaps):
            source.insert(rng.randint(source.index("[1]") + 1 if gap else 0, len(source)), f"[{gap + 1}]")
        for gap in rng.sample(range(gaps), gaps):
            target.insert(rng.randint(0, len(target)), f"[{gap + 1}]")
        scores = (round(rng.uniform(-2, 1), 2), round(rng.uniform(-1, 1), 2))
        rules[tuple(source), tuple(target)] = Rule(tuple(source), tuple(target), scores)
    weights = {
        name: round(rng.uniform(-1, 1), 2)
        for name in [*NAMES, "word_penalty", "glue", "pass_through", "lm_oov"]
    }
    weights["lm"] = round(rng.uniform(0.1, 1), 2)
    grammar = Grammar(list(rules.values()), weights, rng.choice([2, 3, 6]))
    for order in (1, 2, 3):
        words = ["<unk>", "<s>", "</s>", "x", "y", "a"] if order == 1 else ["x", "y"]
        for ngram in itertools.product(words, repeat=order):
            begins = rng.random() < 0.3 and order > 1
            ngram = ("<s>", *ngram[1:]) if begins else ngram
            if order == 1 or (
                rng.random() < 0.5
                and ngram[:-1] in grammar.probabilities
                and ngram[1:] in grammar.probabilities
            ):
                log10 = -99.0 if ngram == ("<s>",) else round(rng.uniform(-2, -0.1), 3)
                grammar.probabilities[ngram] = (
                    log10,
                    0.0 if ngram[-1] == "</s>" else round(rng.uniform(-1, 0.2), 3),
                )
    return grammar, sentence


@dataclass
class Derived:
    words: tuple[str, ...]
    features: dict[str, float]


def _add(left: dict[str, float], right: dict[str, float]) -> dict[str, float]:
    return {name: left.get(name, 0.0) + right.get(name, 0.0) for name in left | right}


def derivations(grammar: Grammar, sentence: list[str], given: Sequence[Given] = ()) -> list[Derived]:
    """Every derivation of a sentence, glue and copied words included, without the language model.

    given: spans with translations of their own.
    """
    rules = list(grammar.rules)
    for word in sorted(set(sentence)):
        if not any(rule.source == (word,) for rule in rules):
            rules.append(Rule((word,), (word,), (0.0, 0.0), copied=True))

    def own(rule: Rule) -> dict[str, float]:
        words = [symbol for symbol in rule.target if not symbol.startswith("[")]
        features = dict(zip(NAMES, rule.scores, strict=True)) | {"word_penalty": -float(len(words))}
        features["lm_oov"] = float(sum((word,) not in grammar.probabilities for word in words))
        return features | {"pass_through": float(rule.copied)}

    def splits(source: tuple[str, ...], begin: int, end: int) -> list[list[tuple[int, int]]]:
        if not source:
            return [[]] if begin == end else []
        if source[0].startswith("["):
            return [
                [(begin, middle), *rest]
                for middle in range(begin + 1, end + 1)
                for rest in splits(source[1:], middle, end)
            ]
        return splits(source[1:], begin + 1, end) if begin < end and sentence[begin] == source[0] else []

    def permitted(rule: Rule, begin: int, end: int, gaps: list[tuple[int, int]]) -> bool:
        words = set(range(begin, end)) - {word for gap in gaps for word in range(*gap)}
        places = {begin, end, *(place for gap in gaps for place in gap)}
        return all(one.permits(words, rule.target) and not any(map(one.divided_by, places)) for one in given)

    def phrase(begin: int, end: int) -> list[Derived]:
        found = []
        for one in given:
            for target, score in zip(one.targets, one.scores, strict=True):
                if (one.begin, one.end) == (begin, end):
                    features = own(Rule((), target, (0.0, 0.0))) | {"forced": score}
                    found.append(Derived(target, features))
        if end - begin > grammar.span_limit:
            return found
        for rule in rules:
            if len(rule.source) > end - begin:
                continue
            for spans in splits(rule.source, begin, end):
                if not permitted(rule, begin, end, spans):
                    continue
                for parts in itertools.product(*(phrase(*span) for span in spans)):
                    words: list[str] = []
                    for symbol in rule.target:
                        words += parts[int(symbol[1]) - 1].words if symbol.startswith("[") else (symbol,)
                    features = own(rule)
                    for part in parts:
                        features = _add(features, part.features)
                    found.append(Derived(tuple(words), features))
        return found

    def glued(end: int) -> list[Derived]:
        found = phrase(0, end)
        for middle in range(1, end):
            for left, right in itertools.product(glued(middle), phrase(middle, end)):
                features = _add(_add(left.features, right.features), {"glue": 1.0})
                found.append(Derived(left.words + right.words, features))
        return found

    return glued(len(sentence))
