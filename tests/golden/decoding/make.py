"""Write the slice of cdec's and Moses' models and lists again: `python tests/golden/decoding/make.py FOLDER`.

FOLDER: grammars, tables, lists and the language model of 50 captions. Eight sentences are kept, every word
replaced by a number: decoding does not need to know what words mean. The language model keeps the n-grams
whose words all belong to one sentence's rules or phrases, so what it says of them stays; of a phrase's
translations the 20 most probable remain, and those that occur in Moses' lists.
"""

import gzip
import lzma
import math
import sys
from collections import defaultdict
from pathlib import Path

HERE = Path(__file__).parent
sys.path.append(str(HERE.parent))

from numbers_of_words import Numbers  # noqa: E402

SENTENCES = [4, 14, 26, 30, 32, 38, 42, 48]
KEPT = 20  # translations of a phrase, beside those that the lists hold
TRANSLATION = [0.034382, 0.0471773, 0.0493381, 0.0224021]  # TranslationModel0 of moses.ini
REORDERING = "reordering-table.wbe-msd-bidirectional-fe.gz"
NBEST = "nbest.100.distinct.gz"
MARKS = ("<s>", "</s>", "<unk>")


def lines(path: Path) -> list[str]:
    return gzip.decompress(path.read_bytes()).decode().splitlines()


def write(path: str, rows: list[str]) -> None:
    data = "".join(row + "\n" for row in rows).encode()
    out = HERE / path
    out.parent.mkdir(parents=True, exist_ok=True)
    pack = {".gz": lambda: gzip.compress(data, 9, mtime=0), ".xz": lambda: lzma.compress(data, preset=9)}
    out.write_bytes(pack[out.suffix]() if out.suffix in pack else data)


def chosen_row(row: str) -> bool:
    return int(row.split()[0]) in SENTENCES


def renumbered(rows: list[str], numbers: Numbers) -> list[str]:
    """An n-best list: the chosen sentences, counted from 0, their words as numbers."""
    found = []
    for row in rows:
        sentence, text, rest = row.split(" ||| ", 2)
        if chosen_row(row):
            found.append(f"{SENTENCES.index(int(sentence))} ||| {numbers.text(text)} ||| {rest}")
    return sorted(found, key=lambda row: int(row.split()[0]))


def grammars(folder: Path, numbers: Numbers) -> list[set[str]]:
    """Writes the grammars; the words that each sentence's rules can give."""
    words = []
    for place, sentence in enumerate(SENTENCES):
        rules = [row.split(" ||| ") for row in lines(folder / f"hiero/sampled/grammar.{sentence}.gz")]
        words.append({*MARKS, *(word for rule in rules for word in rule[2].split())})
        rows = [" ||| ".join([rule[0], *map(numbers.text, rule[1:3]), *rule[3:]]) for rule in rules]
        write(f"hiero/sampled/grammar.{place}.gz", rows)
    return words


def tables(folder: Path, sources: list[str], numbers: Numbers) -> list[set[str]]:
    """Writes phrase and reordering table; the words that each sentence's phrases can give."""
    reordering = {tuple(row.split(" ||| ")[:2]): row for row in lines(folder / "phrase" / REORDERING)}
    phrases = defaultdict(list)
    for row in lines(folder / "phrase/phrase-table.gz"):
        fields = row.split(" ||| ")
        logs = (math.log(float(value)) for value in fields[2].split())
        score = sum(weight * value for weight, value in zip(TRANSLATION, logs, strict=True))
        phrases[fields[0]].append((-score, row))
    words = [{*MARKS, *source.split()} for source in sources]
    listed = [
        f" {row.split(' ||| ')[1].strip()} " for row in lines(folder / "phrase" / NBEST) if chosen_row(row)
    ]
    chosen, orders = [], []
    for phrase, rows in phrases.items():
        inside = [f" {phrase} " in f" {source} " for source in sources]
        for rank, (_, row) in enumerate(sorted(rows) if any(inside) else []):
            fields = row.split(" ||| ")
            if rank >= KEPT and not any(f" {fields[1]} " in text for text in listed):
                continue
            for holds, own in zip(inside, words, strict=True):
                own.update(fields[1].split() if holds else ())
            names = [numbers.text(fields[0]), numbers.text(fields[1])]
            chosen.append(" ||| ".join([*names, *fields[2:]]))
            orders.append(" ||| ".join([*names, reordering[fields[0], fields[1]].split(" ||| ")[2]]))
    write("phrase/phrase-table.gz", sorted(chosen))
    write(f"phrase/{REORDERING}", sorted(orders))
    return words


def language_model(folder: Path, words: list[set[str]], numbers: Numbers) -> None:
    kept, order = defaultdict(list), 0
    for line in lzma.decompress((folder / "lm.4.arpa.xz").read_bytes()).decode().splitlines():
        if line.startswith("\\"):
            order = int(line[1]) if line[1].isdigit() else 0
        elif order and line:
            log10, ngram, *backoff = line.split("\t")
            if any(own.issuperset(ngram.split(" ")) for own in words):
                kept[order].append("\t".join([log10, numbers.text(ngram), *backoff]))
    rows = ["\\data\\", *(f"ngram {n}={len(kept[n])}" for n in kept)]
    for n in kept:
        rows += ["", f"\\{n}-grams:", *sorted(kept[n], key=lambda row: row.split("\t")[1])]
    write("lm.4.arpa.xz", [*rows, "", "\\end\\"])


def main(folder: Path) -> None:
    numbers = Numbers(1)
    texts = (folder / "hiero/input.de").read_text(encoding="utf-8").splitlines()
    sources = [texts[sentence] for sentence in SENTENCES]
    language_model(folder, grammars(folder, numbers) + tables(folder, sources, numbers), numbers)
    for name, kbest in (("hiero", "kbest.100.gz"), ("phrase", NBEST)):
        write(f"{name}/input.de", [numbers.text(source) for source in sources])
        write(f"{name}/{kbest}", renumbered(lines(folder / name / kbest), numbers))
    for name in ("hiero/weights.txt", "phrase/moses.ini"):
        write(name, (folder / name).read_text().splitlines())


if __name__ == "__main__":
    main(Path(sys.argv[1]))
