"""`truebleu serve`: the page over a server of its own, which only this machine can reach.

It takes files, scores them, tries settings and edits, and gives the same page as a report. It
needs the extra `serve` (Starlette and uvicorn), which is loaded when the command runs.
"""
