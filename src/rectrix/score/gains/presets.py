"""The named gains: which system or paper scores hypotheses how."""

from types import MappingProxyType

from rectrix.base.errors import UnknownName
from rectrix.score.gains.context import DocumentGain, EidelmanGain, KbMiraGain, PseudoDocument
from rectrix.score.gains.gain import Gain
from rectrix.score.gains.grounded import GroundedBLEU
from rectrix.score.gains.linear import LinearBLEU
from rectrix.score.gains.smoothed import SmoothedBLEU

GAINS: MappingProxyType[str, Gain] = MappingProxyType(
    {
        # dtrain (Simianer et al. 2012)
        "papineni": SmoothedBLEU(add=0.0, orders="reference"),
        "lin": SmoothedBLEU(orders="reference"),
        "nakov": SmoothedBLEU(orders="reference", longer=1.0),
        "liang": SmoothedBLEU(add=0.0, mean="liang"),
        "chiang-unscaled": PseudoDocument(scaled=False),
        "linear": LinearBLEU(),
        # Moses
        "moses-pro": SmoothedBLEU(add_first=1.0),
        "moses-pro-nakov": SmoothedBLEU(add_first=1.0, longer=1.0),
        "kbmira": KbMiraGain(),
        # Phrasal (Green et al. 2013); it scales by the shortest reference: use BLEU(length="shortest")
        "phrasal": SmoothedBLEU(scaled=True),
        "phrasal-nakov": SmoothedBLEU(add_first=1.0, longer=1.0, scaled=True),
        # cdec
        "cdec": SmoothedBLEU(add=0.0, zero=0.01, orders="hypothesis"),
        "cdec-mira": SmoothedBLEU(add=0.0, zero=0.01, orders="hypothesis", root="all"),
        "cdec-qcri": GroundedBLEU(),
        "cdec-pseudo-document": PseudoDocument(decay=0.95),
        # Travatar
        "travatar": SmoothedBLEU(),
        # papers
        "chiang": PseudoDocument(),
        "eidelman": EidelmanGain(),
        "eidelman-unit": EidelmanGain(unit=True),
        # ours
        "document": DocumentGain(),
        "document-scaled": DocumentGain(scaled=True),
    }
)


def gain(name: str) -> Gain:
    """The gain with this name."""
    if name not in GAINS:
        raise UnknownName("sentence-level gain", name, GAINS)
    return GAINS[name]
