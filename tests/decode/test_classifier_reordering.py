"""Orientation classifiers in the phrase decoder, against brute force with probabilities computed here."""

from __future__ import annotations

import io
import math
import random
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rectrix._core.decode import StackDecoder, StackOptions, UnknownWords
from rectrix._core.features import FeatureSpace
from rectrix._core.lm import Model as LanguageModel
from rectrix._core.reorder import Model, save_classifier
from rectrix.base.errors import UsageError
from rectrix.reorder import Events, EventSettings, OrientationModel, ReorderSettings, train, write_events

from .random_phrases import (
    Derived,
    Phrases,
    Step,
    ahead,
    derive,
    hierarchical,
    random_phrases,
    sequences,
    side,
)

CLASSES = {
    "msd": {"monotone": 0, "swap": 1, "left": 2, "right": 2},
    "mslr": {"monotone": 0, "swap": 1, "left": 2, "right": 3},
    "leftright": {"monotone": 1, "swap": 0, "left": 0, "right": 1},
    "monotonicity": {"monotone": 0, "swap": 1, "left": 1, "right": 1},
}
FEATURES = ("pairs", "context", "bag", "boundary", "lengths")
quick = settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])


class Random:
    """A classifier with random weights for all features of a random bitext."""

    def __init__(self, path: Path, classes: str, seed: int) -> None:
        rng = random.Random(seed)
        texts = {"s": "abc", "t": "xyz"}
        for name, words in texts.items():
            path.with_suffix(f".{name}").write_text(
                "".join(" ".join(rng.choices(words, k=5)) + "\n" for _ in range(20))
            )
        path.with_suffix(".a").write_text("0-0 1-2 2-1 3-3 4-4\n" * 20)
        files = [path.with_suffix(f".{name}") for name in (*texts, "a")]
        chosen = EventSettings(classes=classes, features=FEATURES, cutoff=0, max_length=3)
        write_events(path.with_suffix(".revents"), *files, chosen, force=True)
        events = Events(path.with_suffix(".revents"))
        width = 4 if len(events.class_names) == 3 else len(events.class_names)
        weights = np.random.default_rng(seed).normal(size=(events.features, width))
        weights[:, len(events.class_names) :] = 0
        written = ReorderSettings(events=chosen).model_dump_json()
        save_classifier(path, events.class_names, written, events.core, weights.ravel())
        self.path, self.classes = path, CLASSES[classes]
        self.weights = {
            events.core.name(f): weights[f, : len(events.class_names)] for f in range(events.features)
        }

    def forget_words_outside(self, phrases: Phrases) -> None:
        """The decoder knows the words of its phrase table; features of others never fire."""
        source = {"<s>", "</s>", *(word for pair in phrases.pairs for word in pair.source)}
        target = {word for pair in phrases.pairs for word in pair.target}

        def known(name: str) -> bool:
            kind, content = name.split(":", 1)
            if kind == "pair":
                return content.split()[0] in source and content.split()[1] in target
            return kind.endswith("length") or content in (target if kind.startswith("target") else source)

        self.weights = {name: weights for name, weights in self.weights.items() if known(name)}

    def log_probability(self, sentence: list[str], step: Step, orientation: str) -> float:
        begin, end, pair = step
        source, target = sentence[begin:end], list(pair.target) if pair else sentence[begin:end]
        links = pair.links if pair else ((0, 0),)
        names = {f"pair:{source[s]} {target[t]}" for s, t in links} | {
            f"left:{sentence[begin - 1] if begin else '<s>'}",
            f"right:{sentence[end] if end < len(sentence) else '</s>'}",
            f"source-first:{source[0]}",
            f"source-last:{source[-1]}",
            f"target-first:{target[0]}",
            f"target-last:{target[-1]}",
            f"source-length:{len(source)}",
            f"target-length:{len(target)}",
        }
        names |= {f"beside:{sentence[s]}" for s in (begin - 1, end) if 0 <= s < len(sentence)}
        zeros = np.zeros(len(set(self.classes.values())))
        scores = sum((self.weights[name] for name in names if name in self.weights), zeros)
        return float(scores[self.classes[orientation]] - np.log(np.exp(scores).sum()))


def with_links(phrases: Phrases, seed: int) -> None:
    rng = random.Random(seed)
    for number, pair in enumerate(phrases.pairs):
        cells = [(s, t) for s in range(len(pair.source)) for t in range(len(pair.target))]
        links = tuple(sorted(rng.sample(cells, rng.randint(0, min(3, len(cells))))))
        phrases.pairs[number] = replace(pair, links=links)


def extended(
    phrases: Phrases,
    sentence: list[str],
    steps: list[Step],
    previous: Random,
    following: Random,
    blocks: bool,
) -> Derived:
    """A derivation with the classifiers' features."""
    derived = derive(phrases, sentence, steps)
    for number, step in enumerate(steps):
        before = steps[:number]
        found = side(*(before[-1][:2] if before else (0, 0)), step)
        backward = hierarchical(before, step) if blocks else found
        derived.add("reorder:previous", previous.log_probability(sentence, step, backward))
        if before:
            forward = ahead(before, step) if blocks else found
            derived.add("reorder:next", following.log_probability(sentence, before[-1], forward))
    return derived


def decoder_of(
    phrases: Phrases, folder: Path, previous: Random | None, following: Random | None, blocks: bool = False
) -> tuple[StackDecoder, np.ndarray]:
    space = FeatureSpace()
    weights = np.zeros(60)
    for name, value in phrases.weights.items():
        weights[space.add(name)] = value
    model = LanguageModel.read_arpa(io.BytesIO(phrases.model.arpa().encode()), "random.arpa")
    options = StackOptions(distortion_limit=phrases.distortion_limit, pop_limit=0, stack=0, table_limit=0)
    table = phrases.table(folder / "table.rphrases")
    given = {
        name: (Model(one.path), blocks) for name, one in (("previous", previous), ("next", following)) if one
    }
    return StackDecoder(table, [model], [], space, options, **given), weights


@quick
@given(st.integers(0, 10**6), st.sampled_from(sorted(CLASSES)), st.booleans(), st.booleans())
def test_exhaustive_search_finds_every_derivation_with_its_score(
    tmp_path: Path, seed: int, classes: str, with_table: bool, blocks: bool
) -> None:
    phrases, sentence = random_phrases(seed)
    if not with_table:
        phrases.type = ""
    with_links(phrases, seed)
    previous = Random(tmp_path / "previous", classes, seed)
    following = Random(tmp_path / "next", "msd", seed + 1)
    for classifier in (previous, following):
        classifier.forget_words_outside(phrases)
    phrases.weights |= {"reorder:previous": 0.7, "reorder:next": -0.4}
    every = [
        extended(phrases, sentence, steps, previous, following, blocks)
        for steps in sequences(phrases, sentence)
    ]
    if len(every) > 1000:
        return
    scores = [sum(phrases.weights.get(n, 0.0) * v for n, v in one.features.items()) for one in every]
    decoder, weights = decoder_of(phrases, tmp_path, previous, following, blocks)
    found = decoder.forest(" ".join(sentence), weights).kbest(len(every) + 1, unique=False)
    np.testing.assert_allclose([one["score"] for one in found], sorted(scores, reverse=True), atol=1e-3)
    best = every[int(np.argmax(scores))]
    if sum(math.isclose(score, max(scores), abs_tol=1e-3) for score in scores) == 1:
        for name in ("reorder:previous", "reorder:next"):
            assert found[0]["features"].get(name, 0.0) == pytest.approx(
                best.features.get(name, 0.0), abs=1e-3
            )


def test_the_value_is_what_predict_proba_gives_for_the_event(tmp_path: Path) -> None:
    # One sentence pair, one link per word, one phrase: its event of the bitext and its use by the decoder.
    classifier = Random(tmp_path / "previous", "msd", 3)
    phrases, _ = random_phrases(3)
    pair = replace(phrases.pairs[0], source=("a", "b"), target=("x", "y"), links=((0, 0), (1, 1)))
    phrases.pairs, phrases.type, phrases.weights = [pair], "", {"reorder:previous": 1.0, "lm": 0.0}
    for name, text in (("s", "a b"), ("t", "x y"), ("a", "0-0 1-1")):
        (tmp_path / f"one.{name}").write_text(text + "\n")
    model = OrientationModel(classifier.path)
    files = [tmp_path / f"one.{name}" for name in "sta"]
    write_events(tmp_path / "one.revents", *files, model.settings.events, like=model.core)
    events = Events(tmp_path / "one.revents")
    offsets, ids = events.core.offsets, events.core.ids
    names = [{events.core.name(int(f)) for f in ids[a:b]} for a, b in pairwise(offsets)]
    [whole] = [i for i, found in enumerate(names) if "source-length:2" in found]
    proba = model.predict_proba(events, events.part(0, len(events)))[whole]
    decoder, weights = decoder_of(phrases, tmp_path, classifier, None)
    found = {one["text"]: one["features"] for one in decoder.forest("a b", weights).kbest(9)}
    assert found["x y"]["reorder:previous"] == pytest.approx(math.log(proba[0]), abs=1e-6)


def test_a_word_that_is_dropped_has_an_orientation(tmp_path: Path) -> None:
    phrases, _ = random_phrases(5)
    phrases.weights |= {"reorder:previous": 0.5}
    classifier = Random(tmp_path / "previous", "msd", 5)
    model = LanguageModel.read_arpa(io.BytesIO(phrases.model.arpa().encode()), "random.arpa")
    table = phrases.table(tmp_path / "table.rphrases")
    options = StackOptions(unknown=UnknownWords.drop)
    decoder = StackDecoder(
        table, [model], [], FeatureSpace(), options, previous=(Model(classifier.path), False)
    )
    [(text, _, _)] = decoder.translate(["unseen"], np.zeros(9))
    assert text == ""


def test_a_table_is_no_classifier(tmp_path: Path) -> None:
    Random(tmp_path / "previous", "msd", 1)
    events = Events(tmp_path / "previous.revents")
    train(tmp_path / "table.rreorder", events, ReorderSettings(method="lexicalized"))
    phrases, _ = random_phrases(1)
    table = phrases.table(tmp_path / "t.rphrases")
    with pytest.raises(UsageError, match="linear classifier"):
        StackDecoder(
            table,
            [],
            [],
            FeatureSpace(),
            StackOptions(),
            previous=(Model(tmp_path / "table.rreorder"), False),
        )
