"""The sparse features of a model, chosen by name: templates of the core, and functions written in Python."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from rectrix._core.features import rule_features, stateful_names, template_names
from rectrix.base.errors import UnknownName, UsageError
from rectrix.features.python import Rule, Value
from rectrix.features.sources import FeatureSource, joined, require_different
from rectrix.text.classes import read_classes

CLASSES = "class_"  # before a template: over word classes
GROUP = "rectrix.features"  # of entry points: features of other packages, under names of their own
_EXAMPLE = ("das [1] haus", "the [1] house", [(0, 0)])
_ACROSS = {"joint_bigrams": "bi"}  # what the names of features that see across rules begin with

Feature = str | Callable[[Rule], Value]  # a name, FILE.py:name, module:name, or a function


@dataclass(frozen=True)
class ChosenFeatures:
    """Templates by name, Python features as text, and the word classes that some templates need."""

    templates: tuple[str, ...] = ()
    sources: tuple[FeatureSource, ...] = ()
    source_classes: Path | None = None
    target_classes: Path | None = None

    @classmethod
    def of(
        cls,
        given: Iterable[Feature],
        source_classes: Path | None = None,
        target_classes: Path | None = None,
        decoder: str = "hiero",
        learned_classes: bool = False,
    ) -> "ChosenFeatures":
        """Checked: names are known, files can be read, functions run; `all` is every template of rules.

        learned_classes: training will learn word classes, so no files of them are needed.
        """
        templates: list[str] = []
        sources: list[FeatureSource] = []
        for item in given:
            source = _source(item)
            if source is not None:
                sources.append(source)
            else:
                templates += template_names() if item == "all" else [str(item)]
        made = cls(tuple(dict.fromkeys(templates)), joined(sources), source_classes, target_classes)
        made.check(decoder, learned_classes)
        return made

    def names(self) -> tuple[str, ...]:
        """As --features has them."""
        own = [f"{source.file}:{name}" for source in self.sources for name in source.names]
        return (*self.templates, *own)

    def check(self, decoder: str, learned_classes: bool = False) -> None:
        """Refuse names, files and functions that decoding would not get along with."""
        for name in self.templates:
            _check_template(name, decoder)
        if any(name.startswith(CLASSES) for name in self.templates):
            given = [path for path in (self.source_classes, self.target_classes) if path]
            if not given and not learned_classes:
                raise UsageError(
                    "templates over word classes need classes: --classes N (train) learns them, or files: "
                    "--source-classes, --target-classes"
                )
            for path in given:
                read_classes(path)
        names = [name for source in self.sources for name in source.names]
        require_different([*names, *set(template_names()), *stateful_names()])
        for source in self.sources:
            source.check()


def _source(item: Feature) -> FeatureSource | None:
    """Of a Python feature; None for the name of a template."""
    if not isinstance(item, str):
        return FeatureSource.of(item)
    if ":" in item:
        return FeatureSource.named(item)
    plugged = plugged_in().get(item)
    return FeatureSource.named(plugged) if plugged and item not in template_names() else None


def plugged_in() -> Mapping[str, str]:
    """Features of other packages: name and module:name."""
    from importlib.metadata import entry_points

    return {point.name: point.value for point in entry_points(group=GROUP)}


def _check_template(name: str, decoder: str) -> None:
    local, across = template_names(), stateful_names()
    if name in across and decoder == "phrase":
        raise UsageError(f"the feature {name} sees across rules: only the decoder hiero has it")
    if name not in across and name.removeprefix(CLASSES) not in local:
        known = [*local, *across, *plugged_in(), *(f"{CLASSES}{each}" for each in local)]
        raise UnknownName("feature template", name, [*known, "FILE.py:name", "module:name"])


def prefixes(templates: Iterable[str]) -> set[str]:
    """What the names of the templates' features begin with."""
    found = set()
    for name in templates:
        local = name.removeprefix(CLASSES)
        if local in template_names():
            begin = rule_features(local, *_EXAMPLE)[0][0].partition(":")[0]
            found.add(f"{CLASSES}{begin}" if local != name else begin)
        elif name in _ACROSS:
            found.add(_ACROSS[name])
    return found
