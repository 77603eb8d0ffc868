"""Write KenLM's models of the verses again: `python tests/golden/lmplz/make.py VERSES LMPLZ`.

VERSES: the World English Bible, a verse a line, packed by xz. LMPLZ: KenLM's program that estimates models.
"""

import lzma
import re
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).parent
MODELS = {"whole": ["-o", "3"], "pruned": ["-o", "4", "--prune", "0", "1", "1", "2"]}


def main(verses: Path, lmplz: str) -> None:
    with lzma.open(verses, "rt", encoding="utf-8") as file:
        lines = [line.lower() for line in file if len(line.split()) >= 5][:300]
    text = "".join(lines).encode()
    (HERE / "verses.xz").write_bytes(lzma.compress(text, preset=9))
    for name, options in MODELS.items():
        run = subprocess.run([lmplz, *options, "-S", "100M"], input=text, capture_output=True, check=True)
        (HERE / f"{name}.arpa.xz").write_bytes(lzma.compress(run.stdout, preset=9))
        statistics = re.findall(r"^\d .*D1=.*$", run.stderr.decode(), re.MULTILINE)
        (HERE / f"{name}.discounts").write_text("\n".join(statistics) + "\n")


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2])
