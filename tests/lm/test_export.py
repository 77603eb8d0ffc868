"""The n-grams of a mapped model come out again, words and all, though its hash tables hold no words."""

import random
from pathlib import Path

import pytest
from typer.testing import CliRunner

from rectrix.base.errors import DamagedFile, InputError
from rectrix.cli import app
from rectrix.lm import LanguageModel, TrainOptions, compile_arpa, train


def text_of(path: Path, sentences: int = 300) -> Path:
    rng = random.Random(7)
    words = [f"w{n}" for n in range(60)] + ["[X,1]", "a|b", "<x>", "ü"]
    weights = [1 / (n + 1) for n in range(len(words))]
    lines = (" ".join(rng.choices(words, weights, k=rng.randrange(12))) for _ in range(sentences))
    path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    return path


@pytest.mark.parametrize(
    ("order", "trie", "prune"),
    [(1, False, "0"), (2, False, "0"), (2, True, "0"), (4, False, "0"), (4, True, "0"), (4, False, "0 0 1")],
)
def test_arpa_comes_back_from_the_mapped_form(tmp_path: Path, order: int, trie: bool, prune: str) -> None:
    arpa = tmp_path / "in.arpa"
    pruned = [int(count) for count in prune.split()]
    train([text_of(tmp_path / "text")], TrainOptions(order=order, prune=pruned), arpa=arpa)
    compile_arpa(arpa, tmp_path / "lm.rlm", trie=trie)
    LanguageModel.open(tmp_path / "lm.rlm").write_arpa(tmp_path / "out.arpa")
    assert sorted((tmp_path / "out.arpa").read_text().splitlines()) == sorted(arpa.read_text().splitlines())


def test_many_words_come_back_too(tmp_path: Path) -> None:
    """Many of them begin and end bigrams: pairs are tried class by class."""
    rng = random.Random(3)
    lines = (" ".join(f"w{rng.randrange(4000)}" for _ in range(8)) for _ in range(5000))
    (tmp_path / "text").write_text("".join(f"{line}\n" for line in lines))
    arpa = tmp_path / "in.arpa"
    train([tmp_path / "text"], TrainOptions(order=3, prune=[0]), arpa=arpa)
    compile_arpa(arpa, tmp_path / "lm.rlm")
    LanguageModel.open(tmp_path / "lm.rlm").write_arpa(tmp_path / "out.arpa")
    assert sorted((tmp_path / "out.arpa").read_text().splitlines()) == sorted(arpa.read_text().splitlines())


def test_a_model_without_some_contexts_answers_as_before(tmp_path: Path) -> None:
    """Pruned SRILM models lack n-grams that longer ones begin or end with."""
    (tmp_path / "in.arpa").write_text(
        "\\data\\\nngram 1=6\nngram 2=1\nngram 3=2\n\n"
        "\\1-grams:\n-1\t<unk>\n-99\t<s>\t-0.5\n-1\t</s>\n-1\ta\t-0.25\n"
        "-1.5\tb\t-0.125\n-1.75\tc\n\n\\2-grams:\n-0.75\t<s> a\t-0.5\n\n"
        "\\3-grams:\n-0.1\ta b c\n-0.2\t<s> a b\n\n\\end\\\n"
    )
    first = compile_arpa(tmp_path / "in.arpa", tmp_path / "in.rlm")
    first.write_arpa(tmp_path / "out.arpa.gz")
    second = LanguageModel.open(tmp_path / "out.arpa.gz")
    rng = random.Random(1)
    lines = [" ".join(rng.choices("abcd", k=6)) for _ in range(200)]
    assert list(first.score_all(lines).log10) == pytest.approx(list(second.score_all(lines).log10), abs=1e-5)


def test_the_command_writes_text_also_of_a_trie_with_rounded_values(tmp_path: Path) -> None:
    text, rlm, out = text_of(tmp_path / "text"), tmp_path / "lm.rlm", tmp_path / "out.arpa"
    train([text], TrainOptions(order=3), arpa=tmp_path / "in.arpa")
    compile_arpa(tmp_path / "in.arpa", rlm, trie=True, bits=8)
    run = CliRunner()
    result = run.invoke(app, ["lm", "export", str(rlm), "-o", str(out)])
    assert result.exit_code == 0, result.output
    assert LanguageModel.open(out).counts == LanguageModel.open(rlm).counts
    assert "exists already" in str(run.invoke(app, ["lm", "export", str(rlm), "-o", str(out)]).exception)
    assert run.invoke(app, ["lm", "export", str(rlm), "-q"]).stdout == out.read_text()


def test_damage_is_noticed(tmp_path: Path) -> None:
    train([text_of(tmp_path / "text")], TrainOptions(order=3), mapped=tmp_path / "lm.rlm")
    content = (tmp_path / "lm.rlm").read_bytes()
    rng = random.Random(3)
    for _ in range(40):
        damaged = bytearray(content)
        for _ in range(20):
            damaged[rng.randrange(len(content) // 4, len(content))] ^= 1 << rng.randrange(8)
        (tmp_path / "lm.rlm").write_bytes(damaged)
        try:
            LanguageModel.open(tmp_path / "lm.rlm").write_arpa(tmp_path / "out.arpa", force=True)
        except (DamagedFile, InputError):
            continue


def test_kenlms_binary_form_gets_a_hint(tmp_path: Path) -> None:
    (tmp_path / "lm.binary").write_bytes(
        b"mmap lm http://kheafield.com/code format version 5\n\0" + bytes(200)
    )
    with pytest.raises(InputError, match=r"KenLM's binary form.*ARPA text that build_binary read"):
        LanguageModel.open(tmp_path / "lm.binary")
