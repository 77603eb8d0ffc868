"""One short composition per published method."""
