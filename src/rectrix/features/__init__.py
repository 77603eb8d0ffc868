"""Features: the feature space, one file per template, discretization."""
