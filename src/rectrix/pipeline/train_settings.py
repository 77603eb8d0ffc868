"""What can be chosen about training a model, and the weights that tuning begins with."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Literal

from pydantic import Field, model_validator

from rectrix._core.lm import MAX_CLASSES
from rectrix.align import AlignSettings
from rectrix.base.config import Settings
from rectrix.base.errors import UsageError
from rectrix.base.progress import Progress
from rectrix.exchange.moses_names import reordering_names
from rectrix.grammar import HieroSettings, PhraseSettings
from rectrix.model.mbr import MbrKind
from rectrix.model.settings import DecoderSettings, StackSettings
from rectrix.pipeline.train_presets import CLASSES, Preset, with_preset
from rectrix.pipeline.tune_settings import TuneSettings
from rectrix.reorder import EventSettings, ReorderSettings
from rectrix.text import PREPARED, OnBad, TextSettings, guess_language, language_pair
from rectrix.text.settings import check_language

# A start from which every recipe finds its way: all probabilities count a little, length is kept in check.
START = {
    "lm": 0.5,
    "p_ef": 0.2,
    "lex_ef": 0.2,
    "lex_fe": 0.2,
    "count_ef": 0.1,
    "word_penalty": -0.5,
    "pass_through": -1.0,
    "glue": -0.1,
}
# The same for phrase-based models.
PHRASE_START = {
    "lm": 0.5,
    "p_fe": 0.2,
    "lex_fe": 0.2,
    "p_ef": 0.2,
    "lex_ef": 0.2,
    "phrase_penalty": 0.2,
    "word_penalty": -1.0,
    "distortion": 0.3,
    "unknown": -10.0,
}
CLASS_LM_START = 0.1  # of a language model over word classes

# What the decoder adds to each phrase pair and place: all but what depends on the words translated before.
ORIENTATION = ReorderSettings(
    events=EventSettings(features=("pairs", "context", "boundary", "lengths")), held_out=0.0
)


def _guessed(path: Path | None, settings: TextSettings) -> str:
    found = check_language(settings.language) if settings.language else guess_language(path) if path else None
    if not found:
        where = str(path or "the bitext")
        raise UsageError(
            f"{where}: its language is not known; say -l de-en (source and target), or --pretokenized if the "
            "tokens are separated by spaces already"
        )
    return found


def _with_common_text(values: dict[str, Any]) -> dict[str, Any]:
    """Beneath what a side's table says lies what is said of both."""
    common = values.get("text", {})
    if isinstance(common, TextSettings):
        common = common.model_dump(exclude_unset=True)
    sides = {side: values.get(side) for side in ("source_text", "target_text")}
    return values | {side: {**common, **given} for side, given in sides.items() if isinstance(given, Mapping)}


def _with_prepared_text(values: dict[str, Any]) -> dict[str, Any]:
    """Nothing is done to text that is prepared already but what is asked for by name."""
    if not values.get("pretokenized"):
        return values
    made = dict(values)
    for side in ("text", "source_text", "target_text"):
        given = values.get(side, {} if side == "text" else None)
        if isinstance(given, TextSettings):
            given = given.model_dump(exclude_unset=True)
        if isinstance(given, Mapping):
            if given.get("tokenize", "none") != "none":
                raise ValueError(f"pretokenized text is not cut into words again by {given['tokenize']!r}")
            made[side] = PREPARED.model_dump() | dict(given)
    return made


class TrainSettings(Settings):
    """Everything that can be chosen about training a model."""

    # fast: dense features and a language model over word classes, tuned on the development set. good:
    # sparse features, too, learned on 10,000 sentences of the training text, leave-one-out; and
    # translations by minimum Bayes risk. It is better with 28,000 pairs and more; with fewer, compare both
    # on text of your own. best: the same on all of the training text. Other options override it. BLEU (CPU
    # minutes of tuning) of fast, good, best: multi30k de-en 42.5 (2), 43.6 (8), 43.6 (12); fr-en 51.0 (2),
    # 52.2 (8), 51.8 (12); cs-en 36.2 (1), 36.8 (5), 37.3 (7); tatoeba he-en, short sentences, 39.5 (1),
    # 39.5 (3), 39.4 (29); europarl de-en, with --lm-order 5 and --tune-like-held-out, 28.4 (4), 29.2 (19),
    # not run (hours).
    preset: Preset = "fast"
    languages: str = ""  # source and target, such as de-en; none: guessed from the names of the files
    pretokenized: bool = False  # the text is prepared already: space-separated tokens
    text: TextSettings = TextSettings()  # what is done to the text of both sides
    source_text: TextSettings | None = None  # to the source, if it differs
    target_text: TextSettings | None = None
    on_bad: OnBad = "skip"  # what becomes of bad lines: invalid UTF-8, control characters
    max_words: int = Field(default=80, ge=1)  # drop training pairs with a longer side
    max_ratio: float = Field(default=9.0, ge=1)  # drop pairs with a larger ratio of lengths
    decoder: Literal["hiero", "phrase"] = "hiero"  # hierarchical rules, or phrases
    align: AlignSettings = AlignSettings()  # of words
    lm_order: int = Field(default=4, ge=1, le=7)  # order of the language model: words of its longest n-grams
    # Word classes to learn for each side, for a language model over those of the target; 0: none, as models
    # for other toolkits need it.
    classes: int = Field(default=CLASSES, ge=0, le=MAX_CLASSES)
    class_lm_order: int = Field(
        default=6, ge=2, le=7
    )  # order of the language model over word classes, if there are any
    keep_arpa: bool = False  # keep the language model as text, too, for exports to other toolkits
    extraction: HieroSettings = HieroSettings()
    phrases: PhraseSettings = PhraseSettings()  # if the decoder is "phrase"
    # Reordering model of a phrase-based decoder: a table of orientations by phrase pair, classifiers trained
    # in the dual or the primal, the table and classifiers, or none.
    reordering: Literal["lexicalized", "dual", "primal", "both", "none"] = "lexicalized"
    orientation: ReorderSettings = ORIENTATION
    decoding: DecoderSettings = DecoderSettings()
    stack: StackSettings = StackSettings()  # if the decoder is "phrase"
    templates: tuple[str, ...] = ()  # sparse feature templates
    source_classes: Path | None = None  # files of word classes, for templates over them (class_word_pairs...)
    target_classes: Path | None = None  # the same for the target side
    tune: TuneSettings = TuneSettings()
    # Translations that are best in expectation instead of the likeliest (minimum Bayes risk, see `rectrix
    # mbr`), with the scale that is best on the development set; the presets good and best have bleu+1.
    mbr: MbrKind = "none"

    @model_validator(mode="before")
    @classmethod
    def _with_preset(cls, values: Any) -> Any:
        if not isinstance(values, Mapping):
            return values
        return _with_prepared_text(_with_common_text(with_preset(values)))

    def check_reordering(self, given: bool) -> None:
        """Refuse a choice that nothing would come of; given: it was made on purpose."""
        if self.decoder == "hiero" and (given or self.reordering != "lexicalized"):
            raise UsageError(f"reordering {self.reordering} is about phrases: it goes with decoder phrase")

    def sides(
        self, source: Path | None, target: Path | None, progress: Progress
    ) -> tuple[TextSettings, TextSettings]:
        """What is done to the text of each side."""
        given = self.source_text or self.text, self.target_text or self.text
        if self.pretokenized and not self.languages:
            return given[0].settled(), given[1].settled()
        if self.languages:
            languages = language_pair(self.languages)
        else:
            languages = _guessed(source, given[0]), _guessed(target, given[1])
            progress.say(f"languages: {'-'.join(languages)}, by the names of the files (-l says otherwise)")
        first, second = (
            side.model_copy(update={"language": language})
            for side, language in zip(given, languages, strict=True)
        )
        return first.settled(source=True), second.settled()

    def start(self) -> dict[str, float]:
        """The weights that tuning begins with."""
        classes = {"lm2": CLASS_LM_START} if self.classes else {}
        if self.decoder != "phrase":
            return START | classes
        table = self.table().reordering
        names = reordering_names(table) if table else []
        if self.classifiers():
            names += ["reorder:previous", "reorder:next"]
        return PHRASE_START | classes | dict.fromkeys(names, 0.3)

    def table(self) -> PhraseSettings:
        """How phrases are extracted: with orientations only where a table of them is wanted."""
        wanted = self.reordering in ("lexicalized", "both")
        return self.phrases if wanted else self.phrases.model_copy(update={"reordering": ""})

    def classifiers(self) -> bool:
        """Whether orientation classifiers are wanted."""
        return self.decoder == "phrase" and self.reordering in ("dual", "primal", "both")

    def orientation_for(self, direction: str) -> ReorderSettings:
        """How the classifier of a direction is trained."""
        method = self.orientation.method if self.reordering == "both" else self.reordering
        events = {"direction": direction, "max_length": self.phrases.max_length}
        return self.orientation.model_copy(
            update={"method": method, "events": self.orientation.events.model_copy(update=events)}
        )
