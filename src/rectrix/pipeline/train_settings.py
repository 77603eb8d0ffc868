"""What can be chosen about training a model, and the weights that tuning begins with."""

from typing import Literal

from rectrix.align import AlignSettings
from rectrix.base.config import Settings
from rectrix.decode.model_folder import DecoderSettings, StackSettings
from rectrix.decode.moses import reordering_names
from rectrix.grammar import HieroSettings, PhraseSettings
from rectrix.pipeline.tuning_set import TuneSettings
from rectrix.text import OnBad

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


class TrainSettings(Settings):
    """Everything that can be chosen about training a model."""

    source_language: str = "de"
    target_language: str = "en"
    tokenizer: str = "none"
    lowercase: bool = False
    on_bad: OnBad = "skip"
    max_words: int = 80  # longer training pairs are dropped
    max_ratio: float = 9.0  # so are pairs whose lengths differ by a larger factor
    decoder: Literal["hiero", "phrase"] = "hiero"
    align: AlignSettings = AlignSettings()
    lm_order: int = 4
    extraction: HieroSettings = HieroSettings()
    phrases: PhraseSettings = PhraseSettings()  # if the decoder is "phrase"
    decoding: DecoderSettings = DecoderSettings()
    stack: StackSettings = StackSettings()  # if the decoder is "phrase"
    templates: tuple[str, ...] = ()  # sparse feature templates
    tune: TuneSettings = TuneSettings(settings={"rounds": 10})

    def start(self) -> dict[str, float]:
        """The weights that tuning begins with."""
        if self.decoder != "phrase":
            return START
        names = reordering_names(self.phrases.reordering) if self.phrases.reordering else []
        return PHRASE_START | dict.fromkeys(names, 0.3)
