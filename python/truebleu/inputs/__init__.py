"""Input held in memory: texts, references, named systems and token ids."""
