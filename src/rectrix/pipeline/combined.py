"""Several models as one: all of them in a folder, and weights by which one of their translations is taken."""

import shutil
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NoReturn

from rectrix._core import decode
from rectrix._core.kbest import Lists, extract
from rectrix.base.config import Settings
from rectrix.base.copies import copy_file
from rectrix.base.errors import DamagedFile, UsageError
from rectrix.base.files import require_absent, writing, writing_folder
from rectrix.decode.constraints import SentenceConstraints
from rectrix.decode.markup import XmlPolicy
from rectrix.features.weights import vector
from rectrix.kbest.rerank import best
from rectrix.learn.run import Run
from rectrix.learn.stored import StoredLists
from rectrix.learn.tune import Tuned, learn_weights
from rectrix.model import checksums
from rectrix.model.batches import batches
from rectrix.model.folder import COMBINED, ModelFolder
from rectrix.model.translator import Output
from rectrix.pipeline.model import Model
from rectrix.pipeline.tuning_set import Texts
from rectrix.pipeline.union import Union, names, start_weights, union
from rectrix.recipes import DEFAULT, RECIPES
from rectrix.score import references_of
from rectrix.score.metrics import metric as metric_by_name
from rectrix.text import read_sentences
from rectrix.text.glossary import Glossary

_BATCH = 50


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
    """To the eye the first of its models; translations are chosen from the lists of all."""

    def __init__(self, path: Path, settings: CombinedSettings, members: Sequence[Model]) -> None:
        self.__dict__.update(members[0].__dict__)
        self.path, self.combined, self.members = path, settings, tuple(members)
        _require_same_text(members)

    @classmethod
    def of_folder(cls, path: Path, **how: Any) -> "Combined":
        """A folder that `combine` wrote; how: as Model.open takes it."""
        settings = CombinedSettings.open(path)
        return cls(path, settings, [Model.open(path / name, **how) for name in settings.models])

    def __repr__(self) -> str:
        return f"<Combined {self.path}: {', '.join(map(repr, self.members))}>"

    def translate_lines(
        self,
        lines: Iterable[str],
        threads: int = 1,
        batch: int = _BATCH,
        constraints: Iterable[SentenceConstraints | None] | None = None,
        glossary: Glossary | None = None,
        xml: XmlPolicy | None = None,
        file: str = "-",
        waits: Callable[[], bool] | None = None,
        first: int = 0,
        mbr: Any = None,
    ) -> Iterator[Output]:
        """As a single model's; minimum Bayes risk is among the features, and `mbr` must be None."""
        if mbr is not None:
            raise UsageError("a combination of models has expected metrics as features: leave out mbr")
        prepared = self.prepare(lines, constraints, glossary, xml, file, first)
        for place, chunk in batches(prepared, batch, waits):
            texts, _, demanded = self.search_inputs(chunk)
            found, reports = self._search(texts, demanded, first + place, threads)
            places = chosen(found.lists, self.combined.weights)
            for number, (asked, at) in enumerate(zip(chunk, places, strict=True)):
                m, rank = found.origins[at] if at >= 0 else (0, 0)
                report = reports[m][number]
                words = found.lists.text(at) if at >= 0 else ""
                aligned = report.of_hypothesis(rank) if at >= 0 else report
                yield Output(self._text(words, asked, aligned), 0.0, aligned, words)

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
        self, texts: list[str], demanded: list[decode.Constraints | None], first: int, threads: int
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
        return union(parts, threads), reports

    def union_of(self, texts: list[str], threads: int = 1) -> Lists:
        """The union of the models' lists of prepared sentences."""
        return self._search(texts, [], 0, threads)[0].lists


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
    members = [Model.open(path, trust=trust) for path in models]
    folders = tuple(f"model{number + 1}" for number in range(len(models)))
    start = start_weights(len(models))
    made = Combined(output, CombinedSettings(models=folders, k=k, weights=start), members)
    source = list(read_sentences(texts.source))
    references = [list(read_sentences(path)) for path in texts.references]
    if not texts.prepared:
        source = [asked.text for asked in made.prepare(source)]
        references = [list(made.target_text.apply_lines(lines)) for lines in references]
    with run.progress.task("searching", len(source) * len(models), "sentences"):
        lists = made.union_of(source, run.threads)
    judged = StoredLists.of(lists, references_of(references), metric_by_name(metric), run.threads)
    tuned = learn_weights(made_recipe, judged, start, run)
    chosen_settings = made.combined.model_copy(update={"weights": tuned.weights, "recipe": tuned.signature})
    with writing_folder(output, force) as folder:
        for member, name in zip(members, folders, strict=True):
            shutil.copytree(member.folder.path, folder / name, copy_function=_copy)
        with writing(folder / COMBINED) as file:
            file.write(checksums.sealed(chosen_settings.toml()))
    return tuned


def _copy(old: str, new: str) -> None:
    copy_file(Path(old), Path(new))


def _require_same_text(members: Sequence[Model]) -> None:
    """Lists of models that prepare text differently have no strings in common."""
    for other in members[1:]:
        for side in ("source_text", "target_text"):
            one = getattr(members[0].folder.settings, side), getattr(other.folder.settings, side)
            if _text_files(members[0].folder, one[0]) != _text_files(other.folder, one[1]):
                raise UsageError(
                    f"{members[0].folder.path} and {other.folder.path} prepare text differently "
                    f"({side}): train them with the same text processing"
                )


def _text_files(folder: ModelFolder, settings: str) -> list[str]:
    """The checksums of a side's text processing."""
    prefix = settings.partition(".")[0]
    files = folder.settings.files
    return sorted(files[name].sha256 for name in files if settings and name.startswith(f"{prefix}.text"))
