"""ARPA models made at random, and the definition of back-off written down without any cleverness."""

import random

MISSING = -100.0


def make(
    seed: int, order: int, words: int, density: float, closed: bool
) -> dict[tuple[str, ...], tuple[float, float]]:
    """N-grams with log10 probabilities and back-offs; closed: every context and suffix is there as well."""
    rng = random.Random(seed)
    names = ["<s>", "</s>", "<unk>"] + [f"w{i}" for i in range(words)]
    model = {(name,): _values(rng, 1, order) for name in names}
    previous = [(name,) for name in names]
    for length in range(2, order + 1):
        found = []
        for gram in previous:
            if gram[-1] == "</s>":
                continue
            for name in names[1:]:
                if name == "<s>" or rng.random() > density:
                    continue
                new = (*gram, name)
                if closed and (new[1:] not in model or new[:-1] not in model):
                    continue
                found.append(new)
        for gram in found:
            model[gram] = _values(rng, length, order)
        if not closed:
            for gram in found[::3]:
                if length < order:
                    del model[gram]
        previous = found
    return model


def _values(rng: random.Random, length: int, order: int) -> tuple[float, float]:
    backoff = 0.0 if length == order or rng.random() < 0.4 else round(rng.uniform(-1, 0.1), 4)
    return round(rng.uniform(-3, -0.4), 4), backoff


def text(model: dict[tuple[str, ...], tuple[float, float]], order: int) -> str:
    """The model in ARPA format."""
    lines = ["\\data\\"]
    by_length = [[g for g in model if len(g) == n] for n in range(1, order + 1)]
    lines += [f"ngram {n}={len(grams)}" for n, grams in enumerate(by_length, 1)]
    for n, grams in enumerate(by_length, 1):
        lines += ["", f"\\{n}-grams:"]
        for gram in grams:
            prob, backoff = model[gram]
            tail = f"\t{backoff}" if backoff else ""
            lines.append(f"{prob}\t{' '.join(gram)}{tail}")
    return "\n".join([*lines, "", "\\end\\", ""])


def score(
    model: dict[tuple[str, ...], tuple[float, float]], context: list[str], word: str, order: int
) -> float:
    """The log10 probability of word behind context."""
    context = context[-(order - 1) :] if order > 1 else []
    gram = (*context, word)
    if gram in model:
        return model[gram][0]
    if not context:
        return MISSING
    return model.get(tuple(context), (0.0, 0.0))[1] + score(model, context[1:], word, order)


def sentence_score(
    model: dict[tuple[str, ...], tuple[float, float]],
    words: list[str],
    order: int,
    begin: bool = True,
    end: bool = True,
) -> float:
    """The log10 probability of a sentence."""
    context = ["<s>"] if begin else []
    total = 0.0
    for word in [w if (w,) in model else "<unk>" for w in words] + (["</s>"] if end else []):
        total += score(model, context, word, order)
        context.append(word)
    return total
