"""What the name of a feature tells of where it comes from."""

_DENSE = ("reordering", "reorder")  # scores of orientation models, which are dense


def prefix_of(name: str) -> str:
    """What stands before the colon of a sparse feature, one for each template; empty for dense features."""
    prefix, colon, _ = name.partition(":")
    return prefix if colon and prefix not in _DENSE else ""
