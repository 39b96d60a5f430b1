"""Test sets written as mteval's SGML, mteval's XML and WMT's XML."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from xml.sax.saxutils import escape, quoteattr

# A version: its name, and its texts by (document, segment).
Texts = Mapping[tuple[str, str], str]

SETS = {"source": "srcset", "reference": "refset", "system": "tstset"}
NAMES = {"source": "", "reference": "refid", "system": "sysid"}


def documents(texts: Texts) -> dict[str, list[tuple[str, str]]]:
    found: dict[str, list[tuple[str, str]]] = {}
    for (document, segment), text in texts.items():
        found.setdefault(document, []).append((segment, text))
    return found


def sgml(role: str, versions: Mapping[str, Texts], set_name: str = "test") -> str:
    """One set, in which each document says whose it is. The text is written as it stands."""
    lines = [f'<{SETS[role]} setid="{set_name}" srclang="any" trglang="en">']
    for name, texts in versions.items():
        for document, segments in documents(texts).items():
            lines.append(f'<DOC docid="{document}" sysid="{name}">')
            lines += [f'<seg id="{segment}">{text}</seg>' for segment, text in segments]
            lines.append("</DOC>")
    return "\n".join([*lines, f"</{SETS[role]}>", ""])


def _elements(segments: Sequence[tuple[str, str]]) -> str:
    return "".join(f"<seg id={quoteattr(name)}>{escape(text)}</seg>" for name, text in segments)


def xml(role: str, versions: Mapping[str, Texts], set_name: str = "test") -> str:
    """XML as mteval has it: a set for each version."""
    made = ['<?xml version="1.0" encoding="UTF-8"?>']
    made.append('<!DOCTYPE mteval SYSTEM "ftp://example.invalid/mteval-xml.dtd">\n<mteval>')
    for name, texts in versions.items():
        whose = f" {NAMES[role]}={quoteattr(name)}" if NAMES[role] else ""
        made.append(f'<{SETS[role]} setid="{set_name}" srclang="any" trglang="en"{whose}>')
        for document, segments in documents(texts).items():
            made.append(f"<doc docid={quoteattr(document)}><p>{_elements(segments)}</p></doc>")
        made.append(f"</{SETS[role]}>")
    return "\n".join([*made, "</mteval>", ""])


def wmt(versions: Mapping[tuple[str, str], Texts], set_name: str = "test") -> str:
    """WMT's XML: all versions of a document side by side; keys are (role, name)."""
    made = [f'<?xml version="1.0"?>\n<dataset id="{set_name}">\n<collection id="general">']
    tags = {
        "source": '<src lang="de">', "reference": "<ref translator=", "system": "<hyp system=",
    }  # fmt: skip
    everywhere = {key: documents(texts) for key, texts in versions.items()}
    for document in next(iter(everywhere.values())):
        made.append(f"<doc id={quoteattr(document)}>")
        for (role, name), found in everywhere.items():
            start = tags[role] if role == "source" else f"{tags[role]}{quoteattr(name)}>"
            end = f"</{tags[role][1:4]}>"
            made.append(f"{start}<p>{_elements(found[document])}</p>{end}")
        made.append("</doc>")
    return "\n".join([*made, "</collection></dataset>", ""])
