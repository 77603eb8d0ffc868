"""Write the slice of Moses' 100-best lists again: `python tests/golden/nbest/make.py FOLDER`.

FOLDER: 100-best lists of 1,014 captions and their reference. Every tenth sentence is kept, and of its list
every third hypothesis; each word is replaced by a number.
"""

import gzip
import lzma
import sys
from pathlib import Path

HERE = Path(__file__).parent
sys.path.append(str(HERE.parent))

from numbers_of_words import Numbers  # noqa: E402


def main(folder: Path) -> None:
    numbers, rows, place = Numbers(3), [], -1
    last = ""
    for row in gzip.decompress((folder / "run1.best100.out.gz").read_bytes()).decode().splitlines():
        sentence, text, *rest = row.split(" ||| ")
        place = place + 1 if sentence == last else 0
        last = sentence
        if int(sentence) % 10 == 0 and place % 3 == 0:
            rows.append(" ||| ".join([str(int(sentence) // 10), numbers.text(text), *rest]))
    references = (folder / "reference.en").read_text(encoding="utf-8").splitlines()[::10]
    for name, lines in (("nbest.xz", rows), ("reference", map(numbers.text, references))):
        data = "".join(line + "\n" for line in lines).encode()
        (HERE / name).write_bytes(lzma.compress(data, preset=9) if name.endswith(".xz") else data)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
