"""`truebleu serve`: the interactive report as a page of a local server.

On the page, users upload files, compare settings and edit texts. The command requires the packages
of the extra `serve`, Starlette and uvicorn. They are imported when the command runs.
"""
