"""Issues in the data that would make a score wrong.

Every kind of issue is declared once in `kinds` (name, message, severity, advice) and searched for
in the module of its family. `check` searches for all of them; `notices` are the cheap ones, which
commands that only score report.
"""
