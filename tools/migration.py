"""The tables of the migration pages: other tools' names and ours, from one table of the package."""

from __future__ import annotations

import re

from truebleu.other_tools import migration_table

MARKED = re.compile(r"(<!-- names of (.+?) -->\n).*?(<!-- end of names -->)", re.DOTALL)


def with_tables(page: str) -> str:
    """Give a page's text with its tables of names brought up to date."""
    return MARKED.sub(lambda match: f"{match[1]}\n{migration_table(match[2])}\n\n{match[3]}", page)
