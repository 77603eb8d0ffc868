"""K-best lists and their file formats."""
