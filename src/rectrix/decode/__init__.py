"""Search: chart (hierarchical) and stack (phrase-based), and the forest they leave."""
