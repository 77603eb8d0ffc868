"""The text processing of a model: learned, saved, applied, undone."""

import pytest
from typer.testing import CliRunner

from rectrix.base.errors import DamagedFile, InputError
from rectrix.cli import app
from rectrix.text import PREPARED, TextPipeline, TextSettings
from rectrix.text.normalize import normalize

TEXT = """\
The President spoke to Paris. He said: “We didn’t go to the house.”
Paris is old (very old), and the president knows it.
In Paris, the house of the president is “very old”.
They said: the house is the house. The EU is in Paris; the EU is old.
"""


@pytest.fixture
def text(tmp_path):
    path = tmp_path / "text.en"
    path.write_text(TEXT, encoding="utf-8")
    return path


def learned(text, **settings):
    return TextPipeline.learn(TextSettings(language="en", **settings), [text])


def test_words_that_begin_a_sentence_get_their_usual_form(text):
    pipeline = learned(text)
    assert (
        pipeline.apply("The House is in Paris. “The PRESIDENT").text
        == "the house is in Paris . “ the president"
    )
    assert pipeline.apply("Unknown words stay Unknown.").text == "Unknown words stay Unknown ."
    assert [pipeline.apply(line).capital for line in ("(The", "the", "我", "5")] == [True, False, None, None]


def test_ties_of_forms_go_to_small_letters_whatever_the_order(tmp_path):
    for n, line in enumerate(("x May x may\n", "x may x May\n")):
        path = tmp_path / f"{n}.en"
        path.write_text(line)
        assert learned(path).apply("May I").text == "may I"


def test_output_has_its_capitals_and_spaces(text):
    pipeline = learned(text)
    words = [
        "he",
        "said",
        ":",
        "“",
        "we",
        "didn",
        "’t",
        "go",
        ".",
        "”",
        "the",
        "EU",
        "(",
        "very",
        "old",
        ")",
        ",",
        "is",
        "in",
        "Paris",
        ";",
        "old",
        ".",
    ]
    assert pipeline.invert(words) == "He said: “we didn’t go.” The EU (very old), is in Paris; old."
    small = pipeline.apply("er sagte")
    assert pipeline.invert(["he", "said", "."], small) == "he said."


def test_recaser_chooses_by_context(tmp_path):
    path = tmp_path / "text.en"
    path.write_text("We met Mr Brown here.\nthe brown dog saw Mr Brown.\nA brown dog and the EU.\n" * 3)
    pipeline = learned(path, case="recase")
    assert pipeline.apply("Mr Brown and the EU").text == "mr brown and the eu"
    assert (
        pipeline.invert(["the", "brown", "dog", "met", "mr", "brown", "and", "the", "eu", "."])
        == "The brown dog met Mr Brown and the EU."
    )


@pytest.mark.parametrize(
    ("words", "text"),
    [
        ('he said " no " , " yes " .', 'He said "no", "yes".'),
        ("it 's the dogs ' — $ 5 / 100 %", "It's the dogs ' — $5/100%"),
        ("l' homme d’ hier", "L'homme d’hier"),
        ("我 爱 ， Python 。 好", "我爱，Python。好"),
        ("¿ qué ?", "¿Qué?"),
        ("„ gut “", "„Gut “"),
    ],
)
def test_rules_of_spacing_without_a_text_to_learn_from(words, text):
    assert TextPipeline(TextSettings(language="xx")).invert(words.split()) == text


def test_spaces_are_learned_where_languages_differ(tmp_path):
    path = tmp_path / "text.fr"
    path.write_text(
        "Oui\u00a0! Non\u00a0! «\u00a0Oui\u00a0», dit-il. A «\u00a0b\u00a0». Quoi\u00a0! «\u00a0x\u00a0»\n"
    )
    pipeline = TextPipeline.learn(TextSettings(language="fr"), [path])
    assert pipeline.invert(["«", "bien", "»", ",", "dit-il", "!"]) == "«\u00a0Bien\u00a0», dit-il\u00a0!"


@pytest.mark.parametrize("case", ["truecase", "recase", "lowercase", "keep"])
def test_every_line_comes_back_by_its_record(text, case):
    pipeline = learned(text, case=case)
    for line in [*TEXT.splitlines(), " two  blanks\tTab ", "", "e\u0301 (not composed)", "THE End ."]:
        assert pipeline.restore(pipeline.apply(line).words, pipeline.record(line)) == line


def test_what_was_learned_is_saved_and_damage_is_noticed(text, tmp_path):
    for settings in ({}, {"case": "recase"}, {"compounds": True}):
        pipeline = learned(text, **settings)
        folder = tmp_path / str(settings)
        folder.mkdir()
        pipeline.save(folder, "target.")
        again = TextPipeline.open(folder, "target.")
        assert again.settings == pipeline.settings
        line = "The House of the EU in PARIS."
        assert again.apply(line) == pipeline.apply(line)
        words = pipeline.apply(line).words
        assert again.invert(words) == pipeline.invert(words)
    spacing = folder / "target.spacing.tsv"
    spacing.write_bytes(spacing.read_bytes().replace(b"1", b"2"))
    with pytest.raises(DamagedFile, match=r"target\.spacing\.tsv: damaged"):
        TextPipeline.open(folder, "target.")
    spacing.unlink()
    with pytest.raises(InputError, match="cannot open"):
        TextPipeline.open(folder, "target.")
    toml = folder / "target.text.toml"
    toml.write_text(toml.read_text().replace("format = 1", "format = 99"))
    with pytest.raises(DamagedFile, match="format 99 is newer than 1"):
        TextPipeline.open(folder, "target.")


def test_prepared_text_is_left_alone(text):
    pipeline = TextPipeline.learn(PREPARED, [text])
    assert pipeline.apply("The  “House” .").words == ["The", "“House”", "."]
    assert pipeline.invert(["the", "house", "."]) == "the house ."


def test_threads_do_not_change_the_result(text):
    pipeline = learned(text)
    lines = [f"{line} {n}" for n, line in enumerate(TEXT.splitlines() * 300)]
    assert pipeline.apply_lines(lines, threads=3) == [pipeline.apply(line).text for line in lines]


def test_commands(text, tmp_path):
    def run(*arguments):
        result = CliRunner().invoke(app, ["text", *map(str, arguments)], catch_exceptions=False)
        assert result.exit_code == 0
        return result.stdout

    run("learn", text, "-o", tmp_path / "en", "-q")
    (tmp_path / "odd").write_bytes(b"The  House\t\xff .\r\n\nThe EU.")  # blanks, a tab, no UTF-8, no end
    words = run(
        "apply", tmp_path / "en", tmp_path / "odd", "--record", tmp_path / "kept", "-o", tmp_path / "words"
    )
    back = tmp_path / "back"
    run("invert", tmp_path / "en", tmp_path / "words", "--record", tmp_path / "kept", "-o", back)
    assert back.read_bytes() == (tmp_path / "odd").read_bytes() + b"\n" and words == ""
    run("invert", tmp_path / "en", tmp_path / "words", "-o", tmp_path / "text")
    assert (tmp_path / "text").read_bytes().splitlines()[2] == b"The EU."
    (tmp_path / "kept").write_text("0\n")
    with pytest.raises(InputError, match="has fewer lines than"):
        run(
            "invert", tmp_path / "en", tmp_path / "words", "--record", tmp_path / "kept", "-o", tmp_path / "x"
        )


def test_subwords_give_their_words_back(text, tmp_path):
    pytest.importorskip("sentencepiece")
    pipeline = learned(text, subwords=60)
    line = "The unseen houses ￭ of Paris didn’t"
    words = pipeline.apply(line).words
    assert len(words) > 8 and pipeline.invert(words) == "The unseen houses ￭ of Paris didn’t"
    pipeline.save(tmp_path)
    assert TextPipeline.open(tmp_path).apply(line).words == words


def test_a_line_in_capitals_is_translated_as_any_other_and_stays_in_capitals(text, tmp_path):
    pipeline = learned(text)
    line = pipeline.apply("THE HOUSE OF THE EU IS VERY OLD %s.")
    assert line.words[:8] == ["the", "house", "of", "the", "EU", "is", "very", "old"]
    assert (
        pipeline.invert(line.words, line, [(n, n) for n in range(10)])
        == "THE HOUSE OF THE EU IS VERY OLD %s."
    )
    assert not any(
        pipeline.apply(short).shouted for short in ("EU", "I", "OK!", "", "12", "我 ABCDEFG", "DER Haus")
    )
    shouts = tmp_path / "shouts.en"
    shouts.write_text(TEXT + "SO THE HOUSE\n" * 9)  # headings do not teach that house is written so
    assert learned(shouts).apply("In the House.").text == "in the house ."


def test_quotes_and_dashes_have_one_form_and_come_back(text):
    pipeline = learned(text, normalize="moses")
    for line, words in {
        "He’s “old” – very": 'He \'s " old " - very',
        "« Oui » — non… „so“ ‚x‘ y": '" Oui " - non ... " so " \' x \' y',
        "1\u00a0000 a\u202f!": "1 000 a !",
    }.items():
        assert pipeline.apply(line).text == words
        assert pipeline.restore(pipeline.apply(line).words, pipeline.record(line)) == line
    assert not pipeline.record("He’s “old” – very").startswith("=")  # the differing words alone are recorded


def test_moses_normalizes_quotes_and_dashes_likewise():
    sacremoses = pytest.importorskip("sacremoses")
    other = sacremoses.MosesPunctNormalizer("en")
    for line in (
        "the “old” house",
        "„so“ it is",
        "it’s – well – so",
        "a—b",
        "wait… no",
        "«\u00a0Oui\u00a0»",
        "a ‘b’ c´d",
    ):
        assert normalize(line, "moses") == other.normalize(line).strip(), line


def test_a_given_translation_keeps_its_items(text):
    pipeline = learned(text)
    assert pipeline.given_words("Open me@example.org (%s)") == "Open me@example.org ( %s )"
    source = pipeline.apply("The house.")
    assert pipeline.invert(["see", "%s", "or", "me@example.org", "."], source) == "See %s or me@example.org."
