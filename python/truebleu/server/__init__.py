"""`truebleu serve`: the interactive report as a page of a local server.

Its users upload files, compare settings and edit texts. The command requires the packages of the
extra `serve`, Starlette and uvicorn, which are imported when it runs.
"""
