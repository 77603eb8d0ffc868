"""The embedded sample bitext: German-English sentence pairs drawn from a synchronous grammar.

    for pair in pairs(seed=1):          # endless; take as many as you need
        pair.source, pair.references

A meaning is drawn top-down, then linearized in both languages, as in Grammatical Framework (Ranta 2004):
German with its cases, genders and verb positions, English once per reference with other synonyms and order.
"""

from typing import TYPE_CHECKING

from rectrix.base.lazy import lazily

if TYPE_CHECKING:
    from rectrix.sample.corpus import SamplePair, SampleSettings, pairs, sample_files, write_sample

__all__ = ["SamplePair", "SampleSettings", "pairs", "sample_files", "write_sample"]

lazily(__name__)
