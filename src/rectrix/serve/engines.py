"""The models of a server, found by name or by languages."""

from dataclasses import dataclass

from rectrix.base.errors import UsageError
from rectrix.serve.engine import Engine
from rectrix.serve.errors import NotFound, Refused
from rectrix.serve.languages import name_of, same
from rectrix.text import words

AUTO = "auto"


@dataclass(frozen=True)
class Detected:
    """A language that a text may be in."""

    language: str
    confidence: float  # percent of its words that the models from this language know


@dataclass(frozen=True)
class Engines:
    """All models, in the order in which they were given: of two that fit equally, the first is used."""

    all: tuple[Engine, ...]

    def __post_init__(self) -> None:
        names = [engine.name for engine in self.all]
        if not names:
            raise UsageError("give at least one model to serve")
        if twice := {name for name in names if names.count(name) > 1}:
            raise UsageError(
                f"two models are named {', '.join(sorted(twice))}: give their folders other names"
            )

    def named(self, name: str) -> Engine:
        """The model of a name."""
        for engine in self.all:
            if engine.name == name:
                return engine
        raise NotFound(f"no model {name[:100]!r}; there are {', '.join(one.name for one in self.all)}")

    def between(self, source: str, target: str) -> Engine:
        """The model that translates from one language to another."""

        def fit(engine: Engine) -> int:
            return same(source, engine.languages.source) * same(target, engine.languages.target)

        best = max(self.all, key=fit)
        if fit(best) == 0:
            pairs = ", ".join(dict.fromkeys(engine.pair for engine in self.all))
            raise Refused(f"no model from {source[:40]!r} to {target[:40]!r}; there are {pairs}")
        return best

    def chosen(self, model: str, source: str, target: str) -> Engine:
        """By name if there is one, else by languages; the only model if nothing is said."""
        if model:
            return self.named(model)
        if not source and not target and len(self.all) == 1:
            return self.all[0]
        if not source or not target:
            raise Refused("say which model: give model, or source and target")
        return self.between(source, target)

    @property
    def sources(self) -> list[str]:
        """The languages that are translated from."""
        return list(dict.fromkeys(engine.languages.source for engine in self.all))

    def listed(self) -> list[dict[str, object]]:
        """Each language with its name and targets; Weblate wants those that are only targets listed, too."""
        codes = dict.fromkeys([*self.sources, *(engine.languages.target for engine in self.all)])
        return [{"code": code, "name": name_of(code), "targets": self._targets(code)} for code in codes]

    def _targets(self, source: str) -> list[str]:
        found = [one.languages.target for one in self.all if one.languages.source == source]
        return list(dict.fromkeys(found))

    def detect(self, text: str) -> list[Detected]:
        """The languages of the models by how many of a text's words they know, best first."""
        shares: dict[str, float] = {}
        for engine in self.all:
            language = engine.languages.source
            shares[language] = max(shares.get(language, 0.0), _known_share(engine, text))
        ranked = sorted(shares.items(), key=lambda item: -item[1])
        return [Detected(language, round(100 * share, 1)) for language, share in ranked]


_LOOKED_AT = 2000  # characters are enough to tell a language


def _known_share(engine: Engine, text: str) -> float:
    """The share of a text's words that have letters and that a model knows."""
    prepared = words(engine.model.source_text.words_of(text[:_LOOKED_AT]))
    spelled = [word for word in prepared if any(letter.isalpha() for letter in word)]
    if not spelled:
        return 0.0
    return sum(engine.knows(word) for word in spelled) / len(spelled)
