"""rectrix sample"""

from rectrix.cli.fields import options
from rectrix.cli.options import Force, Json, OutputFolder, Quiet, for_terminal
from rectrix.sample import SampleSettings

NAMES = {"pairs": ("--pairs", "-n"), "held_out": ("--held-out-sentences",)}


@options(SampleSettings, names=NAMES)
def command(
    *,
    output: OutputFolder,
    settings: SampleSettings,
    force: Force = False,
    quiet: Quiet = False,
    json: Json = False,
) -> None:
    """Write the embedded sample bitext, German-English, in any size.

    Writes train.de and train.en; dev.de with dev.ref0.en, dev.ref1.en, ...; devtest.* and test.* likewise;
    sample.toml with the settings. One sentence per line, as people write it. A held-out sentence with fewer
    distinct references repeats its first. No two splits share a sentence, in either language.
    """
    from rectrix.sample import write_sample

    progress = for_terminal(quiet, json)
    write_sample(output, settings, progress, force)
    progress.result(f"{output} is ready", output=str(output), **settings.model_dump())
