"""BLEU scores under other settings: possible values, scores, and effects of single settings."""
