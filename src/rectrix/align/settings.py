"""How an alignment is made: model, training schedule, priors, symmetrization."""

from typing import Literal, NamedTuple

from pydantic import Field

from rectrix.base.config import Settings

Model = Literal["ibm1", "diagonal", "hmm"]
Heuristic = Literal[
    "intersection", "union", "grow-diag", "grow-diag-final", "grow-diag-final-and", "forward", "reverse"
]


class Stage(NamedTuple):
    """Some iterations of one model; it begins with the word probabilities of the stage before."""

    model: Model
    iterations: int


class AlignSettings(Settings):
    """How an alignment is made; what is None depends on the model."""

    model: Model = "hmm"
    iterations: int = Field(default=5, ge=1, le=1000)  # of the model itself
    warm_start: Model = "ibm1"  # the model that comes first
    warm_iterations: int | None = Field(default=None, ge=0, le=1000)  # its iterations: 5 before hmm, else 0
    concentration: float | None = Field(default=None, ge=0)  # of the Dirichlet prior; 0: plain EM
    null_probability: float | None = Field(default=None, ge=0, lt=1)  # of the empty word
    tension: float = Field(default=4.0, ge=0, le=30)  # of the diagonal, at the start
    learn_tension: bool = True  # optimize it in every iteration
    favor_diagonal: bool = True  # hmm: restarts go near the diagonal, not just anywhere
    restart_probability: float = Field(default=0.3, ge=0, lt=1)  # hmm: of a jump that forgets
    jump_width: int = Field(default=20, ge=1, le=1000)  # hmm: longer jumps share one class per side
    symmetrize: Heuristic = "grow-diag-final-and"
    posterior: bool = False  # each word's most probable link instead of the best alignment

    def stages(self) -> list[Stage]:
        """What is trained one after another."""
        warm = self.warm_iterations
        if warm is None:
            warm = 5 if self.model == "hmm" else 0
        return [Stage(self.warm_start, warm)] * (warm > 0) + [Stage(self.model, self.iterations)]

    def prior(self, model: Model) -> float:
        """The concentration of the Dirichlet prior while this model is trained."""
        if self.concentration is not None:
            return self.concentration
        return 0.0 if model == "ibm1" else 0.01
