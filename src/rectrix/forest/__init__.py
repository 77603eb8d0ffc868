"""What is computed on all derivations of a forest at once."""
