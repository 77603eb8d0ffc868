"""How an alignment is made: model, training schedule, priors, symmetrization."""

from typing import Literal, NamedTuple, Self

from pydantic import Field, model_validator

from rectrix.base.config import Settings

Model = Literal["ibm1", "diagonal", "hmm", "fertility"]
WarmModel = Literal["ibm1", "diagonal", "hmm"]
Heuristic = Literal[
    "intersection",
    "union",
    "grow-diag",
    "grow-diag-final",
    "grow-diag-final-and",
    "forward",
    "reverse",
    "soft-union",
    "soft-intersection",
]


_FERTILITY = {"chains", "sweeps", "lexical_prior", "reward", "prior_weight"}
LINKING = {"symmetrize", "threshold", "posterior"}  # what a trained model is asked with


class Stage(NamedTuple):
    """Some iterations of one model; it begins with the word probabilities of the stage before."""

    model: Model
    iterations: int


class AlignSettings(Settings):
    """How an alignment is made; what is None depends on the model."""

    model: Model = "fertility"  # the model of word alignment
    agree: bool = False  # EM models: both directions trained to agree
    iterations: int = Field(default=5, ge=1, le=1000)  # iterations of EM
    warm_start: WarmModel = "ibm1"  # the model that initializes the word probabilities
    # Its iterations; none: 5 before hmm, else 0.
    warm_iterations: int | None = Field(default=None, ge=0, le=1000)
    # Concentration of the Dirichlet prior on word probabilities; 0: maximum likelihood.
    concentration: float | None = Field(default=None, ge=0)
    null_probability: float | None = Field(default=None, ge=0, lt=1)  # probability of the empty word
    tension: float = Field(default=4.0, ge=0, le=30)  # initial tension of the diagonal prior
    learn_tension: bool = True  # optimize the tension in every iteration
    favor_diagonal: bool = True  # hmm: restarts go near the diagonal
    # hmm: probability of a restart: a jump that does not depend on the previous link.
    restart_probability: float = Field(default=0.3, ge=0, lt=1)
    jump_width: int = Field(default=20, ge=1, le=1000)  # hmm: jumps longer than this share a parameter
    chains: int = Field(default=4, ge=1, le=64)  # fertility: independent samplers, averaged
    sweeps: int | None = Field(default=None, ge=1, le=1000)  # fertility: Gibbs sweeps; none: by corpus size
    lexical_prior: float = Field(default=0.001, gt=0, le=1000)  # fertility: pseudo-count of a word pair
    reward: float = Field(default=3.0, gt=0, le=1000)  # fertility: factor for links of both directions
    prior_weight: float = Field(default=10.0, ge=0, le=1e6)  # pseudo-counts of a word from --prior
    seed: int = Field(default=1, ge=0, lt=1 << 64)  # fertility: root of all randomness
    # Links with a lower posterior under IBM model 1 are excluded; 0: none are; none: fertility chooses it by
    # the size of the corpus.
    least_posterior: float | None = Field(default=None, ge=0, lt=1)
    symmetrize: Heuristic = "grow-diag-final-and"  # how both directions become one alignment
    threshold: float | None = Field(
        default=None, ge=0, lt=1
    )  # posterior probability that a link needs; none: 0.3 for soft-…, else more than the empty word's
    posterior: bool = False  # each word's most probable link instead of the Viterbi alignment

    @model_validator(mode="after")
    def _of_its_model(self) -> Self:
        """What another model alone has would have no effect."""
        if self.agree and self.model == "fertility":
            raise ValueError(
                "agree is for ibm1, diagonal and hmm: fertility always trains both directions together"
            )
        if self.model != "fertility" and (changed := self.changed() & _FERTILITY):
            raise ValueError(f"{', '.join(sorted(changed))}: of the model fertility, not of {self.model}")
        return self

    def changed(self) -> set[str]:
        """Names of the settings that are not as by default."""
        return set(self.model_dump(exclude_defaults=True))

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
        # The product of agreement prunes already; a sparse prior on top leaves rare words without links.
        return 0.0 if model == "ibm1" or self.agree else 0.01

    def sweeps_for(self, pairs: int) -> int:
        """How often the fertility model visits every pair: the less text, the more often."""
        return self.sweeps or min(80, max(8, round(35 * (5000 / max(pairs, 1)) ** 0.7)))

    def least(self) -> float:
        """What the core takes for `least_posterior`; negative: by the corpus' size."""
        if self.least_posterior is not None:
            return self.least_posterior
        return -1.0 if self.model == "fertility" else 0.0

    @property
    def by_posteriors(self) -> bool:
        """Links come from the posteriors of both directions, not from directed alignments."""
        return self.model == "fertility" or self.threshold is not None or self.symmetrize.startswith("soft-")
