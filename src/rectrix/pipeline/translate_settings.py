"""How text is translated, and what is written of it."""

from typing import Literal

from pydantic import Field

from rectrix.base.config import Settings
from rectrix.decode.markup import XmlPolicy
from rectrix.text.glossary import Glossary, Policy

Loading = Literal["map", "populate", "read"]


class TranslateSettings(Settings):
    """What can be chosen about translating; the model says the rest."""

    # Write so many translations of each sentence, with features.
    nbest: int = Field(default=0, ge=0, le=1_000_000)
    unique: bool = False  # only distinct strings in n-best lists
    # text: as people write it, with its score alone; the others have the decoder's words and features.
    nbest_format: Literal["text", "moses", "cdec", "joshua", "travatar", "json"] = "moses"
    derivations: bool = False  # the derivation tree of each translation
    fuzzy: bool = False  # PO, XLIFF: translate anew what is marked for review
    # Inflectional endings that are ignored when terms are matched, separated by commas.
    glossary_endings: tuple[str, ...] = ()
    # exclusive: only the term's translation is used; inclusive: it competes with the model's own; constraint:
    # phrases must contain it.
    glossary_policy: Policy = Glossary.policy
    xml: XmlPolicy | None = None  # how to treat Moses' XML markup in the input
    load: Loading = "map"  # map: read pages when needed; populate: all at once; read: keep a copy in memory
    # Megabytes of patterns, rules and phrases kept between sentences, by all threads together; what
    # extraction had if it is not given.
    cache: int | None = Field(default=None, ge=0, le=16384)
    verify: bool = False  # compare large files, too, with their checksums
