"""Tests of what is chosen among candidates."""
