"""Moses' names of sparse features: WT_das~the, SWD_nicht, TWI_the, PL_2,3; moses2 has none."""

from rectrix.exchange.escape import for_moses
from rectrix.exchange.sparse import Twin, sides_of, unescaped


def _word(text: str) -> str:
    return for_moses(unescaped(text))


MOSES_TWINS = {
    "word_pairs": Twin(
        "WordTranslationFeature name=WT input-factor=0 output-factor=0 simple=1 source-context=0 "
        "target-context=0",
        lambda text: "WT_" + "~".join(map(_word, sides_of(text))),
    ),
    "deletions": Twin("SourceWordDeletionFeature name=SWD factor=0", lambda text: f"SWD_{_word(text)}"),
    "insertions": Twin("TargetWordInsertionFeature name=TWI factor=0", lambda text: f"TWI_{_word(text)}"),
    "phrase_length": Twin("PhraseLengthFeature name=PL", lambda text: "PL_" + text.replace("_", ",")),
}
