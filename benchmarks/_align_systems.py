"""Word aligners behind one call: train on a corpus, return the links of its last pairs."""

import tempfile
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from _align_data import CorpusFiles

HEURISTICS = ("grow-diag-final-and", "intersection")
Links = Iterable[set[tuple[int, int]]]  # made when they are asked for, which is after the measurement
Result = dict[str, Links]


def rectrix(model: str, **settings: Any) -> Callable[[CorpusFiles], Result]:
    """Our own aligner with its defaults, or with these settings."""

    def run(corpus: CorpusFiles) -> Result:
        from rectrix.align import AlignSettings, train

        chosen = AlignSettings.of({"model": model, **settings})
        aligner, whole = train(corpus.source, corpus.target, chosen)
        result = {HEURISTICS[0]: _last(whole, corpus.wanted)}
        if corpus.gold:
            again = aligner.align(*corpus.last(), HEURISTICS[1])
            result[HEURISTICS[1]] = _last(again, len(again))
        return result

    return run


def thot(names: Sequence[str]) -> Callable[[CorpusFiles], Result]:
    """sil-thot: each model trained for 5 iterations, the later ones starting from the earlier."""

    def train(source: str, target: str) -> Any:
        import thot.alignment as models

        model: Any = None
        for name in names:
            kind = getattr(models, f"{name}AlignmentModel" if name != "FastAlign" else "FastAlignModel")
            model = kind(model) if model is not None else kind()
            if name == names[0]:
                model.read_sentence_pairs(source, target)
            model.start_training()
            for _ in range(5):
                model.train()
            model.end_training()
        return model

    def run(corpus: CorpusFiles) -> Result:
        import thot.alignment as models

        source, target = str(corpus.source), str(corpus.target)
        forward, backward = train(source, target), train(target, source)
        both = [[line.split() for line in side] for side in corpus.last()]
        result = {}
        for heuristic in HEURISTICS if corpus.gold else HEURISTICS[:1]:
            aligner = models.SymmetrizedAligner(forward, backward)
            name = heuristic.upper().replace("-", "_")
            aligner.heuristic = getattr(models.SymmetrizationHeuristic, name)
            found = aligner.get_best_alignments(*both)
            result[heuristic] = [
                {(i, j) for i in range(len(s)) for j in range(len(t)) if matrix[i, j]}
                for (_, matrix), s, t in zip(found, *both, strict=True)
            ]
        return result

    return run


def eflomal(corpus: CorpusFiles) -> Result:
    """eflomal, model 3, its two directions symmetrized by our code."""
    from eflomal import Aligner

    from rectrix._core.align import symmetrize
    from rectrix.align import read_alignments

    with tempfile.TemporaryDirectory() as folder:
        forward, backward = f"{folder}/forward", f"{folder}/backward"
        with corpus.source.open(encoding="utf-8") as source, corpus.target.open(encoding="utf-8") as target:
            Aligner().align(source, target, forward, backward)
        directed = [read_alignments(forward), read_alignments(backward)]
    return {
        heuristic: _last(symmetrize(directed[0], directed[1], heuristic), corpus.wanted)
        for heuristic in HEURISTICS
    }


def _last(whole: Any, wanted: int) -> Links:
    return (set(whole[p]) for p in range(len(whole) - wanted, len(whole)))


SYSTEMS: dict[str, Callable[[CorpusFiles], Result]] = {
    "rectrix ibm1": rectrix("ibm1"),
    "rectrix diagonal": rectrix("diagonal"),
    "rectrix hmm": rectrix("hmm"),
    "rectrix hmm agreeing": rectrix("hmm", agree=True),
    "rectrix fertility": rectrix("fertility"),
    # As benchmarks/align_settings.py chooses on roen and jaen/20 alone.
    "rectrix fertility, chosen on two": rectrix(
        "fertility", reward=6.0, lexical_prior=0.0003, null_probability=0.4
    ),
    "sil-thot FastAlign": thot(["FastAlign"]),
    "sil-thot HMM": thot(["Ibm1", "Hmm"]),
    "eflomal": eflomal,
}
