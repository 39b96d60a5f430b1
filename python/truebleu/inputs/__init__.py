"""Inputs in memory: texts, references, systems, runs."""
