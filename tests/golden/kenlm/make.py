"""Write the golden slice of KenLM's answers again: `python tests/golden/kenlm/make.py VERSES` (needs kenlm).

VERSES: the World English Bible, a verse a line, packed by xz. The model is ours, order 3, of 150 verses; the
sentences are 60 further ones, every eighth word replaced by an unknown one.
"""

import lzma
import subprocess
import sys
import tempfile
from pathlib import Path

import kenlm

HERE = Path(__file__).parent


def main(verses: Path) -> None:
    with lzma.open(verses, "rt") as file:
        lines = [line.lower().split() for line in file if 5 <= len(line.split()) <= 25][:210]
    with tempfile.TemporaryDirectory() as name:
        text, arpa = Path(name) / "text", Path(name) / "lm.arpa"
        text.write_text("".join(" ".join(words) + "\n" for words in lines[:150]))
        subprocess.run(["rectrix", "lm", "train", text, "-o", arpa, "-n", "3", "-q"], check=True)
        (HERE / "lm.3.arpa.xz").write_bytes(lzma.compress(arpa.read_bytes(), preset=9))
        model = kenlm.Model(str(arpa))
    with (HERE / "scores.tsv").open("w") as out:
        for words in lines[150:]:
            line = " ".join("never-seen" if n % 8 == 7 else word for n, word in enumerate(words))
            scores = [f"{log10:.6f}/{length}/{int(oov)}" for log10, length, oov in model.full_scores(line)]
            out.write(f"{line}\t{model.score(line):.6f}\t{' '.join(scores)}\n")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
