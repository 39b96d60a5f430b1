"""How results look: text, Markdown, LaTeX, TSV, JSON, terminal, notebooks and charts."""
