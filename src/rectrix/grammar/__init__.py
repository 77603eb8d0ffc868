"""Translation rules: an indexed bitext, extraction for each sentence, stores and text forms."""

from typing import TYPE_CHECKING

from rectrix.base.lazy import lazily

if TYPE_CHECKING:
    from rectrix._core.grammar import BitextIndex, GrammarStore, PhraseTable, Rules
    from rectrix.grammar.hiero import HieroSettings, extract_to_folder, extract_to_store, index
    from rectrix.grammar.phrase import PhraseSettings, extract_phrases, import_phrases
    from rectrix.grammar.text import export_cdec, grammar_files, import_text

__all__ = [
    "BitextIndex",
    "GrammarStore",
    "HieroSettings",
    "PhraseSettings",
    "PhraseTable",
    "Rules",
    "export_cdec",
    "extract_phrases",
    "extract_to_folder",
    "extract_to_store",
    "grammar_files",
    "import_phrases",
    "import_text",
    "index",
]

lazily(__name__)
