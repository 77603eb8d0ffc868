"""Word aligners behind one call: train on a corpus, return the links of its last pairs."""

import tempfile
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any

from _align_data import GoldCorpus

HEURISTICS = ("grow-diag-final-and", "intersection")
Links = list[set[tuple[int, int]]]
Result = dict[str, Links]


def rectrix(model: str, **settings: Any) -> Callable[[GoldCorpus], Result]:
    """Our own aligner with its defaults, or with these settings."""

    def run(corpus: GoldCorpus) -> Result:
        from rectrix.align import AlignSettings, train

        chosen = AlignSettings.of({"model": model, **settings})
        aligner, whole = train(corpus.source, corpus.target, chosen)
        wanted = corpus.gold_pairs or len(corpus.source)
        result = {HEURISTICS[0]: [set(whole[p]) for p in range(len(whole) - wanted, len(whole))]}
        if corpus.gold_pairs:
            again = aligner.align(corpus.source[-wanted:], corpus.target[-wanted:], HEURISTICS[1])
            result[HEURISTICS[1]] = [set(again[p]) for p in range(len(again))]
        return result

    return run


def thot(names: Sequence[str]) -> Callable[[GoldCorpus], Result]:
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

    def run(corpus: GoldCorpus) -> Result:
        import thot.alignment as models

        with tempfile.TemporaryDirectory() as folder:
            source, target = _write(folder, "s", corpus.source), _write(folder, "t", corpus.target)
            forward, backward = train(source, target), train(target, source)
        wanted = corpus.gold_pairs or len(corpus.source)
        both = [[line.split() for line in side[-wanted:]] for side in (corpus.source, corpus.target)]
        result = {}
        for heuristic in HEURISTICS if corpus.gold_pairs else HEURISTICS[:1]:
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


def eflomal(corpus: GoldCorpus) -> Result:
    """eflomal, model 3, its two directions symmetrized by our code."""
    from eflomal import Aligner

    from rectrix._core.align import symmetrize
    from rectrix.align import read_alignments

    with tempfile.TemporaryDirectory() as folder:
        forward, backward = f"{folder}/forward", f"{folder}/backward"
        Aligner().align(corpus.source, corpus.target, forward, backward)
        directed = [read_alignments(forward), read_alignments(backward)]
    wanted = corpus.gold_pairs or len(corpus.source)
    result = {}
    for heuristic in HEURISTICS:
        whole = symmetrize(directed[0], directed[1], heuristic)
        result[heuristic] = [set(whole[p]) for p in range(len(whole) - wanted, len(whole))]
    return result


def _write(folder: str, name: str, lines: Iterable[str]) -> str:
    path = Path(folder) / name
    path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    return str(path)


SYSTEMS: dict[str, Callable[[GoldCorpus], Result]] = {
    "rectrix ibm1": rectrix("ibm1"),
    "rectrix diagonal": rectrix("diagonal"),
    "rectrix hmm": rectrix("hmm"),
    "rectrix hmm agreeing": rectrix("hmm", agree=True),
    "rectrix fertility": rectrix("fertility"),
    "sil-thot FastAlign": thot(["FastAlign"]),
    "sil-thot HMM": thot(["Ibm1", "Hmm"]),
    "eflomal": eflomal,
}
