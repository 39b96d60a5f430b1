"""Checks for data issues that make a score wrong or misleading.

`kinds` declares every kind of issue with its name, severity, message and advice. `check` searches
for issues of all kinds. `notices` has fast checks, which commands such as `score` also run. Most
other modules each search for a group of related kinds.
"""
