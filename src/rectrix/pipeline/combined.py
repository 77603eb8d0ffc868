"""Several models as one: all of them in a folder, and weights by which one of their translations is taken."""

import shutil
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, NoReturn

from rectrix._core import decode
from rectrix._core.kbest import Lists, extract
from rectrix.base.config import Settings
from rectrix.base.copies import copy_file
from rectrix.base.errors import DamagedFile, UsageError
from rectrix.base.files import require_absent, writing, writing_folder
from rectrix.features.weights import vector
from rectrix.kbest.rerank import best
from rectrix.learn.run import Run
from rectrix.learn.stored import StoredLists
from rectrix.learn.tune import Tuned, learn_weights
from rectrix.model import checksums
from rectrix.model.demands import Asked
from rectrix.model.folder import ModelFolder
from rectrix.model.mbr import MbrSettings
from rectrix.model.settings import COMBINED
from rectrix.model.translator import Translation
from rectrix.pipeline.model import Model
from rectrix.pipeline.tuning_set import Texts
from rectrix.pipeline.union import Union, names, start_weights, union
from rectrix.recipes import DEFAULT, RECIPES
from rectrix.score import references_of
from rectrix.score.metrics import metric as metric_by_name
from rectrix.text import read_sentences


class CombinedSettings(Settings):
    """The contents of combined.toml; the models lie in folders beside it."""

    models: tuple[str, ...]
    k: int = 100  # hypotheses of each
    recipe: str = ""  # signature of what made the weights
    weights: dict[str, float]

    @classmethod
    def open(cls, path: Path) -> "CombinedSettings":
        """Of a folder; one that was changed is refused."""
        file = path / COMBINED
        if not checksums.seal_holds(file.read_text(encoding="utf-8")):
            raise DamagedFile(f"{file}: changed since it was written; combine the models again")
        settings = cls.read(file)
        if set(settings.weights) - set(names(len(settings.models))):
            raise DamagedFile(f"{file}: has weights of features that no combination has")
        return settings


class Combined(Model):
    """The first of its models, with others beside it: translations are chosen from the lists of all."""

    batch = 50  # lists of all models are larger than translations

    def __init__(
        self,
        path: Path,
        settings: CombinedSettings,
        folders: Sequence[ModelFolder],
        load: str = "map",
        trust: bool = False,
        seconds: float = 0.0,
        cache: int | None = None,
    ) -> None:
        _require_same_text(folders)
        first, *others = folders
        super().__init__(first, None, load, trust, seconds, cache)
        self.path, self.combined = path, settings
        self.members = (self, *(Model(folder, None, load, trust, seconds, cache) for folder in others))

    @classmethod
    def of_folder(
        cls,
        path: Path,
        load: str = "map",
        verify: bool = False,
        trust: bool = False,
        seconds: float = 0.0,
        cache: int | None = None,
    ) -> "Combined":
        """A folder that `combine` wrote."""
        settings = CombinedSettings.open(path)
        folders = [ModelFolder.open(path / name, verify) for name in settings.models]
        return cls(path, settings, folders, load, trust, seconds, cache)

    def __repr__(self) -> str:
        return f"<Combined {self.path}: {', '.join([super().__repr__(), *map(repr, self.members[1:])])}>"

    def mbr(self, chosen: MbrSettings | str | None = None) -> MbrSettings:
        """None: minimum Bayes risk is among the features."""
        if chosen is not None:
            raise UsageError("a combination of models has expected metrics as features: leave out mbr")
        return MbrSettings()

    def _translations(
        self, chunk: Sequence[Asked], first: int, threads: int, risk: MbrSettings
    ) -> list[Translation]:
        texts, _, demanded = self.search_inputs(chunk)
        found, reports = self._search(texts, demanded, first, threads)
        made = []
        for number, at in enumerate(chosen(found.lists, self.combined.weights)):
            m, rank = found.origins[at] if at >= 0 else (0, 0)
            report, words = reports[m][number], found.lists.text(at) if at >= 0 else ""
            made.append((words, 0.0, report.of_hypothesis(rank) if at >= 0 else report))
        return made

    def kbest(self, lines: str | Sequence[str], k: int = 100, *args: Any, **options: Any) -> Lists:
        """The union of the models' lists, with the features by which it is reranked."""
        asked = self.prepare([lines] if isinstance(lines, str) else lines)
        return self.union_of([one.text for one in asked], options.get("threads", 1))

    def learner(self, *args: Any, **options: Any) -> NoReturn:
        raise UsageError("a combination of models does not learn from corrections: teach one of its models")

    def learn(self, source: str, target: str) -> NoReturn:
        self.learner()

    def tune(self, *args: Any, **options: Any) -> NoReturn:
        raise UsageError("a combination of models is tuned when it is made: rectrix combine")

    def _search(
        self,
        texts: list[str],
        demanded: list[decode.Constraints | None],
        first: int,
        threads: int,
        advance: Callable[[int], None] = lambda count: None,
    ) -> tuple[Union, list[list[decode.SearchReport]]]:
        parts, reports = [], []
        for member in self.members:
            weights = member._forced_weights() if demanded else member.weights
            lists, report, _ = extract(
                member.decoder,
                texts,
                weights,
                self.combined.k,
                threads=threads,
                first=first,
                constraints=demanded,
                alignments=True,
                grow=False,
            )
            parts.append(lists)
            reports.append(report)
            advance(len(texts))
        return union(parts, threads), reports

    def union_of(
        self, texts: list[str], threads: int = 1, advance: Callable[[int], None] = lambda count: None
    ) -> Lists:
        """The union of the models' lists of prepared sentences; advance is told of those that a model has."""
        return self._search(texts, [], 0, threads, advance)[0].lists


def chosen(lists: Lists, weights: Mapping[str, float]) -> list[int]:
    """The best hypothesis of each list, the first of equals; -1 if it has none."""
    found: list[int] = best(lists, vector(weights, lists.space)).tolist()
    return found


def combine(
    models: Sequence[Path],
    texts: Texts,
    output: Path,
    recipe: str = DEFAULT,
    settings: Mapping[str, Any] | None = None,
    metric: str = "bleu",
    k: int = 100,
    run: Run | None = None,
    force: bool = False,
    trust: bool = False,
) -> Tuned:
    """Write a folder with these models and with weights that a recipe learns on sentences with references."""
    run = run or Run()
    made_recipe = RECIPES[recipe].of(settings or {}, where=recipe)
    texts.check()
    require_absent(output, force)
    if len(models) < 2:
        raise UsageError("a combination needs at least two models")
    folders = [ModelFolder.open(path) for path in models]
    names_inside = tuple(f"model{number + 1}" for number in range(len(models)))
    start = start_weights(len(models))
    chosen_settings = CombinedSettings(models=names_inside, k=k, weights=start)
    made = Combined(output, chosen_settings, folders, trust=trust)
    source = list(read_sentences(texts.source))
    references = [list(read_sentences(path)) for path in texts.references]
    if not texts.prepared:
        source = [asked.text for asked in made.prepare(source)]
        references = [list(made.target_text.apply_lines(lines)) for lines in references]
    with run.progress.task("searching", len(source) * len(models), "sentences") as shown:
        lists = made.union_of(source, run.threads, shown.advance)
    judged = StoredLists.of(lists, references_of(references), metric_by_name(metric), run.threads)
    tuned = learn_weights(made_recipe, judged, start, run)
    chosen_settings = chosen_settings.model_copy(update={"weights": tuned.weights, "recipe": tuned.signature})
    with writing_folder(output, force) as folder:
        for member, name in zip(folders, names_inside, strict=True):
            shutil.copytree(member.path, folder / name, copy_function=_copy)
        with writing(folder / COMBINED) as file:
            file.write(checksums.sealed(chosen_settings.toml()))
    return tuned


def _copy(old: str, new: str) -> None:
    copy_file(Path(old), Path(new))


def _require_same_text(folders: Sequence[ModelFolder]) -> None:
    """Lists of models that prepare text differently have no strings in common."""
    first, *others = folders
    for other in others:
        for side in ("source_text", "target_text"):
            if _text_files(first, getattr(first.settings, side)) != _text_files(
                other, getattr(other.settings, side)
            ):
                raise UsageError(
                    f"{first.path} and {other.path} prepare text differently "
                    f"({side}): train them with the same text processing"
                )


def _text_files(folder: ModelFolder, settings: str) -> list[str]:
    """The checksums of a side's text processing."""
    prefix = settings.partition(".")[0]
    files = folder.settings.files
    return sorted(files[name].sha256 for name in files if settings and name.startswith(f"{prefix}.text"))
