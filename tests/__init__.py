"""The tests of truebleu."""
