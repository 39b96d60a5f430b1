"""BLEU under other settings: possible values, scores, and the effects of single settings."""
