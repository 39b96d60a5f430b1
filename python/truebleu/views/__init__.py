"""How results look: tables of scores as text, JSON, TSV, CSV, Markdown and LaTeX, and in colour."""
