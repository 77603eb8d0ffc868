"""One file for each interface that people's tools speak."""
