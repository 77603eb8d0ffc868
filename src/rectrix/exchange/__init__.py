"""Models of cdec, Joshua and Moses, in and out."""
