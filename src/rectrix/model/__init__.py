"""A model on disk and in use: its folder with checks and checksums, copies of it, and how it translates."""

from typing import TYPE_CHECKING

from rectrix.base.lazy import lazily

if TYPE_CHECKING:
    from rectrix.model.folder import ModelFolder, writing_model
    from rectrix.model.output import Output
    from rectrix.model.settings import ModelSettings
    from rectrix.model.translator import Translator

__all__ = ["ModelFolder", "ModelSettings", "Output", "Translator", "writing_model"]

lazily(__name__)
