"""Abbreviations that keep their final dot, by language; a single capital is one in every language.

Those with a dot inside (e.g., z.B.) need no list. `numeric` ones keep their dot only before a number: No. 5.
"""

from string import ascii_lowercase, ascii_uppercase
from typing import NamedTuple


class Abbreviations(NamedTuple):
    """Words without their dot."""

    always: tuple[str, ...]
    numeric: tuple[str, ...]


_ROMAN = "I II III IV V VI VII VIII IX X XI XII XIII XIV XV XVI XVII XVIII XIX XX"
_FORMS_OF_ADDRESS = "Mr MR Mrs MRS Ms MS Dr DR Prof Messrs Mme Mlle MM St Sr Msgr Hon Rev Rt"
_RANKS = "Adm Brig Capt Cmdr Col Cpl Gen Gov Insp Lt Maj Sgt Supt Rep Reps Sen Sens"

# German counts by a dot behind the number: am 5. Mai, der XX. Parteitag.
_ORDINALS = " ".join(map(str, range(1, 100)))

_ALWAYS = {
    "en": [
        _FORMS_OF_ADDRESS,
        _RANKS,
        "Drs Bros Corp v vs Nos Nr",
        "Jan Feb Mar Apr Jun Jul Aug Sep Oct Nov Dec",
    ],
    "de": [
        *(_FORMS_OF_ADDRESS, _RANKS, _ROMAN, _ROMAN.lower(), _ORDINALS, " ".join(ascii_lowercase)),
        "Art Buchst Nr No Nos pp ff Abs Ziff Kap Bd Mio Mrd Std Chr Co Corp Ltd MwSt",
        "bzw usw usf etc vgl ca Ca ggf evtl bzgl sog sogen dgl vs",
    ],
    "fr": [
        " ".join(ascii_lowercase.replace("a", "")),
        "MM art ann av apr ca cf chap dir éd env etc ex fig ibid id inf sup pp sec sect suppl suiv vol vs",
    ],
    "es": [
        "Sr Sra Srta Sres Sras Dr Dra Prof Ud Uds Vd Vds Excmo Excma Ilmo Ilma Gral",
        "pág págs cap núm art etc",
    ],
    "it": ["Sig Sigg Dott Prof Ing Avv Arch On Dr", "pag pagg fig cap vol art ecc cfr"],
    "pt": ["Sr Sra Srs Sras Dr Dra Prof Exmo Exma Eng Gen", "pág págs cap vol art etc"],
    "nl": ["dhr mevr mw drs dr ir ing mr prof St", "bijv bv enz etc jl nr vgl zgn"],
    "cs": [
        "Bc Ing Mgr MUDr JUDr PhDr RNDr prof doc Dr dr",
        "atd apod např tzn tzv tj resp popř č čl str odst sv hod",
    ],
    "pl": ["prof dr inż mgr hab ks św gen płk", "np tzn tzw itd itp ul al art nr ust"],
    "sv": ["Hr Fr prof dr", "bl etc ev kl osv resp tfn nr"],
}

_NUMERIC = {"en": "No Art pp", "es": "n", "it": "n", "pt": "n", "nl": "art", "sv": "art s"}


def abbreviations(language: str) -> Abbreviations:
    """Those of a language; of one without a list, single capitals."""
    always = {*ascii_uppercase, *" ".join(_ALWAYS.get(language, [])).split()}
    return Abbreviations(tuple(sorted(always)), tuple(_NUMERIC.get(language, "").split()))
