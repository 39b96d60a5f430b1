"""The interactive HTML report.

`build` computes the data, `encoding` and `meta` encode them (the format truebleu-report/2, see
docs/how-to/html-report.md), `page` assembles the HTML file.
"""
