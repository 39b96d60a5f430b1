"""Read input files of all formats, and write output files atomically."""
