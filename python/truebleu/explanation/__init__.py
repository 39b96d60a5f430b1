"""Explanations of BLEU scores, scores under other settings, and identification of tools."""
