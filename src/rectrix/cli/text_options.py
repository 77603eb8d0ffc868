"""Options of text processing that mean the same in every command."""

from typing import Annotated, Any

import typer

Languages = Annotated[
    str | None,
    typer.Option(
        "--languages",
        "-l",
        help="Source and target language: de-en.",
        show_default="by the endings of the files' names",
    ),
]
Case = Annotated[
    str | None,
    typer.Option(
        help="truecase, recase (small letters and a learned recaser), lowercase or keep.",
        show_default="truecase",
    ),
]
TokenizerName = Annotated[
    str | None,
    typer.Option(
        "--tokenizer",
        help="words, moses, jieba (Chinese), fugashi (Japanese) or none.",
        show_default="by language",
    ),
]
SubwordPieces = Annotated[
    int | None,
    typer.Option("--subwords", help="Pieces of words instead of words, so many of them.", min=0),
]


def text_options(case: str | None, tokenizer: str | None, subwords: int | None) -> dict[str, Any]:
    """Those that were given."""
    options = {"case": case, "tokenize": tokenizer, "subwords": subwords}
    return {name: value for name, value in options.items() if value is not None}
