"""The n-best formats by name."""

# Those that the core reads, and how it calls them.
CORE = {
    "moses": "moses",
    "marian": "moses",
    "cdec": "cdec",
    "joshua": "joshua",
    "travatar": "travatar",
    "json": "json",
    "sockeye": "json",
}
# Those of rectrix.kbest.foreign.
FOREIGN = ("fairseq", "tsv", "tsv:N", "lines:N", "kaldi", "espnet", "icefall")
FORMATS = ("auto", *CORE, *FOREIGN)
