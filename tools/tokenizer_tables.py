"""Tables of docs/reference/tokenizers.md, generated from the descriptions in the package."""

from __future__ import annotations

import re

from truebleu.tokenizers.descriptions import GENERAL, OTHER_TOOLS

MARKED = re.compile(
    r"(<!-- (general|other) tokenizers -->\n).*?(<!-- end of tokenizers -->)", re.DOTALL
)


def with_tokenizers(page: str) -> str:
    """Return a page's text with updated tables of tokenizers."""
    tables = {"general": general(), "other": other_tools()}
    return MARKED.sub(lambda match: f"{match[1]}\n{tables[match[2]]}\n\n{match[3]}", page)


def general() -> str:
    """Return the table of tokenizers for new results."""
    rows = ["| name | use | requires | source | limits |", "|---|---|---|---|---|"]
    for name, about in GENERAL.items():
        signature = f" (`tok:{about.signature}`)" if about.signature else ""
        rows.append(
            f"| `{name}`{signature} | {about.purpose} | {about.requires} | {about.source} "
            f"| {about.caveat} |"
        )
    return "\n".join(rows)


def other_tools() -> str:
    """Return the table of tokenizers that reproduce other tools."""
    rows = ["| name | tokens of | difference |", "|---|---|---|"]
    rows += [
        f"| `{name}` | {about.purpose} | {about.caveat} |" for name, about in OTHER_TOOLS.items()
    ]
    return "\n".join(rows)
