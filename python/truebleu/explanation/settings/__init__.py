"""BLEU under other settings: which there are, what each gives, and which of them makes a gap."""
