"""Translation rules: hierarchical and phrase-based, their estimation and their stores."""
