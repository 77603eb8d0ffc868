"""Phrase reordering: orientation events and classifiers."""
