"""Training of the small Transformer of neural.py: subwords, batches, steps, a checkpoint to go on from."""

import copy
import random
import resource
from pathlib import Path

import sentencepiece
import torch
import torch.nn.functional as F
from _transformer import BEGIN, END, PAD, Shape, Transformer, search
from torch import Tensor

BATCH = 1024  # target subwords, filling up counted; larger ones learn less in the same CPU time
PEAK, WARMUP = 0.003, 500  # the highest rate, and the update that has it
SMOOTHING, CLIP = 0.1, 1.0
AVERAGE = 0.995  # of the moving average of the weights
SEED = 1

Pair = tuple[list[int], list[int]]


def cpu_seconds() -> float:
    """User and system CPU of this process."""
    used = resource.getrusage(resource.RUSAGE_SELF)
    return used.ru_utime + used.ru_stime


class Training:
    """A model on its way; `folder` has its last checkpoint."""

    def __init__(self, source: Path, target: Path, folder: Path, threads: int) -> None:
        torch.set_num_threads(threads)
        torch.manual_seed(SEED)
        folder.mkdir(parents=True, exist_ok=True)
        self._checkpoint = folder / "checkpoint.pt"
        begin = cpu_seconds()
        self._subwords = _subwords([source, target], folder / "subwords.model")
        sides = [self._subwords.encode(path.read_text().splitlines()) for path in (source, target)]
        self._pairs = [([*s, END], t) for s, t in zip(*sides, strict=True) if s and t]
        # Little text is learned by heart sooner.
        self.model = Transformer(Shape(dropout=0.15 if len(self._pairs) > 10_000 else 0.3))
        self._average = copy.deepcopy(self.model).eval()
        self._optimizer = torch.optim.Adam(self.model.parameters(), lr=0, betas=(0.9, 0.98), eps=1e-9)
        self.updates, self.epochs, self.spent = 0, 0, cpu_seconds() - begin
        self.points: list[dict[str, float]] = []
        self._left: list[list[int]] = []  # batches of this epoch that are still to come
        if self._checkpoint.exists():
            self._load()

    def run(self, until: float) -> None:
        """Train until so many CPU seconds were spent, from the beginning on."""
        self.model.train()
        last = cpu_seconds()
        while self.spent < until:
            if not self._left:
                self._left = _batches(self._pairs, SEED + self.epochs)
                self.epochs += 1
            self._update([self._pairs[i] for i in self._left.pop()])
            now = cpu_seconds()
            self.spent, last = self.spent + now - last, now

    def translate(self, path: Path) -> list[str]:
        """By the averaged weights, in the order of the lines."""
        lines = [[*line, END] for line in self._subwords.encode(path.read_text().splitlines())]
        order = sorted(range(len(lines)), key=lambda i: len(lines[i]))
        found = [""] * len(lines)
        for first in range(0, len(order), 50):
            part = order[first : first + 50]
            for i, words in zip(part, search(self._average, _padded([lines[i] for i in part])), strict=True):
                found[i] = self._subwords.decode(words)
        return found

    def save(self) -> None:
        """So that the next run goes on from here."""
        made = self._checkpoint.with_suffix(".new")
        torch.save(
            {
                "model": self.model.state_dict(),
                "average": self._average.state_dict(),
                "optimizer": self._optimizer.state_dict(),
                "random": torch.get_rng_state(),
                "counts": (self.updates, self.epochs, self.spent),
                "left": self._left,
                "points": self.points,
            },
            made,
        )
        made.replace(self._checkpoint)

    def _load(self) -> None:
        state = torch.load(self._checkpoint)
        self.model.load_state_dict(state["model"])
        self._average.load_state_dict(state["average"])
        self._optimizer.load_state_dict(state["optimizer"])
        torch.set_rng_state(state["random"])
        self.updates, self.epochs, self.spent = state["counts"]
        self._left, self.points = state["left"], state["points"]

    def _update(self, pairs: list[Pair]) -> None:
        self.updates += 1
        rate = PEAK * min(self.updates / WARMUP, (WARMUP / self.updates) ** 0.5)
        for group in self._optimizer.param_groups:
            group["lr"] = rate
        source = _padded([s for s, _ in pairs])
        before, after = (_padded([row(t) for _, t in pairs]) for row in (_shifted, _ended))
        scores = self.model(source, before).flatten(0, 1)
        loss = F.cross_entropy(scores, after.flatten(), ignore_index=PAD, label_smoothing=SMOOTHING)
        self._optimizer.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(self.model.parameters(), CLIP)
        self._optimizer.step()
        # Early on the average must forget the random start.
        keep = min(AVERAGE, self.updates / (self.updates + 10))
        with torch.no_grad():
            for mean, now in zip(self._average.parameters(), self.model.parameters(), strict=True):
                mean.lerp_(now, 1 - keep)


def _shifted(words: list[int]) -> list[int]:
    return [BEGIN, *words]


def _ended(words: list[int]) -> list[int]:
    return [*words, END]


def _subwords(texts: list[Path], path: Path) -> sentencepiece.SentencePieceProcessor:
    if not path.exists():
        sentencepiece.SentencePieceTrainer.train(
            input=[str(text) for text in texts],
            model_prefix=str(path.with_suffix("")),
            model_type="bpe",
            vocab_size=Shape.subwords,
            character_coverage=1.0,
            pad_id=PAD,
            unk_id=1,
            bos_id=BEGIN,
            eos_id=END,
            minloglevel=2,
        )
    return sentencepiece.SentencePieceProcessor(model_file=str(path))


def _batches(pairs: list[Pair], seed: int) -> list[list[int]]:
    """Pairs of like length together, batches in any order."""
    generator = random.Random(seed)
    order = sorted(range(len(pairs)), key=lambda i: (len(pairs[i][1]), len(pairs[i][0]), generator.random()))
    found: list[list[int]] = [[]]
    longest = 0
    for i in order:
        longest = max(longest, len(pairs[i][1]) + 1)
        if longest * (len(found[-1]) + 1) > BATCH:
            found.append([])
            longest = len(pairs[i][1]) + 1
        found[-1].append(i)
    generator.shuffle(found)
    return found


def _padded(rows: list[list[int]]) -> Tensor:
    longest = max(map(len, rows))
    return torch.tensor([row + [PAD] * (longest - len(row)) for row in rows])
