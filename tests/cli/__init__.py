"""Tests of the command line, in the test's process or in a process of its own."""
