"""Re-segmentation: a system's text is cut into the segments of a reference."""
