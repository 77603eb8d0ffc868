"""Pictures drawn by hand, as SVG and PDF: curves, boxes, intervals, heat maps."""
