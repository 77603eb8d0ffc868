"""The data of an experiment: a training bitext, sets to tune on, and test sets by the names of their files.

A folder holds `train.de train.en`, `dev.de dev.en`, perhaps `devtest.*`, and test sets of any other name
(`test.*`, `newstest2010.*`); several references are `dev.ref0.en dev.ref1.en …`. Test sets whose names begin
with `test` or `bitext` are of the training text's domain, all others are not; `dev-NEWS` is a tuning set of
the domain of the test sets whose names begin with NEWS.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from hashlib import file_digest, sha256
from itertools import islice
from json import dumps
from pathlib import Path

from rectrix.base.errors import InputError, UsageError
from rectrix.base.files import writing
from rectrix.base.progress import Progress
from rectrix.pipeline import Texts
from rectrix.pipeline.stages import Stages, identity
from rectrix.sample import SampleSettings, write_sample
from rectrix.text import language_pair, read_sentences
from rectrix.text.formats import Languages
from rectrix.text.formats.collection import Collection

DEV, DEVTEST, HALF, BITEXT = "dev", "devtest", "dev-half", "bitext-test"
_DEV_NAMES = ("dev", "val", "valid", "validation", "tune")
_FILE = re.compile(r"(?P<name>.+?)(\.ref\d*)?\.(?P<language>[a-z]{2,3})(\.(gz|xz|zst|bz2))?")
_HELD_OUT = 20  # of a bitext without sets of its own, one pair in so many is for each set, at most 2,000


@dataclass(frozen=True)
class DataLimits:
    """How much of the data is used; 0: all of it."""

    train: int = 0
    dev: int = 0
    test: int = 0
    bitext_test: int = 0  # pairs taken from the end of the training bitext as a test set of its domain


@dataclass(frozen=True)
class Data:
    """Files, all of them line by line."""

    name: str
    languages: tuple[str, str]
    train: tuple[Path, Path]
    sets: Mapping[str, Texts] = field(default_factory=dict)
    pretokenized: bool = False

    @property
    def tests(self) -> list[str]:
        """The names of the test sets, those of the training text's domain first: claims go by the first."""
        names = [name for name in self.sets if name != DEVTEST and not _tuned_on(name)]
        return sorted(names, key=lambda name: not name.startswith("test"))

    @property
    def in_domain(self) -> list[str]:
        """The test sets that are like the training text."""
        return [name for name in self.tests if name.startswith(("test", "bitext"))]

    @property
    def out_of_domain(self) -> list[str]:
        """All others."""
        return [name for name in self.tests if name not in self.in_domain]

    @property
    def tuning_sets(self) -> list[str]:
        """The names of the sets to tune on."""
        return [name for name in self.sets if _tuned_on(name)]

    def files(self) -> list[Path]:
        """Everything that is read."""
        texts = [path for one in self.sets.values() for path in (one.source, *one.references)]
        return [*self.train, *texts]

    def fingerprint(self) -> str:
        """Changes when the text does, wherever it lies."""
        digests = [_digest(*identity(path)) for path in self.files()]
        facts = [self.languages, self.pretokenized, digests, list(self.sets)]
        return sha256(dumps(facts).encode()).hexdigest()[:16]

    def sizes(self) -> dict[str, int]:
        """Sentences of each part."""
        parts = {"train": self.train[0]} | {name: one.source for name, one in self.sets.items()}
        return {name: sum(1 for _ in read_sentences(path)) for name, path in parts.items()}


@lru_cache(maxsize=1024)
def _digest(path: str, size: int, changed: int) -> str:
    """Of a file's content; read again only if it has changed."""
    with Path(path).open("rb") as file:
        return file_digest(file, "sha256").hexdigest()


def _tuned_on(name: str) -> bool:
    return name == DEV or name.startswith("dev-")


def from_folder(
    folder: Path, languages: str = "", pretokenized: bool = False, dev: str = "", devtest: str = ""
) -> Data:
    """Find train, dev, devtest and test sets by their names; dev and devtest may be called otherwise."""
    found = _grouped(folder)
    pair = language_pair(languages) if languages else _languages(folder, found)
    sets = {}
    for name, files in found.items():
        if all(language in files for language in pair):
            source, references = files[pair[0]], files[pair[1]]
            sets[name] = Texts(source[0], references)
    if "train" not in sets:
        raise InputError.at(folder, 0, f"no train.{pair[0]} and train.{pair[1]}; there are {_names(found)}")
    chosen = dev or next((name for name in _DEV_NAMES if name in sets), "")
    for role, name in (("dev", chosen), ("devtest", devtest)):
        if (name or role == DEV) and name not in sets:
            raise InputError.at(folder, 0, f"no {name or 'dev'} set ({role}); there are {_names(sets)}")
    train = sets.pop("train")
    sets = {DEV: sets.pop(chosen), **({DEVTEST: sets.pop(devtest)} if devtest else {}), **sets}
    data = Data(folder.name, pair, (train.source, Path(train.references[0])), sets, pretokenized)
    if not data.tests:
        there = f"there are {_names(sets)}{_halves(found, *pair)}{_halves(found, *pair[::-1])}"
        raise InputError.at(folder, 0, f"no test set beside train and {chosen}; {there}")
    return data


def _grouped(folder: Path) -> dict[str, dict[str, list[Path]]]:
    """Files by set and language."""
    if not folder.is_dir():
        raise InputError.at(folder, 0, "no such folder; it should hold train, dev and test files")
    found: dict[str, dict[str, list[Path]]] = {}
    for path in sorted(folder.iterdir()):
        if path.is_file() and (match := _FILE.fullmatch(path.name)):
            found.setdefault(match["name"], {}).setdefault(match["language"], []).append(path)
    return found


def _languages(folder: Path, found: Mapping[str, Mapping[str, object]]) -> tuple[str, str]:
    seen = sorted(found.get("train", {}))
    if len(seen) != 2:
        there = " ".join(seen) or "none"
        raise UsageError(
            f"{folder}: train files of two languages are needed, there are {there}; say -l de-en"
        )
    foreign = [language for language in seen if language != "en"]
    # Into English unless it is said otherwise, as in all five papers.
    return (foreign[0], "en") if len(foreign) == 1 else (seen[0], seen[1])


def _names(sets: Mapping[str, object]) -> str:
    return ", ".join(sets) or "none"


def from_bitexts(paths: Sequence[Path], languages: str, folder: Path, progress: Progress) -> Data:
    """Pairs of files of any format, cut into train, dev, devtest and test, which share no sentence."""
    if not languages:
        raise UsageError("--bitext needs the languages: -l de-en")
    pair = language_pair(languages)
    parts = ("train", DEV, DEVTEST, "test")
    files = {part: tuple(folder / f"{part}.{language}" for language in pair) for part in parts}

    def work() -> None:
        seen: dict[tuple[str, str], None] = {}
        for unit in Collection(paths, Languages(*pair)):
            seen.setdefault((unit.source, unit.target))
        _split(list(seen), files)

    flat = [path for made in files.values() for path in made]
    Stages(folder, progress).run("split", work, {"languages": pair}, paths, outputs=flat)
    sets = {part: Texts(files[part][0], [files[part][1]]) for part in parts[1:]}
    return Data(" ".join(path.name for path in paths), pair, (files["train"][0], files["train"][1]), sets)


def _halves(found: Mapping[str, Mapping[str, list[Path]]], there: str, missing: str) -> str:
    """The sets that have one language, but not the other, for a message."""
    names = [name for name, files in found.items() if there in files and missing not in files]
    return "".join(f", and {name}.{there} without {name}.{missing}" for name in names)


def _split(pairs: list[tuple[str, str]], files: Mapping[str, tuple[Path, ...]]) -> None:
    """The last sentences are held out, with their first translation; no other part has them."""
    first: dict[str, str] = {}
    for source, target in pairs:
        first.setdefault(source, target)
    each = min(2000, len(first) // _HELD_OUT)
    if not each:
        raise InputError(f"{len(first)} sentences are too few to be cut into train, dev, devtest and test")
    last, names = list(first.items())[-3 * each :], list(files)[1:]
    held = {name: last[place * each : (place + 1) * each] for place, name in enumerate(names)}
    apart = dict(last)
    held["train"] = [pair for pair in pairs if pair[0] not in apart]
    for part, chosen in held.items():
        for side, path in enumerate(files[part]):
            with writing(path, force=True) as file:
                file.writelines(f"{pair[side]}\n" for pair in chosen)


def from_sample(folder: Path, limits: DataLimits, progress: Progress) -> Data:
    """The embedded sample, German to English; one reference, as most of the papers' sets have."""
    settings = SampleSettings(pairs=limits.train, held_out=max(limits.dev, limits.test), references=1)

    def work() -> None:
        write_sample(folder, settings, progress, force=True)

    made = [folder / name for name in ("train.de", "train.en", "test.de")]
    Stages(folder, progress).run("sample", work, settings.model_dump(), outputs=made)
    sets = {
        name: Texts(folder / f"{name}.de", [folder / f"{name}.ref0.en"]) for name in (DEV, DEVTEST, "test")
    }
    return Data("embedded sample", ("de", "en"), (made[0], made[1]), sets)


def cut(data: Data, limits: DataLimits, folder: Path, progress: Progress) -> Data:
    """Plain copies within the limits, with half of dev as a tuning set of its own."""
    train = folder / f"train.{data.languages[0]}", folder / f"train.{data.languages[1]}"
    plan: list[tuple[Path, Path, int, int]] = []  # from, to, first line, number of lines
    total = _lines(data.train[0])
    kept = min(limits.train or total, total) - limits.bitext_test
    if kept <= 0:
        raise UsageError(f"{total} training pairs leave nothing beside {limits.bitext_test} to test on")
    plan += [(old, new, 0, kept) for old, new in zip(data.train, train, strict=True)]
    sets = {}
    for name, texts in data.sets.items():
        limit = limits.dev if _tuned_on(name) or name == DEVTEST else limits.test
        sets[name] = _planned(name, texts, folder, data.languages, limit, plan)
    half = max(1, min(limits.dev or _lines(data.sets[DEV].source), _lines(data.sets[DEV].source)) // 2)
    sets[HALF] = _planned(HALF, data.sets[DEV], folder, data.languages, half, plan)
    if limits.bitext_test:
        texts = Texts(data.train[0], [data.train[1]])
        sets[BITEXT] = _planned(BITEXT, texts, folder, data.languages, limits.bitext_test, plan, kept)

    def work() -> None:
        for old, new, first, count in plan:
            _copy(old, new, first, count)

    settings = {"plan": [(str(new), first, count) for _, new, first, count in plan]}
    outputs = [new for _, new, *_ in plan]
    Stages(folder, progress).run("data", work, settings, data.files(), outputs=outputs)
    return replace(data, train=train, sets=sets)


def _planned(
    name: str,
    texts: Texts,
    folder: Path,
    languages: tuple[str, str],
    limit: int,
    plan: list[tuple[Path, Path, int, int]],
    first: int = 0,
) -> Texts:
    """Where the lines of a set go."""
    new = [folder / f"{name}.{languages[0]}"]
    new += [folder / f"{name}.ref{number}.{languages[1]}" for number in range(len(texts.references))]
    old = [texts.source, *texts.references]
    plan += [(Path(a), b, first, limit) for a, b in zip(old, new, strict=True)]
    return Texts(new[0], new[1:])


def _copy(old: Path, new: Path, first: int, count: int) -> None:
    with writing(new, force=True) as file:
        chosen = islice(read_sentences(old), first, first + count if count else None)
        file.writelines(f"{line}\n" for line in chosen)


def _lines(path: Path) -> int:
    return sum(1 for _ in read_sentences(path))
