"""Display of results: text, Markdown, LaTeX, TSV, JSON, terminal, notebooks and charts."""
