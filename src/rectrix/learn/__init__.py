"""Learning: loops over six axes of small parts."""
