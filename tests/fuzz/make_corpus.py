"""Write the seed corpus of the fuzzing targets: a small good file for every reader.

`python tests/fuzz/make_corpus.py tests/fuzz/corpus` writes it again after a change of a format.
"""

import shutil
import sys
import tempfile
from pathlib import Path

from rectrix._core.text import Vocabulary
from rectrix.align import train as train_aligner
from rectrix.features.weights import write_binary_weights
from rectrix.grammar import index
from rectrix.grammar.phrase import extract_phrases
from rectrix.grammar.text import import_text
from rectrix.lm import TrainOptions
from rectrix.lm import train as train_lm
from rectrix.lm.model import compile_arpa
from rectrix.reorder import Events, EventSettings, ReorderSettings, write_events
from rectrix.reorder import train as train_orientation

SOURCE = "das haus\ndas kleine haus\nist das haus klein\n"
TARGET = "the house\nthe small house\nis the house small\n"
LINKS = "0-0 1-1\n0-0 1-1 2-2\n0-0 1-1 2-2 3-3\n"
RULES = (
    "[X] ||| das [X,1] haus ||| the [X,1] house ||| EgivenFCoherent=0.3 0.9 ||| 0-0 2-2\n"
    "[X] ||| haus ||| house ||| EgivenFCoherent=0.1 0.2\n"
)
PHRASES = "das haus ||| the house ||| 0.6 0.45 0.7 0.5 ||| 0-0 1-1 ||| 10 9 7 ||| |||\n"
REORDERING = "das haus ||| the house ||| 0.8 0.1 0.1 0.7 0.1 0.2\n"
ARPA = (
    "\\data\\\nngram 1=4\nngram 2=2\n\n\\1-grams:\n-1\t<unk>\n0\t<s>\t-0.2\n-0.5\t</s>\n-0.3\ta\t-0.1\n\n"
    "\\2-grams:\n-0.4\t<s> a\n-0.2\ta </s>\n\n\\end\\\n"
)
TEXTS = [
    '{"s": "a\\u00e9\\n", "n": -1.5e3, "x": [1, {"y": null}, true]}',
    "0 ||| a b ||| lm= -1.5 tm= -1 -2 ||| -3\n1 ||| c ||| lm= -2 ||| -4\n",
    "0 ||| a b ||| lm: -1.5 d: 0 -1 ||| -3\n",
    "0 ||| a b ||| lm=-1.5 Rule_3=1 ||| -3\n",
    "0 ||| a b ||| tm_pt_0=-1.5 lm_0=2 ||| -3\n",
    "0 ||| a b ||| lm=-1.5 egfp=-2 ||| -3\n",
    '{"id": 0, "text": "a b", "features": {"lm": -1.2}, "score": -3, "metrics": {"comet": 0.8}}\n',
    ARPA,
    RULES,
    PHRASES,
    PHRASES + REORDERING,
    "".join(text[:-1].ljust(59) + "\n" for text in (SOURCE, TARGET, LINKS)),  # a third each
    SOURCE,
    LINKS,
    "1-1 2?3 4p4\n",
    "das 3\nhaus 17\n",
    "5\tHaus\n2\tdas\n",
    "5\tHaus\n2\tdas\n1\tdas\tHaus\n",
    '"\ta\t5\t1\t0\t\na\t,\t9\t0\t2\t\u00a0\n',
    "Dr. Z\u2019s 10:30 \u6f22\u5b57, z.B.\u00a0Nr. 5 ...",
    "a <zone> b <wall/> c </zone> d",
]


# In the order in which the targets number them.
DECODED = ["lm", "store", "bitext", "phrases"]
KINDS = [*DECODED, "classifier", "events", "aligner", "vocabulary", "weights"]


def make_files(folder: Path) -> dict[str, Path]:
    """One small file of every kind."""
    texts = {"s": SOURCE * 3, "t": TARGET * 3, "links": LINKS * 3, "rules": RULES, "arpa": ARPA}
    for name, text in texts.items():
        (folder / name).write_text(text)
    pair = (folder / "s", folder / "t")
    made = {name: folder / f"made.{name}" for name in (*KINDS, "trie")}
    train_lm([folder / "t"], TrainOptions(order=2), mapped=made["lm"])
    compile_arpa(folder / "arpa", made["trie"], trie=True, bits=8)
    import_text(folder / "rules", made["store"])
    bitext = index(*pair, folder / "links", made["bitext"])
    extract_phrases(bitext, made["phrases"])
    settings = ReorderSettings(events=EventSettings(cutoff=0), held_out=0)
    write_events(made["events"], *pair, folder / "links", settings.events)
    train_orientation(made["classifier"], Events(made["events"]), settings)
    train_aligner(*pair)[0].save(made["aligner"])
    words = Vocabulary()
    words.add("haus")
    words.save(made["vocabulary"])
    write_binary_weights(made["weights"], {"lm": 0.5, "glue": -1.0})
    return made


def write(path: Path, choice: int, data: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(bytes([choice]) + data)


def main(output: Path) -> None:
    shutil.rmtree(output, ignore_errors=True)
    for choice, text in enumerate(TEXTS):
        write(output / "fuzz_text" / f"{choice:02}", choice, text.encode())
    with tempfile.TemporaryDirectory() as name:
        made = make_files(Path(name))
        for choice, kind in enumerate(KINDS):
            write(output / "fuzz_files" / kind, choice, made[kind].read_bytes())
        for choice, kind in enumerate(DECODED):
            write(output / "fuzz_decode" / kind, choice, made[kind].read_bytes())
        for target in ("fuzz_files", "fuzz_decode"):
            write(output / target / "trie", 0, made["trie"].read_bytes())


if __name__ == "__main__":
    main(Path(sys.argv[1]))
