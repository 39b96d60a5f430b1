"""Explanations of BLEU scores, scores under other settings, and search for unknown settings."""
