"""Why a model cannot make a translation: words that no rule has, or rules that do not join to it."""

import io
from collections.abc import Iterator

from rectrix._core import grammar
from rectrix.model.settings import INDEX_SUFFIX
from rectrix.pipeline.model import Model
from rectrix.serve.engine import Engine

_GAPS = ("[1]", "[2]", "[X,1]", "[X,2]")


def reason(engine: Engine, text: str, translation: str) -> str:
    """A sentence for the user of forced decoding."""
    with engine.lock.reading():
        model = engine.current
        source = next(iter(model.prepare([text]))).text
        wanted = wanted_words(model, translation).split()
        known = {*target_words(model, source), *source.split()}
    forms = {word.lower() for word in known}
    missing = list(dict.fromkeys(word for word in wanted if word.lower() not in forms))
    if missing:
        shown = ", ".join(repr(word) for word in missing[:10])
        return f"no rule for this sentence has {'the word' if len(missing) == 1 else 'the words'} {shown}"
    settings = model.folder.settings
    if settings.decoder == "phrase":
        limits = (
            f"distortion limit {settings.stack.distortion_limit}, table limit {settings.stack.table_limit}"
        )
    else:
        limits = f"span limit {settings.decoding.span_limit}"
    return f"every word has a rule, but no rules join to exactly this text for the whole sentence ({limits})"


def wanted_words(model: Model, translation: str, source: str = "") -> str:
    """The words of a translation; those that a source sentence has, too, in its upper or lower case."""
    forms = {word.lower(): word for word in source.split()}
    return " ".join(forms.get(word.lower(), word) for word in model.target_text.apply(translation).words)


def target_words(model: Model, source: str) -> Iterator[str]:
    """The words of the target sides of all rules of a sentence."""
    path = model.folder.grammar
    if model.folder.settings.decoder == "phrase":
        yield from _of_phrases(grammar.PhraseTable.open(path), source.split())
    elif path.suffix == INDEX_SUFFIX:
        yield from _of_index(model, grammar.BitextIndex.open(path), source)
    else:
        yield from _of_store(grammar.GrammarStore.open(path), source)


def _of_phrases(table: grammar.PhraseTable, words: list[str]) -> Iterator[str]:
    for begin in range(len(words)):
        for end in range(begin + 1, min(len(words), begin + table.longest) + 1):
            for target, *_ in table.translations(" ".join(words[begin:end])):
                yield from target.split()


def _of_index(model: Model, bitext: grammar.BitextIndex, source: str) -> Iterator[str]:
    pieces: list[bytes] = []
    options = model.folder.settings.extraction.core_options()
    reader = io.BytesIO(f"{source}\n".encode())
    grammar.extract(bitext, reader, "sentence", options, False, 1, pieces.append)
    for line in b"".join(pieces).decode().splitlines():
        fields = line.split(" ||| ")
        if len(fields) > 2:
            yield from (word for word in fields[2].split() if word not in _GAPS)


def _of_store(store: grammar.GrammarStore, source: str) -> Iterator[str]:
    rules = store.find(0, store.source_words.encode(source))
    for number in range(len(rules)):
        yield from (store.target_words.text(symbol) for symbol in rules.target(number) if symbol >= 0)
