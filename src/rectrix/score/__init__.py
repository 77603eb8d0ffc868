"""Sentence- and corpus-level statistics of the metrics that tuning uses."""
