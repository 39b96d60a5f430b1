"""What a fuzzer tries of the Python package; the tests replay what it found."""
