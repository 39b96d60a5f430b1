"""The report: everything that is known of some systems, as data, and one page that shows it.

`collect` gathers the data, `columns`, `chunks` and `meta` encode it (the format truebleu-report/2,
described in docs/how-to/html-report.md), `page` puts the page together.
"""
