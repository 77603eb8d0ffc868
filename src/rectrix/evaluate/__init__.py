"""Corpus metrics, replicates, significance, report."""
