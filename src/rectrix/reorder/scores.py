"""How well probabilities predict classes: error rate, confusion table, log-loss per class."""

from dataclasses import asdict, dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True)
class OrientationScores:
    """Predictions against the truth."""

    class_names: tuple[str, ...]
    events: int
    error: float  # share of events whose most probable class is wrong
    log_loss: float  # mean of -log p(true class)
    class_log_loss: tuple[float, ...]  # the same per true class; 0 if the class does not occur
    confusion: tuple[tuple[int, ...], ...]  # rows: true class; columns: most probable class

    @classmethod
    def of(
        cls, probabilities: NDArray[np.float64], classes: NDArray[np.uint8], class_names: list[str]
    ) -> "OrientationScores":
        """Compare; rows of probabilities belong to the classes."""
        count = len(class_names)
        predicted = probabilities.argmax(axis=1)
        confusion = np.bincount(classes.astype(np.int64) * count + predicted, minlength=count * count)
        losses = -np.log(probabilities[np.arange(len(classes)), classes])
        sums = np.bincount(classes, weights=losses, minlength=count)
        totals = np.bincount(classes, minlength=count)
        return cls(
            tuple(class_names),
            len(classes),
            float(np.mean(predicted != classes)),
            float(losses.mean()),
            tuple((sums / np.maximum(totals, 1)).tolist()),
            tuple(map(tuple, confusion.reshape(count, count).tolist())),
        )

    def facts(self) -> dict[str, Any]:
        """For programs."""
        return asdict(self)

    def text(self) -> str:
        """For people."""
        width = max(len(name) for name in (*self.class_names, "log-loss")) + 2
        head = "true \\ predicted".ljust(width + 8) + "".join(name.rjust(width) for name in self.class_names)
        lines = [
            f"{self.events} events, error {100 * self.error:.2f} %, log-loss {self.log_loss:.4f}",
            head + "log-loss".rjust(width),
        ]
        for name, row, loss in zip(self.class_names, self.confusion, self.class_log_loss, strict=True):
            cells = "".join(str(number).rjust(width) for number in row)
            lines.append(name.ljust(width + 8) + cells + f"{loss:.4f}".rjust(width))
        return "\n".join(lines)
