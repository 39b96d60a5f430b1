"""Display of scores, comparisons and other results as text, tables, JSON, HTML and charts."""
