"""Tables of an experiment, ours beside the paper's, as HTML, Markdown, LaTeX and TSV."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from html import escape

from rectrix.reproduce.results import Measure, Results

_LATEX = str.maketrans(
    {
        "\\": r"\textbackslash{}",
        "&": r"\&",
        "%": r"\%",
        "$": r"\$",
        "#": r"\#",
        "_": r"\_",
        "{": r"\{",
        "}": r"\}",
        "~": r"\textasciitilde{}",
        "^": r"\textasciicircum{}",
        "±": r"$\pm$",
        "−": "$-$",
        "→": r"$\rightarrow$",
        "β": r"$\beta$",
        "ε": r"$\epsilon$",
        "λ": r"$\lambda$",
        "∩": r"$\cap$",
    }
)


@dataclass(frozen=True)
class Column:
    """A measurement; the name is also that of the paper's column, if it has one."""

    name: str
    measure: Measure | None  # None: only the paper has it
    form: str = ".2f"
    test: str = ""  # the test set, if differences are to be tested on it


@dataclass(frozen=True)
class PaperRow:
    """A condition with the paper's numbers, by column; None: they are not known to us."""

    label: str
    condition: str
    theirs: Mapping[str, float | str] = field(default_factory=dict)


@dataclass(frozen=True)
class PaperTable:
    """A table of the paper, by its number."""

    number: str
    caption: str
    columns: Sequence[Column]
    rows: Sequence[PaperRow]
    baseline: str = ""  # condition that all others are tested against
    by: str = "randomization"
    note: str = ""

    def grid(self, results: Results) -> "Cells":
        """Its cells."""
        heads = ["", *(head for column in self.columns for head in self._heads(column))]
        rows = [self._row(row, results) for row in self.rows]
        return Cells(heads, rows)

    def has_theirs(self, column: Column) -> bool:
        """Whether the paper's numbers of a column are known."""
        return any(column.name in row.theirs for row in self.rows)

    def _heads(self, column: Column) -> list[str]:
        if column.measure is None:
            return [f"paper, {column.name}"]
        heads = [column.name]
        if self.has_theirs(column):
            heads.append("paper")
        return heads + (["p"] if self._tested(column) else [])

    def _tested(self, column: Column) -> bool:
        return bool(self.baseline and column.test)

    def _row(self, row: PaperRow, results: Results) -> list["Cell"]:
        cells = [Cell(row.label)]
        for column in self.columns:
            if column.measure is not None:
                values = results.values(row.condition, column.measure)
                cells.append(Cell(values.text(column.form) if values else "—"))
            if self.has_theirs(column):
                theirs = row.theirs.get(column.name, "")
                cells.append(
                    Cell(theirs if isinstance(theirs, str) else format(theirs, column.form), theirs=True)
                )
            if self._tested(column):
                cells.append(Cell(self._p(row, column, results)))
        return cells

    def _p(self, row: PaperRow, column: Column, results: Results) -> str:
        if row.condition == self.baseline:
            return ""
        found = results.compare(self.baseline, row.condition, column.test, self.by)
        return "" if found is None else "same" if found.p is None else f"{found.p:.4f}"


@dataclass(frozen=True)
class Analysis:
    """A table that is not one of conditions by measurements."""

    number: str
    caption: str
    grid: Callable[[Results], "Cells"]
    note: str = ""


@dataclass(frozen=True)
class Cell:
    """A text; theirs: it is the paper's."""

    text: str
    theirs: bool = False


@dataclass(frozen=True)
class Cells:
    """Heads and rows of cells."""

    heads: Sequence[str]
    rows: Sequence[Sequence[Cell]]

    def html(self) -> str:
        """For a page."""
        head = "".join(f"<th>{escape(name)}</th>" for name in self.heads)
        rows = "".join(f"<tr>{''.join(map(_html, row))}</tr>" for row in self.rows)
        return f'<div class="wide"><table><tr>{head}</tr>{rows}</table></div>\n'

    def markdown(self) -> str:
        """A pipe table; the paper's numbers are in italics."""
        rows = [
            [f"*{cell.text}*" if cell.theirs and cell.text else cell.text for cell in row]
            for row in self.rows
        ]
        lines = [list(self.heads), ["---"] * len(self.heads), *rows]
        return "".join(
            "| " + " | ".join(cell.replace("|", r"\|") for cell in line) + " |\n" for line in lines
        )

    def latex(self) -> str:
        """A tabular with the rules of booktabs."""
        shape = "l" + "r" * (len(self.heads) - 1)
        rows = [[_latex(cell) for cell in row] for row in self.rows]
        lines = [
            " & ".join(line) + r" \\" for line in [[name.translate(_LATEX) for name in self.heads], *rows]
        ]
        body = [r"\toprule", lines[0], r"\midrule", *lines[1:], r"\bottomrule"]
        return "\n".join([rf"\begin{{tabular}}{{{shape}}}", *body, r"\end{tabular}"]) + "\n"

    def tsv(self) -> str:
        """Tabs between cells."""
        rows = [list(self.heads), *([cell.text for cell in row] for row in self.rows)]
        return "".join("\t".join(cell.replace("\t", " ") for cell in row) + "\n" for row in rows)

    def plain(self) -> list[dict[str, str]]:
        """For JSON; a head that several columns have tells whose it is: the column's before them."""
        heads, owner = list[str](), ""
        for name in self.heads:
            shared = name in ("paper", "p") or self.heads.count(name) > 1
            if not shared:
                owner = name
            heads.append(f"{owner} {name}".strip() if shared else name)
        return [dict(zip(heads, (cell.text for cell in row), strict=True)) for row in self.rows]


def _html(cell: Cell) -> str:
    return f'<td class="theirs">{escape(cell.text)}</td>' if cell.theirs else f"<td>{escape(cell.text)}</td>"


def _latex(cell: Cell) -> str:
    text = cell.text.translate(_LATEX)
    return rf"\textit{{{text}}}" if cell.theirs and text else text
