"""Input in memory: texts, references, systems, runs."""
