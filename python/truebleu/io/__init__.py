"""Reading input files and writing output files atomically."""
