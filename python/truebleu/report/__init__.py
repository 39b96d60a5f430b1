"""The HTML report of scores, as a file, in a notebook or served on this computer.

`report.build` computes the data of a report. `report.encoding` and `report.meta` encode the data in
the format truebleu-report/2. `report.page` writes the HTML file. docs/how-to/html-report.md
describes the report and the format.
"""
