"""`rx.reproduce` and `rx.experiment`: data, runs, report."""

import json
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from rectrix import __version__
from rectrix.base.errors import InputError, RunError, UsageError
from rectrix.base.files import writing
from rectrix.base.locks import holding
from rectrix.base.places import EXPERIMENT, remove
from rectrix.base.progress import counted
from rectrix.base.registry import Registry
from rectrix.learn.run import Run
from rectrix.reproduce.data import DEVTEST, Data, DataLimits, cut, from_bitexts, from_folder, from_sample
from rectrix.reproduce.experiment import run_experiment
from rectrix.reproduce.overview import overview
from rectrix.reproduce.paper import Design, Paper
from rectrix.reproduce.report import ExperimentReport, Shown, judged_by
from rectrix.reproduce.results import Results
from rectrix.reproduce.settings import DataSettings, ExperimentSettings

PAPERS: Registry[Paper] = Registry(
    "paper",
    {
        name: f"rectrix.reproduce.{name}:PAPER"
        for name in ("simianer2012", "eidelman2012", "green2013", "clark2014", "alrajeh2014")
    },
)
_FOLDERS = ("conditions", "systems", "data", "tables", "figures")
_FILES = ("index.html", "report.json", "settings.toml")
_ANOTHER_FOLDER = "choose another folder, or begin anew with --force"


def reproduce(
    paper: str,
    output: Path | str,
    data: Path | str | None = None,
    bitexts: Sequence[Path | str] = (),
    size: str = "tiny",
    seeds: int = 0,
    languages: str = "",
    pretokenized: bool = False,
    dev: str = "",
    devtest: str = "",
    only: Sequence[str] = (),
    run: Run | None = None,
    threads_each: int = 1,
    epochs: int = 0,
    sentences: int = 0,
) -> ExperimentReport:
    """Run a paper's experiment, and write its page into a folder; the same call again goes on where it was.

    data: a folder of train, dev and test files, or bitexts: files to be cut into such; neither: the embedded
    sample. size: tiny, small, medium or full. seeds: of every condition that has any; 0: as the size says.
    dev, devtest: names of sets in the folder. only: conditions whose names have one of these in them.
    epochs: of the paper's method (rounds, if it is a batch method); 0: as the size says. sentences: of the
    training text to tune on, for papers that do; 0: as the size says.
    """
    published: Paper = PAPERS[paper]
    chosen = published.size(size, epochs, sentences)
    if not (data or bitexts) and size != "tiny":
        raise UsageError(
            f"the size {size} needs data: --data FOLDER or --bitext FILE; the sample is for tiny"
        )
    where = DataSettings(
        folder=str(data or ""),
        bitexts=tuple(map(str, bitexts)),
        languages=languages,
        pretokenized=pretokenized,
        dev=dev,
        devtest=devtest,
    )

    def made(used: Data) -> Design:
        found = published.design(chosen, used)
        return replace(found, experiment=replace(found.experiment, seeds=seeds or chosen.seeds))

    def page(design: Design, results: Results, facts: dict[str, str]) -> ExperimentReport:
        return _of_paper(published, design, results, {"size": size, **facts})

    job = _Job(where, chosen.limits, made, page, tuple(only), threads_each, f"{paper}, size {size}")
    return job.run(Path(output), run or Run())


def experiment(
    settings: Path | str | Mapping[str, Any] | ExperimentSettings,
    output: Path | str,
    only: Sequence[str] = (),
    run: Run | None = None,
    threads_each: int = 1,
    data: Path | str | None = None,
    languages: str = "",
) -> ExperimentReport:
    """Run the experiment of a TOML file or of settings, and write its page into a folder.

    The same call again goes on where it was. data, languages: a folder in place of the one that is named
    there, and which of its languages.
    """
    if isinstance(settings, Path | str):
        chosen = ExperimentSettings.read(Path(settings)).relative_to(Path(settings).parent)
    elif isinstance(settings, ExperimentSettings):
        chosen = settings
    else:
        chosen = ExperimentSettings.of(settings, "experiment")
    chosen = chosen.on(data, languages)
    overview(chosen, ())  # wrong settings are told before any data are read

    def page(design: Design, results: Results, facts: dict[str, str]) -> ExperimentReport:
        tables, figures = _shown(design, results)
        return ExperimentReport(
            title=chosen.title,
            about=(),
            facts={**facts, "scores": judged_by()},
            claims=(),
            tables=tables,
            figures=figures,
            results=results,
            systems=_systems(design),
            extra={"experiment": chosen.model_dump(mode="json", exclude_defaults=True)},
        )

    job = _Job(
        chosen.data,
        chosen.data.limits(),
        lambda used: overview(chosen, used.tests),
        page,
        tuple(only),
        threads_each,
        "an experiment of a file",
    )
    return job.run(Path(output), run or Run())


@dataclass(frozen=True)
class _Job:
    """From data to a page."""

    data: DataSettings
    limits: DataLimits
    design: Callable[[Data], Design]
    page: Callable[[Design, Results, dict[str, str]], ExperimentReport]
    only: tuple[str, ...]
    threads_each: int
    what: str  # whose results the folder has from now on

    def run(self, output: Path, run: Run) -> ExperimentReport:
        """Everything that is not there yet."""
        output = output.absolute()  # as seen by workers on any machine
        require_own(output)
        begin = time.monotonic()
        with holding(output):
            known = _marked(output)
            if known["what"] not in ("", self.what):
                raise UsageError(
                    f"{output} has results of {known['what']}, not of {self.what}; {_ANOTHER_FOLDER}"
                )
            raw = self._data(output, run)
            found = raw.fingerprint()
            if known["data"] not in ("", found):
                raise UsageError(f"{output} has results on other data than {raw.name}; {_ANOTHER_FOLDER}")
            _mark(output, self.what, found)
            used = cut(raw, self.limits, output / "data" / "used", run.progress)
            design = self.design(used)
            results = run_experiment(design.experiment, used, output, run, self.only, self.threads_each)
            report = self.page(design, results, facts_of(results, time.monotonic() - begin))
            page = report.write(output)
        run.progress.say(f"{page}: open it in a browser", page=str(page))
        if results.failures:
            failed = "\n".join(results.failures)
            raise RunError(
                f"{counted(len(results.failures), 'run')} failed; the same command runs them again:\n{failed}"
            )
        return report

    def _data(self, output: Path, run: Run) -> Data:
        """The data as they were given; what is not a folder of them is cut and kept in the output."""
        given = self.data
        if given.folder and given.bitexts:
            raise UsageError("give a folder of data or bitexts, not both")
        if given.folder:
            found = (Path(given.folder), given.languages, given.pretokenized, given.dev, given.devtest)
            return from_folder(*found)
        _mark(output, self.what, _marked(output)["data"])
        if given.bitexts:
            paths = [Path(path) for path in given.bitexts]
            return from_bitexts(paths, given.languages, output / "data" / "bitext", run.progress)
        return from_sample(output / "data" / "sample", self.limits, run.progress)


def _shown(design: Design, results: Results) -> tuple[list[Shown], list[Shown]]:
    """Tables and figures, computed."""
    grids = [Shown(t.number, t.caption, t.grid(results), t.note) for t in design.tables]
    return grids, [Shown(f.number, f.caption, f.draw(results)) for f in design.figures]


def _of_paper(paper: Paper, design: Design, results: Results, facts: dict[str, str]) -> ExperimentReport:
    tables, figures = _shown(design, results)
    about = [
        f"{paper.authors}: <em>{paper.title}</em>.",
        paper.about,
        "Numbers in italics are the paper's, on its own data: compare directions and differences, "
        "not levels.",
    ]
    return ExperimentReport(
        title=f"Reproduction of {paper.name}",
        about=about,
        facts={**facts, "the paper's test": paper.test, "ours": judged_by()},
        claims=[(claim.text, claim.judge(results)) for claim in design.claims],
        tables=tables,
        figures=figures,
        results=results,
        notes=design.notes,
        systems=_systems(design),
        extra={"paper": paper.name},
    )


def _systems(design: Design) -> dict[str, dict[str, Any]]:
    return {system.name: system.train for system in design.experiment.systems}


def require_own(output: Path) -> None:
    """A folder that holds something else is left alone."""
    if output.is_dir() and any(output.iterdir()) and not (output / EXPERIMENT).is_file():
        raise UsageError(f"{output} holds other files; choose a folder of its own for the report with -o")


def _mark(output: Path, what: str, data: str) -> None:
    """From now on this is the folder of an experiment, with results on data of this fingerprint."""
    with writing(output / EXPERIMENT, force=True) as file:
        file.write(json.dumps({"rectrix": __version__, "what": what, "data": data}) + "\n")


def _marked(output: Path) -> dict[str, str]:
    """What a folder's results are of, and on which data; empty: there are none."""
    mark = output / EXPERIMENT
    if not mark.is_file():
        return {"what": "", "data": ""}
    try:
        found = json.loads(mark.read_text(encoding="utf-8"))
        return {name: str(found.get(name, "")) for name in ("what", "data")}
    except (ValueError, AttributeError, RecursionError):
        raise InputError.at(mark, 0, f"not what an experiment has written; {_ANOTHER_FOLDER}") from None


def start_anew(output: Path) -> None:
    """Remove what earlier runs have left in a folder, and nothing else."""
    require_own(output)
    for name in (*_FOLDERS, *_FILES):
        remove(output / name)
    if (output / EXPERIMENT).is_file():
        _mark(output, "", "")


def facts_of(results: Results, seconds: float) -> dict[str, str]:
    """Data, runs and times."""
    data = results.trained.data
    sizes = ", ".join(f"{name} {size:,}" for name, size in data.sizes().items())
    cpu = sum(run.numbers.get("cpu", 0) + run.numbers.get("test_cpu", 0) for run in results.all)
    held_out = DEVTEST if DEVTEST in data.sets else "the tuning set, for want of a devtest"
    conditions = len({run.condition for run in results.all})
    chosen = {name: results.chosen(name) for name in results.choices if results.runs(name)}
    told = {f"chosen on {held_out}": "; ".join(f"{a}: {b}" for a, b in chosen.items())} if chosen else {}
    return {
        "data": f"{data.name}, {'-'.join(data.languages)}: {sizes} sentences; {data.fingerprint()}",
        "runs": f"{counted(len(results.all), 'run')} of {counted(conditions, 'condition')}",
        "time": f"{seconds:.0f} s for this call; {cpu:.0f} CPU s of tuning and translating in all runs",
        **told,
    }
