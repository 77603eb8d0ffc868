"""Requests and answers of our own API, version 1; the OpenAPI description is made of them."""

from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field


def _whole(text: str) -> str:
    if any("\ud800" <= letter <= "\udfff" for letter in text):
        raise ValueError("half of a surrogate pair is no character")
    return text


Text = Annotated[str, AfterValidator(_whole)]
Name = Annotated[str, AfterValidator(_whole), Field(max_length=200)]
Pair = tuple[int, int]


class _Asked(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)


class _Chosen(_Asked):
    model: Name = Field(default="", description="A model's name; or give source and target.")
    source: Name = Field(default="", description="Language code, such as de.")
    target: Name = Field(default="", description="Language code, such as en.")


class TermPair(_Asked):
    """A term and the translation it must have."""

    source: Text
    target: Text


class TranslateAsked(_Chosen):
    """Texts as people write them, of any length that the limits allow."""

    texts: list[Text] = Field(min_length=1)
    format: Literal["text", "html"] = "text"
    nbest: int = Field(default=1, ge=1, description="So many translations of every sentence.")
    details: bool = Field(
        default=False, description="With the sentences, their words, links and unknown words."
    )
    glossary: list[TermPair] = []


class Word(BaseModel):
    """A word as the model has it, and where it stands in its text; begin = end if it is not written there."""

    text: str
    begin: int
    end: int
    unknown: bool = False


class Hypothesis(BaseModel):
    """A translation of a sentence."""

    text: str
    score: float
    words: list[Word]
    links: list[Pair] = Field(description="Source and target words by their places.")


class TranslatedSentence(BaseModel):
    """A sentence with its translations, best first."""

    source: str
    words: list[Word]
    translations: list[Hypothesis]


class TranslatedText(BaseModel):
    """A text, put together again."""

    text: str
    sentences: list[TranslatedSentence] = []
    notes: list[str] = []


class Translated(BaseModel):
    """The translations of the texts, in their order."""

    model: str
    texts: list[TranslatedText]


class ExplainAsked(_Chosen):
    """One sentence."""

    text: Text = Field(min_length=1)
    nbest: int = Field(default=10, ge=1)
    unique: bool = Field(default=True, description="Different texts only.")
    glossary: list[TermPair] = []


class Step(BaseModel):
    """A rule of a derivation: source and target words with gaps [1] and [2]."""

    span: Pair = Field(description="Source words that it covers with its gaps.")
    target_span: Pair
    source: str
    target: str
    links: list[Pair]
    score: float
    features: dict[str, float]
    children: list[int] = Field(description="The steps that fill its gaps.")
    kind: Literal["rule", "glue", "copy", "given", "learned"] = "rule"


class Derived(Hypothesis):
    """A translation with features and derivation."""

    features: dict[str, float]
    contributions: dict[str, float] = Field(description="Values times weights; their sum is the score.")
    steps: list[Step]


class Explained(BaseModel):
    """A sentence, its translations, and how they were made."""

    model: str
    decoder: str
    source: str
    words: list[Word]
    translations: list[Derived]


class ScoreAsked(_Chosen):
    """A sentence and a translation that the model is to make (forced decoding)."""

    text: Text = Field(min_length=1)
    translation: Text = Field(min_length=1)


class Scored(BaseModel):
    """The best derivation of the translation, or why there is none."""

    model: str
    reached: bool
    reason: str = ""
    translation: Derived | None = None


class SeenAsked(_Chosen):
    """A rule: both sides in the model's words, gaps as [1] and [2]."""

    rule_source: Text = Field(min_length=1)
    rule_target: Text
    limit: int = Field(default=5, ge=1, le=50)


class Example(BaseModel):
    """A sentence pair of the training text, and which of its words the rule covers."""

    sentence: int = Field(description="Counted from 1.")
    source: list[str]
    target: list[str]
    source_words: list[int]
    target_words: list[int]


class Seen(BaseModel):
    """Where a rule was seen."""

    available: bool = Field(description="Has the server the training text?")
    searched: int = Field(default=0, description="Places of its source words that were looked at.")
    all_searched: bool = False
    count: int = 0
    examples: list[Example] = []


class LearnAsked(_Chosen):
    """A sentence and its right translation."""

    text: Text = Field(min_length=1)
    translation: Text = Field(min_length=1)


class LessonShown(BaseModel):
    """A correction that was taken up."""

    model_config = ConfigDict(extra="allow")
    id: int | str


class Lessons(BaseModel):
    """All corrections that count, oldest first."""

    model: str
    lessons: list[LessonShown]


class GlossaryAsked(_Chosen):
    """Terms in place of those that the server has; they last until it ends."""

    terms: list[TermPair]


class GlossaryShown(BaseModel):
    """The terms that every translation of a model obeys."""

    model: str
    terms: list[TermPair]


class ModelShown(BaseModel):
    """A model in a few words."""

    name: str
    source: str
    target: str
    decoder: str
    learns: bool
    training_text: bool


class Models(BaseModel):
    """All models of the server."""

    models: list[ModelShown]


class Curve(BaseModel):
    """A line of a chart."""

    name: str
    points: list[tuple[float, float]]


class Facts(ModelShown):
    """All that is known of a model."""

    settings: dict[str, Any]
    files: dict[str, int] = Field(description="Bytes of each.")
    recipe: str
    weights: int
    templates: dict[str, int] = Field(description="Weights that are not 0, by template.")
    rules: int | None = Field(description="Phrase pairs, or sentence pairs of the indexed bitext.")
    language_models: list[dict[str, Any]]
    length: float | None = Field(description="Words of the output for each word of the references.")
    tuning: list[Curve]
    curves: list[Curve] = Field(description="Weight by value of discretized features.")


class WeightShown(BaseModel):
    """A weight."""

    name: str
    template: str
    value: float


class WeightsShown(BaseModel):
    """Weights that fit a search, the largest first."""

    model: str
    found: int
    weights: list[WeightShown]


class CompareAsked(_Asked):
    """Outputs of systems and references, a line per sentence."""

    references: list[Text] = Field(min_length=1, description="One text per reference, lines by line breaks.")
    systems: dict[Name, Text] = Field(min_length=1)
    sources: Text = ""
    tokenize: Literal["13a", "none", "char", "intl", "zh"] = "13a"


class Compared(BaseModel):
    """The comparison as a piece of a page."""

    html: str


class Problem(BaseModel):
    """Why a request was refused."""

    error: str
