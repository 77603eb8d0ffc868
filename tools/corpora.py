"""The folders of data that docs and examples/experiments name: which lines of which public corpus they hold.

    python tools/corpora.py europarl-de-en [-o FOLDER] [--data FOLDER]

Writes FOLDER/europarl-de-en, for `rectrix reproduce PAPER --data` and `rectrix experiment --data`; `--data`
is where the corpora are.

- multi30k: all training pairs, val and test_2016_flickr; tokenized and lowercased already (`--pretokenized`)
- multi30k-xx-en: the same, but of the training pairs the last 1,000 are devtest; test_2016_flickr is test
- tanaka: of the training pairs the last 1,000 are test-later; tokenized already
- tanaka-ja-en: the same, but of the training pairs the last 2,000 are devtest and test
- europarl-xx-en: of its dev the first 1,000 sentences are dev, the last 1,000 devtest; of its devtest the
  first 1,000 are test; 1,000 each of two years of news, and (German) of LibreOffice's texts of 8 to 40 words
- europarl: the same of German, but 500 sentences of dev, and without LibreOffice's texts
- tatoeba-he-en: as it is
"""

import argparse
import sys
from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path

from rectrix.base.errors import RectrixError
from rectrix.base.files import open_text, writing
from rectrix.text import read_sentences

ROOT = Path(__file__).parents[1]
Languages = tuple[str, str]
Pairs = list[tuple[str, str]]
Sets = Iterator[tuple[str, Pairs]]


def pairs(stem: Path, languages: Languages, most: int | None = None) -> Pairs:
    """Both sides of `stem`.xx.xz."""
    sides = (read_sentences(stem.with_name(f"{stem.name}.{language}.xz")) for language in languages)
    return list(islice(zip(*sides, strict=True), most))


def captions(data: Path, languages: Languages) -> Sets:
    """Multi30k as it is published."""
    for name in ("train", "val", "test_2016_flickr"):
        yield name, pairs(data / "multi30k" / name, languages)


def captions_with_devtest(data: Path, languages: Languages) -> Sets:
    """Multi30k with something to choose by."""
    (_, train), (_, val), (_, test) = captions(data, languages)
    yield from {"train": train[:-1000], "devtest": train[-1000:], "val": val, "test": test}.items()


def everyday_japanese(data: Path, languages: Languages) -> Sets:
    """Tanaka's sentences with a second, larger test set."""
    train, dev, test = (pairs(data / "tanaka-enja" / name, languages) for name in ("train", "dev", "test"))
    yield from {"train": train[:-1000], "test-later": train[-1000:], "dev": dev, "test": test}.items()


def everyday_japanese_with_devtest(data: Path, languages: Languages) -> Sets:
    """Tanaka's sentences with something to choose by."""
    train, dev = (pairs(data / "tanaka-enja" / name, languages) for name in ("train", "dev"))
    yield from {"train": train[:-2000], "devtest": train[-2000:-1000]}.items()
    yield from {"dev": dev, "test": train[-1000:]}.items()


def everyday_hebrew(data: Path, languages: Languages) -> Sets:
    """Tatoeba's sentences."""
    for name in ("train", "dev", "devtest", "test"):
        yield name, pairs(data / "tatoeba-he-en" / name, languages)


def parliament(data: Path, languages: Languages) -> Sets:
    """Europarl, and tests of other domains."""
    folder = data / f"europarl-{'-'.join(languages)}"
    dev = pairs(folder / "dev", languages)
    yield "train", pairs(folder / "train", languages)
    yield from {"dev": dev[:1000], "devtest": dev[-1000:]}.items()
    yield "test", pairs(folder / "devtest", languages, 1000)
    codes = ({"de": "deu", "fr": "fra"}[languages[0]], "eng")
    for year in ("newstest2010", "newstest2012"):
        yield year, pairs(data / "wmt-newstest" / "-".join(codes) / year, codes, 1000)
    if languages == ("de", "en"):
        yield "libreoffice", software(data / "libreoffice" / "de-en.tsv.xz")


def parliament_with_small_dev(data: Path, languages: Languages) -> Sets:
    """Europarl with as many sentences to tune on as the papers have, and all of devtest to choose by."""
    for name, found in parliament(data, languages):
        if name != "libreoffice":
            yield name, found[:500] if name == "dev" else found


def software(path: Path) -> Pairs:
    """1,000 texts, evenly spread."""
    with open_text(path) as file:
        rows = (line.rstrip("\n").split("\t") for line in file)
        texts = dict.fromkeys((source, target) for _, _, source, target in rows)
    fitting = [both for both in texts if all(8 <= len(side.split()) <= 40 for side in both)]
    return fitting[:: len(fitting) // 1000][:1000]


CORPORA: dict[str, tuple[Callable[[Path, Languages], Sets], Languages]] = {
    "multi30k": (captions, ("de", "en")),
    **{f"multi30k-{source}-en": (captions_with_devtest, (source, "en")) for source in ("de", "fr", "cs")},
    "tanaka": (everyday_japanese, ("ja", "en")),
    "tanaka-ja-en": (everyday_japanese_with_devtest, ("ja", "en")),
    **{f"europarl-{source}-en": (parliament, (source, "en")) for source in ("de", "fr")},
    "europarl": (parliament_with_small_dev, ("de", "en")),
    "tatoeba-he-en": (everyday_hebrew, ("he", "en")),
}


def main() -> None:
    """Write one folder."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("corpus", choices=CORPORA)
    parser.add_argument("-o", "--output", type=Path, default=ROOT / "build" / "corpora")
    parser.add_argument("--data", type=Path, default=ROOT / "../shared/data")
    given = parser.parse_args()
    if not given.data.is_dir():
        parser.error(f"{given.data} is no folder; --data is where the corpora are")
    sets, languages = CORPORA[given.corpus]
    folder = given.output / given.corpus
    folder.mkdir(parents=True, exist_ok=True)
    for name, found in sets(given.data, languages):
        for side, language in enumerate(languages):
            with writing(folder / f"{name}.{language}", force=True) as file:
                file.writelines(f"{pair[side]}\n" for pair in found)
        print(f"{folder / name}.*: {len(found):,} pairs")


if __name__ == "__main__":
    try:
        main()
    except RectrixError as error:
        sys.exit(f"error: {error}")
