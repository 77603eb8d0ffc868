"""The trie form answers as the hash tables do; quantized values stay near."""

import random
from pathlib import Path

import arpas
import pytest

from rectrix._core import lm as core
from rectrix.base.errors import InputError, UsageError
from rectrix.lm import LanguageModel, compile_arpa


def write(folder: Path, seed: int, order: int, closed: bool) -> Path:
    path = folder / "lm.arpa"
    path.write_text(arpas.text(arpas.make(seed, order, 5, 0.5, closed), order))
    return path


def lines(seed: int) -> list[str]:
    rng = random.Random(seed)
    words = ["w0", "w1", "w2", "w3", "w4", "new"]
    return [" ".join(rng.choices(words, k=rng.randint(0, 12))) for _ in range(60)]


@pytest.mark.parametrize("seed", range(8))
def test_exact_trie_scores_and_states_are_the_same(tmp_path: Path, seed):
    order = 2 + seed % 4
    arpa = write(tmp_path, seed, order, closed=seed % 2 == 0)
    tables = compile_arpa(arpa, tmp_path / "tables.rlm")
    trie = compile_arpa(arpa, tmp_path / "trie.rlm", trie=True)
    assert trie.counts == tables.counts
    for line in lines(seed):
        assert trie.score_words(line) == tables.score_words(line)
    for line in lines(seed + 100):
        state, twin = tables.core.begin(), trie.core.begin()
        for word in line.split():
            state = tables.core.score(state, tables.core.index(word))[1]
            twin = trie.core.score(twin, trie.core.index(word))[1]
            assert state == twin


def test_pieces_in_a_trie(tmp_path: Path):
    """Left extension goes by places in the trie instead of keys."""
    trie = compile_arpa(write(tmp_path, 5, 4, closed=True), tmp_path / "trie.rlm", trie=True).core
    for line in lines(1):
        words = [trie.index(word) for word in line.split()]
        state, straight = trie.begin(), 0.0
        for word in [*words, 2]:
            score, state = trie.score(state, word)
            straight += score
        whole, total = core.RuleScore(trie), 0.0
        whole.begin_sentence()
        for begin in range(0, len(words), 3):
            rule = core.RuleScore(trie)
            for word in words[begin : begin + 3]:
                rule.terminal(word)
            score, piece = rule.finish()
            total += score
            whole.nonterminal(piece)
        whole.terminal(2)
        assert total + whole.finish()[0] == pytest.approx(straight, abs=1e-4)


def test_quantized_values_stay_near(tmp_path: Path):
    arpa = write(tmp_path, 3, 3, closed=True)
    exact = compile_arpa(arpa, tmp_path / "exact.rlm", trie=True)
    small = compile_arpa(arpa, tmp_path / "small.rlm", trie=True, bits=8)
    coarse = compile_arpa(arpa, tmp_path / "coarse.rlm", trie=True, bits=3)
    errors = []
    for model in (small, coarse):
        differences = [abs(model.score(line) - exact.score(line)) for line in lines(2)]
        errors.append(max(differences))
    assert errors[0] < 0.05 * len(lines(2)[0].split()) + 0.1
    assert errors[0] < errors[1]


def test_wrong_use(tmp_path: Path):
    arpa = write(tmp_path, 3, 3, closed=True)
    with pytest.raises(UsageError, match="only a trie"):
        compile_arpa(arpa, tmp_path / "a.rlm", bits=8)
    with pytest.raises(UsageError, match="2 to 16"):
        compile_arpa(arpa, tmp_path / "a.rlm", trie=True, bits=1)
    with pytest.raises(UsageError, match="from an ARPA file only"):
        LanguageModel.open(arpa).core.save_trie(tmp_path / "a.rlm")
    assert not (tmp_path / "a.rlm").exists()


def test_damaged_tries_are_refused_or_answer(tmp_path: Path):
    path = tmp_path / "a.rlm"
    compile_arpa(write(tmp_path, 1, 3, closed=True), path, trie=True, bits=4)
    whole = path.read_bytes()
    for place in range(0, len(whole), 7):
        path.write_bytes(whole[:place] + bytes([whole[place] ^ 0xFF]) + whole[place + 1 :])
        try:
            scores = LanguageModel.open(path).score_all(lines(3))
        except InputError:
            continue
        assert len(scores.log10) == 60
