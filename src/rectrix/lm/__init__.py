"""N-gram language models: estimation, ARPA files, memory-mapped queries."""
