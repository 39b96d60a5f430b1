"""Tests of MBR decoding and oracle selection."""
