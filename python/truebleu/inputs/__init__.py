"""What users pass in memory: texts, references, systems, runs."""
