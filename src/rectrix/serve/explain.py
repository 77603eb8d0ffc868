"""How translations came about: n-best lists with features, word alignment and derivations."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from rectrix._core import decode
from rectrix.model.demands import Asked
from rectrix.pipeline.model import Model
from rectrix.serve.engine import Engine
from rectrix.serve.errors import TooLarge
from rectrix.serve.schema import Step, Word
from rectrix.serve.unreachable import wanted_words
from rectrix.text import Prepared
from rectrix.text.glossary import Glossary
from rectrix.text.patterns import CLASS_TOKEN
from rectrix.text.segmented import Segmented

_COPIED = ("pass_through", "unknown")  # features of words that have no translation
_GIVEN = "forced"
_LEARNED = "learned"


@dataclass(frozen=True)
class ExplainedHypothesis:
    """One hypothesis and its derivation."""

    text: str
    score: float
    words: list[Word]
    links: list[tuple[int, int]]
    features: dict[str, float]
    contributions: dict[str, float]
    steps: list[Step]


@dataclass(frozen=True)
class Explanation:
    """A sentence and its hypotheses, best first."""

    source: str
    words: list[Word]
    hypotheses: list[ExplainedHypothesis]


def explain(
    engine: Engine,
    text: str,
    count: int,
    unique: bool = True,
    glossary: Glossary | None = None,
    limit: int = 100,
) -> Explanation:
    """The best translations of a sentence, with all that there is to say of them."""
    with engine.lock.reading():
        model = engine.current
        asked = next(iter(model.prepare([text], glossary=engine.terms(glossary))))
        require_short(asked.text, limit)
        _, weights, demanded = model.search_inputs([asked])
        if not asked.text:
            return Explanation(text, [], [_nothing()])
        forest = model.decoder.forest(asked.text, weights, constraints=demanded[0] if demanded else None)
        return _explained(model, text, asked, forest, forest.kbest(count, unique))


def reach(engine: Engine, text: str, translation: str, limit: int = 100) -> Explanation | None:
    """The best derivation of a given translation; None if there is none."""
    with engine.lock.reading():
        model = engine.current
        asked = next(iter(model.prepare([text])))
        require_short(asked.text, limit)
        for words in (wanted_words(model, translation), wanted_words(model, translation, asked.text)):
            require_short(words, limit)
            forest = model.decoder.reach(asked.text, words, model.weights)
            if forest is not None:
                return _explained(model, text, asked, forest, forest.kbest(1), ranked=False)
    return None


def require_short(text: str, limit: int) -> None:
    """Refuse a sentence whose forest would be too large."""
    count = len(text.split())
    if count > limit:
        raise TooLarge(f"a sentence of {count} words; derivations are shown of at most {limit}")


def _nothing() -> ExplainedHypothesis:
    return ExplainedHypothesis("", 0.0, [], [], {}, {}, [])


def _explained(
    model: Model,
    text: str,
    asked: Asked,
    forest: decode.Forest,
    found: Sequence[dict[str, Any]],
    ranked: bool = True,
) -> Explanation:
    hypotheses = [_hypothesis(model, asked.line, forest, one) for one in found] or [_nothing()]
    if asked.taught is not None and ranked:  # as it was confirmed, letter by letter
        words = [word.text for word in hypotheses[0].words]
        hypotheses[0] = replace(hypotheses[0], text=asked.taught, words=_words(asked.taught, words, set()))
    copied = set(_copied(hypotheses[0].steps, source=True))
    source = _words(text, _written(asked.line), copied)
    return Explanation(text, source, hypotheses)


def _hypothesis(
    model: Model, line: Prepared, forest: decode.Forest, found: dict[str, Any]
) -> ExplainedHypothesis:
    words, links = found["text"].split(), [(a, b) for a, b in found["alignment"]]
    text = model.target_text.invert(words, line, links)
    steps = _steps(forest.steps(found["edges"]), model.folder.settings.decoder == "phrase")
    features = {name: float(value) for name, value in sorted(found["features"].items()) if value}
    return ExplainedHypothesis(
        text,
        float(found["score"]),
        _words(text, words, set(_copied(steps, source=False))),
        links,
        features,
        contributions(model, features),
        steps,
    )


def contributions(model: Model, features: Mapping[str, float]) -> dict[str, float]:
    """Values times weights, without those that weigh nothing."""
    found = {}
    for name, value in features.items():
        index = model.space.find(name)
        weight = model.weights[index] if index is not None and index < len(model.weights) else 0.0
        if name == _GIVEN and not weight:
            weight = 1.0
        if weight:
            found[name] = float(weight * value)
    return found


def _steps(raw: Sequence[dict[str, Any]], phrases: bool) -> list[Step]:
    """The rules in the order of the forest's derivations, with their children and target words."""
    children: list[list[int]] = [[] for _ in raw]
    ends: list[int] = [0] * len(raw)
    for place in range(len(raw) - 1, -1, -1):
        end = place + 1
        for _ in range(raw[place]["tails"]):
            children[place].append(end)
            end = ends[end]
        ends[place] = end
    spans: list[tuple[int, int]] = [(0, 0)] * len(raw)
    _place(raw, children, spans)
    made = [_step(one, children[n], spans[n]) for n, one in enumerate(raw)]
    return _as_phrases(made) if phrases else made


def _place(raw: Sequence[dict[str, Any]], children: list[list[int]], spans: list[tuple[int, int]]) -> None:
    """Which target words each rule covers with its gaps."""
    sizes = [0] * len(raw)
    for n in range(len(raw) - 1, -1, -1):
        own = sum(not _is_gap(symbol) for symbol in raw[n]["target"].split())
        sizes[n] = own + sum(sizes[child] for child in children[n])
    stack = [(0, 0)] if raw else []
    while stack:
        n, at = stack.pop()
        spans[n] = (at, at + sizes[n])
        for symbol in raw[n]["target"].split():
            if _is_gap(symbol):
                child = children[n][int(symbol[1]) - 1]
                stack.append((child, at))
                at += sizes[child]
            else:
                at += 1


def _is_gap(symbol: str) -> bool:
    return symbol in ("[1]", "[2]")


def _step(raw: dict[str, Any], children: list[int], target_span: tuple[int, int]) -> Step:
    features = {name: float(value) for name, value in raw["features"].items() if value}
    return Step(
        span=raw["span"],
        target_span=target_span,
        source=raw["source"],
        target=raw["target"],
        links=raw["links"],
        score=float(raw["score"]),
        features=features,
        children=children,
        kind=_kind(raw["source"], features),
    )


def _kind(source: str, features: Mapping[str, float]) -> Any:
    if any(name.startswith(_COPIED) for name in features):
        return "copy"
    if all(map(_is_gap, source.split())):
        return "glue"
    if _LEARNED in features:
        return "learned"
    return "given" if _GIVEN in features else "rule"


def _as_phrases(steps: list[Step]) -> list[Step]:
    """A chain of hypotheses as phrases in the order of the translation, each without what came before."""
    found = []
    for step in reversed(steps):
        if not step.source.strip("[1] ") and not step.target.strip("[1] "):
            continue  # the hypothesis that has translated nothing
        gap = step.target.startswith("[1]")
        target = step.target.removeprefix("[1]").strip()
        end = step.target_span[1]
        shift = 1 if gap else 0
        changes = {
            "source": step.source.removeprefix("[1]").strip(),
            "target": target,
            "target_span": (end - len(target.split()), end),
            "links": [(a - (1 if step.source.startswith("[1]") else 0), b - shift) for a, b in step.links],
            "children": [],
        }
        found.append(step.model_copy(update=changes))
    return found


def _copied(steps: Sequence[Step], source: bool) -> list[int]:
    """The places of words that were copied."""
    spans = [step.span if source else step.target_span for step in steps if step.kind == "copy"]
    return [place for begin, end in spans for place in range(begin, end)]


def _written(line: Prepared) -> list[str]:
    """The words of a line, with protected items as they stand in the text."""
    items = iter(line.protection.items if line.protection else ())
    found = []
    for word in line.words:
        item = next(items, None) if CLASS_TOKEN.fullmatch(word) else None
        found.append(item.text if item else word)
    return found


def _words(text: str, words: Sequence[str], copied: set[int]) -> list[Word]:
    located = Segmented.located(text, words)
    return [
        Word(text=word, begin=begin, end=end, unknown=place in copied)
        for place, (word, (begin, end)) in enumerate(zip(words, located.spans, strict=True))
    ]
