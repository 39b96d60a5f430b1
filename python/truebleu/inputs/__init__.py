"""Reading of input in memory: texts, references, named systems and token ids."""
