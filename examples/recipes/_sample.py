"""What every example needs: an untuned model of the embedded sample bitext, and text to tune on."""

import sys
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import rectrix as rx
from rectrix.evaluate import Options
from rectrix.sample import SampleSettings, write_sample
from rectrix.text import read_sentences


@dataclass(frozen=True)
class Sample:
    """Files of the sample in a folder, and models there."""

    folder: Path

    def untuned(self, *templates: str, decoder: str = "hiero") -> rx.Model:
        """A model with the start weights and these sparse feature templates."""
        name = "-".join([decoder, *templates])
        quick = {"settings": {"rounds": 1}, "k": 2}
        settings = {"decoder": decoder, "lm_order": 3, "templates": templates, "tune": quick}
        files = [self.folder / name for name in ("train.de", "train.en", "dev.de")]
        rx.train(*files, self.dev, self.folder / name, settings, force=True)
        return rx.load(self.folder / f"{name}.work" / "untuned")

    @property
    def dev_source(self) -> Path:
        return self.folder / "dev.de"

    @property
    def dev(self) -> list[Path]:
        return [self.folder / "dev.ref0.en"]

    def compare(self, before: rx.Model, after: rx.Model) -> None:
        """Print BLEU on the test set before and after tuning."""
        source = list(read_sentences(self.folder / "test.de"))
        systems = {
            name: [[output.text for output in model.translate(source)]]
            for name, model in (("before", before), ("after", after))
        }
        reference = list(read_sentences(self.folder / "test.ref0.en"))
        options = Options(metrics=("bleu",))
        for result in rx.evaluate(systems, [reference], options).results:
            print(f"{result.system}: BLEU {result.mean:.2f}")


def run(example: Callable[[Sample], None], description: str) -> None:
    """Run an example in the folder of the command line, or in a temporary one."""
    if len(sys.argv) > 1 and sys.argv[1].startswith("-"):
        sys.exit(description)
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(sys.argv[1] if len(sys.argv) > 1 else temporary)
        if not (folder / "train.de").exists():
            write_sample(folder, SampleSettings(pairs=600, held_out=30, references=1), force=True)
        example(Sample(folder))
