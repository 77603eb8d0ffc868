"""Word alignment: models, symmetrization, Pharaoh files."""
