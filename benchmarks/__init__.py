"""Benchmarks of truebleu and of comparable tools, all measured in one run by `make bench`."""
