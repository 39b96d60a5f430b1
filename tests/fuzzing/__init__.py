"""Fuzzing targets of the Python package, and tests that replay the inputs that fuzzers found."""
