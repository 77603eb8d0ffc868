"""What model.toml says: the files of a model, and how they are used."""

from typing import Literal

from pydantic import Field

from rectrix.base.config import Settings
from rectrix.grammar.hiero import HieroSettings
from rectrix.model.mbr import MbrSettings

FORMAT = 2
SETTINGS = "model.toml"
COMBINED = "combined.toml"  # of a folder with several models
WEIGHTS = "weights.tsv"
BINS = "bins.json"
GRAMMAR = "grammar.rgrammar"
PHRASES = "phrases.rphrases"
SOURCE_TEXT, TARGET_TEXT = "source.text.toml", "target.text.toml"
ALIGNER = "aligner.ralign"
SOURCE_CLASSES, TARGET_CLASSES = "source.classes", "target.classes"
LM_CLASSES = "lm.classes"
INDEX_SUFFIX = ".rindex"  # of a grammar that is an indexed bitext: rules are extracted on demand


class LanguageModelFile(Settings):
    """A language model and the features it has: lm, lm2, lm3... in this order."""

    file: str
    feature: str = "lm"  # the natural logarithm of the probability
    unknown_feature: str = "lm_oov"  # the number of words the model does not know
    original: str = ""  # the ARPA file that it was made of, for decoders that read nothing else
    classes: str = ""  # the file of word classes whose n-grams it has; none: it has those of words


class DecoderSettings(Settings):
    """What can be chosen about decoding; the decoder's own meanings and limits hold."""

    pop_limit: int = Field(default=200, ge=0)  # hypotheses taken from each cube; 0: all
    span_limit: int = Field(default=15, ge=1)  # source words that a rule other than glue covers at most
    pass_through: Literal["unknown", "all"] = "unknown"  # which source words may be copied to the output
    length_buckets: bool = False  # copied words have the feature pass_through_n, n by the word's length
    # Search as cdec does, all rules and the same effort in every cell: for comparisons, and for lists of tens
    # of thousands of a short sentence.
    cdec_order: bool = False


class StackSettings(Settings):
    """What can be chosen about phrase-based decoding; the decoder's own meanings and limits hold."""

    pop_limit: int = Field(default=1000, ge=0)
    stack: int = Field(default=200, ge=0)
    threshold: float = Field(default=0.0, ge=0)
    table_limit: int = Field(default=20, ge=0)
    distortion_limit: int = Field(default=6, ge=-1)
    distortion_ahead: bool = False
    itg: bool = False
    markup: bool = False
    unknown: Literal["copy", "drop", "mark"] = "copy"  # what becomes of words without a translation
    rule_counts: bool = False
    sparse_reordering: bool = False


class OrientationFiles(Settings):
    """Orientation classifiers of a phrase-based model; empty: there is none."""

    previous: str = ""  # of the orientation to the phrase before: the feature reorder:previous
    next: str = ""  # to the phrase after: reorder:next

    def names(self) -> list[str]:
        """The files that there are."""
        return [name for name in (self.previous, self.next) if name]


class FunctionFile(Settings):
    """Rule features written in Python: source text that runs only for a user who trusts it."""

    file: str
    names: tuple[str, ...]  # of the functions that are features


class FileRecord(Settings):
    """What a file of the model must look like."""

    bytes: int = Field(ge=0)
    sha256: str


class ModelSettings(Settings):
    """The contents of model.toml."""

    format: int = FORMAT
    decoder: Literal["hiero", "phrase"] = "hiero"
    source_language: str = ""
    target_language: str = ""
    source_text: str = ""  # the settings of the text processing of each side; none: text is prepared already
    target_text: str = ""
    tokenizer: str = "none"  # of format 1, which had no text processing of its own
    lowercase: bool = False  # of format 1
    grammar: str = GRAMMAR
    columns: tuple[str, ...] = ()  # the grammar's score columns that are features; none: all but raw_*
    language_models: tuple[LanguageModelFile, ...] = ()
    weights: str = WEIGHTS
    templates: tuple[str, ...] = ()  # sparse feature templates by registered name
    functions: tuple[FunctionFile, ...] = ()  # features written in Python
    source_classes: str = ""  # files of word classes, for templates over them (class_word_pairs...)
    target_classes: str = ""
    bins: str = ""  # the file of bins that stand for the grammar's scores, if any do
    recipe: str = ""  # signature of what made the weights
    decoding: DecoderSettings = DecoderSettings()
    stack: StackSettings = StackSettings()  # if the decoder is "phrase"
    orientation: OrientationFiles = OrientationFiles()  # if the decoder is "phrase"
    extraction: HieroSettings = HieroSettings()  # if the grammar is an indexed bitext
    aligner: str = (
        ""  # the word alignment model, which new pairs are learned with; none: they are not aligned
    )
    mbr: MbrSettings = MbrSettings()  # how translations are chosen, if not as the likeliest
    files: dict[str, FileRecord] = Field(default_factory=dict)
