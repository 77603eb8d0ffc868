"""A model on disk and in use: its folder with checks and checksums, copies of it, and how it translates."""

from rectrix.model.folder import ModelFolder, ModelSettings, writing_model
from rectrix.model.translator import Output, Translator

__all__ = ["ModelFolder", "ModelSettings", "Output", "Translator", "writing_model"]
