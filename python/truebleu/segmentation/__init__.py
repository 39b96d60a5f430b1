"""Re-segmentation: split a system's text into the segments of a reference."""
