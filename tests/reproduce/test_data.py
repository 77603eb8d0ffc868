"""Data by the names of files: roles, domains, languages, limits, and no sentence in two parts."""

import pytest

from rectrix.base.errors import InputError, UsageError
from rectrix.base.progress import Progress
from rectrix.reproduce.data import DataLimits, cut, from_bitexts, from_folder


def write(folder, *names, lines=10):
    for name in names:
        (folder / name).write_text("".join(f"{name} {n}\n" for n in range(lines)))


@pytest.fixture
def folder(tmp_path):
    write(tmp_path, "train.de", "train.en", lines=50)
    write(tmp_path, "val.de", "val.ref0.en", "val.ref1.en", "devtest.de", "devtest.en")
    write(tmp_path, "test.de", "test.en", "newstest2010.de", "newstest2010.en", "dev-news.de", "dev-news.en")
    return tmp_path


def test_roles_and_domains_follow_from_names(folder):
    data = from_folder(folder)
    assert data.languages == ("de", "en")
    assert [path.name for path in data.sets["dev"].references] == ["val.ref0.en", "val.ref1.en"]
    assert data.tests == ["test", "newstest2010"]  # of the domain first: claims go by it
    assert data.in_domain == ["test"] and data.out_of_domain == ["newstest2010"]
    assert data.tuning_sets == ["dev", "dev-news"] and "devtest" in data.sets


def test_the_first_test_set_is_of_the_training_texts_domain(folder):
    for side in ("de", "en"):
        (folder / f"another.{side}").write_text((folder / f"test.{side}").read_text())
    assert from_folder(folder).tests == ["test", "another", "newstest2010"]


def test_sets_may_be_called_otherwise(folder):
    data = from_folder(folder, dev="devtest", devtest="newstest2010")
    assert data.sets["dev"].source.name == "devtest.de"
    assert data.sets["devtest"].source.name == "newstest2010.de"
    with pytest.raises(InputError, match="no nix set"):
        from_folder(folder, dev="nix")


def test_what_is_missing_is_named(tmp_path, folder):
    with pytest.raises(InputError, match="no such folder"):
        from_folder(tmp_path / "nowhere")
    (folder / "train.fr").write_text("x\n")
    with pytest.raises(UsageError, match="-l de-en"):
        from_folder(folder)
    assert from_folder(folder, "de-en").languages == ("de", "en")
    for name in ("test.de", "newstest2010.de"):
        (folder / name).unlink()
    with pytest.raises(InputError, match=r"no test set.*and test\.en without test\.de"):
        from_folder(folder, "de-en")


def test_limits_cut_heads_and_keep_a_test_set_of_the_bitext_apart(folder, tmp_path):
    used = cut(from_folder(folder), DataLimits(20, 4, 3, 5), tmp_path / "used", Progress())
    assert used.sizes() == {
        "train": 15,
        "dev": 4,
        "dev-half": 2,
        "dev-news": 4,
        "devtest": 4,
        "newstest2010": 3,
        "test": 3,
        "bitext-test": 5,
    }
    trained = set(used.train[0].read_text().splitlines())
    assert not trained & set(used.sets["bitext-test"].source.read_text().splitlines())
    with pytest.raises(UsageError, match="leave nothing"):
        cut(from_folder(folder), DataLimits(5, 4, 3, 5), tmp_path / "none", Progress())


def test_a_changed_file_is_another_fingerprint(folder):
    before = from_folder(folder).fingerprint()
    assert from_folder(folder).fingerprint() == before
    write(folder, "test.en", lines=11)
    assert from_folder(folder).fingerprint() != before


def test_bitexts_are_cut_without_a_common_sentence(tmp_path):
    rows = [f"quelle {n}\tsource {n}\n" for n in range(100)] + [
        "quelle 99\tanother\n",
        "quelle 3\tsource 3\n",
    ]
    (tmp_path / "all.tsv").write_text("".join(rows))
    data = from_bitexts([tmp_path / "all.tsv"], "de-en", tmp_path / "out", Progress())
    parts = {name: set(text.source.read_text().splitlines()) for name, text in data.sets.items()}
    parts["train"] = set(data.train[0].read_text().splitlines())
    assert {name: len(part) for name, part in parts.items()} == {
        "dev": 5,
        "devtest": 5,
        "test": 5,
        "train": 85,
    }
    assert len(set.union(*parts.values())) == sum(map(len, parts.values()))
    with pytest.raises(UsageError, match="languages"):
        from_bitexts([tmp_path / "all.tsv"], "", tmp_path / "out", Progress())
