"""rectrix sample"""

from typing import Annotated

import typer

from rectrix.cli.options import Force, Json, OutputFolder, Quiet, Seed, for_terminal


def command(
    output: OutputFolder,
    pairs: Annotated[int, typer.Option("--pairs", "-n", help="Training pairs.", min=0)] = 20000,
    held_out: Annotated[int, typer.Option(help="Sentences each in dev, devtest and test.", min=0)] = 500,
    references: Annotated[int, typer.Option(help="References of a held-out sentence.", min=1, max=9)] = 3,
    seed: Seed = 1,
    tokens: Annotated[
        bool, typer.Option("--tokens", help="Lowercased tokens instead of text as people write it.")
    ] = False,
    force: Force = False,
    quiet: Quiet = False,
    json: Json = False,
) -> None:
    """Write the embedded sample bitext, German-English, in any size.

    Writes train.de and train.en; dev.de with dev.ref0.en, dev.ref1.en, ...; devtest.* and test.* likewise;
    sample.toml with the settings. One sentence per line, as people write it. A held-out sentence with fewer
    distinct references repeats its first. No two splits share a sentence, in either language.
    """
    from rectrix.text.sample import SampleSettings, write_sample

    settings = SampleSettings(pairs=pairs, held_out=held_out, references=references, seed=seed, tokens=tokens)
    write_sample(output, settings, for_terminal(quiet, json), force)
