"""One condition of adapt.py on one document; results are kept, so that an interrupted run goes on."""

import json
from collections.abc import Iterator
from dataclasses import asdict, dataclass, field
from pathlib import Path

from _adapt_data import WORK, Document
from _measure import user_seconds

from rectrix.adapt import Learner, LearnSettings
from rectrix.base.files import writing
from rectrix.evaluate.keystrokes import Keystrokes, keystrokes
from rectrix.model import Translator
from rectrix.model.completion import Completions
from rectrix.pipeline import Model
from rectrix.text.glossary import Glossary

NOTHING = {"memory": False, "rules": False, "lm": False, "weights": False}
CONDITIONS: dict[str, dict[str, object] | None] = {
    "nothing": None,
    "glossary": NOTHING,
    "memory": NOTHING | {"memory": True},
    "rules": NOTHING | {"rules": True},
    "n-grams": NOTHING | {"lm": True},
    "weights": NOTHING | {"weights": True},
    "all": {},
}
TYPED = ("nothing", "all")  # conditions whose keystrokes are counted
TERM_WORDS = 3


@dataclass(frozen=True)
class Simulated:
    """What came of one condition."""

    texts: list[str]
    devtest: list[str] = field(default_factory=list)  # translated after all was learned
    wall: list[float] = field(default_factory=list)  # seconds of learning each pair
    cpu: float = 0.0  # user seconds of learning, all pairs
    keys: list[tuple[int, int, int]] = field(default_factory=list)  # Keystrokes of each sentence


def simulated(
    general: Model,
    name: str,
    document: Document,
    condition: str,
    changes: dict[str, object],
    devtest: list[str],
) -> Simulated:
    """Translate and learn a document, unless that was done before. name: of model and document."""
    kept = WORK / "runs" / f"{name}-{len(document)}-{len(devtest)}-{condition}{_suffix(changes)}.json"
    if kept.exists():
        return Simulated(**json.loads(kept.read_text()))
    run = _simulate(general, document, condition, changes, devtest)
    kept.parent.mkdir(parents=True, exist_ok=True)
    with writing(kept, force=True) as file:
        json.dump(asdict(run), file)
    return run


def _suffix(changes: dict[str, object]) -> str:
    return "".join(f"-{name}={value}" for name, value in sorted(changes.items()))


def _simulate(
    general: Model, document: Document, condition: str, changes: dict[str, object], devtest: list[str]
) -> Simulated:
    if condition == "glossary":
        return Simulated(list(_with_glossary(general, document)))
    chosen = CONDITIONS[condition]
    learner = None if chosen is None else Learner(general, settings=LearnSettings.of(chosen | changes))
    texts, wall, cpu, keys = [], [], 0.0, []
    for source, target in document:
        model = learner.model if learner else general
        texts.append(model.translate(source).text)
        if condition in TYPED:
            typed = _typed(model, source, target)
            keys.append((typed.keys, typed.moves, typed.characters))
        if learner:
            begin = user_seconds()
            wall.append(learner.learn(source, target).seconds)
            cpu += user_seconds() - begin
    now = learner.model if learner else general
    return Simulated(texts, [one.text for one in now.translate(devtest)], wall, cpu, keys)


def _typed(model: Translator, source: str, target: str) -> Keystrokes:
    """Keystrokes for the reference in the words of the decoder."""
    reference = " ".join(model.target_text.apply(target).words)
    return keystrokes(reference, Completions.of(model, source))


def _with_glossary(general: Model, document: Document) -> Iterator[str]:
    """Confirmed lines of few words become terms."""
    terms: dict[str, str] = {}
    path = Path(WORK / "terms.tsv")
    for source, target in document:
        glossary = None
        if terms:
            with writing(path, force=True) as file:
                file.writelines(f"{term}\t{translation}\n" for term, translation in terms.items())
            glossary = Glossary.read(path)
        yield next(general.translate([source], glossary=glossary)).text
        if len(source.split()) <= TERM_WORDS and "\t" not in source + target:
            terms[source] = target
