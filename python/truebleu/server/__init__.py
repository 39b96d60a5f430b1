"""`truebleu serve`: the interactive report on a local server.

Users drop files, compare settings and edit texts. The extra `serve` (Starlette and uvicorn) is
required and loaded when the command runs.
"""
