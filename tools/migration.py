"""Tables of the migration pages: names of settings in other tools and in truebleu."""

from __future__ import annotations

import re

from truebleu.other_tools import migration_table

MARKED = re.compile(r"(<!-- names of (.+?) -->\n).*?(<!-- end of names -->)", re.DOTALL)


def with_tables(page: str) -> str:
    """Return a page's text with updated tables of names."""
    return MARKED.sub(lambda match: f"{match[1]}\n{migration_table(match[2])}\n\n{match[3]}", page)
