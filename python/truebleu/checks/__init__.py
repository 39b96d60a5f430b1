"""Checks for data issues that would make a score wrong.

Every kind of issue is declared once in `kinds` (name, message, severity, advice). The module of its
family searches for it. `check` searches for all kinds; `notices` are the cheap checks, which
commands that only score also run.
"""
