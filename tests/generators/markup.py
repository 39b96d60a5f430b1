"""Test sets in mteval's SGML, mteval's XML and WMT's XML."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from xml.sax.saxutils import escape, quoteattr

# Texts of a source, a reference or a system, by (document, segment).
Texts = Mapping[tuple[str, str], str]

SETS = {"source": "srcset", "reference": "refset", "system": "tstset"}
NAMES = {"source": "", "reference": "refid", "system": "sysid"}


def documents(texts: Texts) -> dict[str, list[tuple[str, str]]]:
    segments_by_document: dict[str, list[tuple[str, str]]] = {}
    for (document, segment), text in texts.items():
        segments_by_document.setdefault(document, []).append((segment, text))
    return segments_by_document


def sgml(role: str, versions: Mapping[str, Texts], set_name: str = "test") -> str:
    """Return one set in SGML; each document names its system. Texts are not escaped."""
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
    """Return mteval's XML, with one set for each version."""
    lines = ['<?xml version="1.0" encoding="UTF-8"?>']
    lines.append('<!DOCTYPE mteval SYSTEM "ftp://example.invalid/mteval-xml.dtd">\n<mteval>')
    for name, texts in versions.items():
        name_attribute = f" {NAMES[role]}={quoteattr(name)}" if NAMES[role] else ""
        lines.append(
            f'<{SETS[role]} setid="{set_name}" srclang="any" trglang="en"{name_attribute}>'
        )
        for document, segments in documents(texts).items():
            lines.append(f"<doc docid={quoteattr(document)}><p>{_elements(segments)}</p></doc>")
        lines.append(f"</{SETS[role]}>")
    return "\n".join([*lines, "</mteval>", ""])


def wmt(versions: Mapping[tuple[str, str], Texts], set_name: str = "test") -> str:
    """Return WMT's XML, with all versions of a document together; keys are (role, name)."""
    lines = [f'<?xml version="1.0"?>\n<dataset id="{set_name}">\n<collection id="general">']
    tags = {
        "source": '<src lang="de">', "reference": "<ref translator=", "system": "<hyp system=",
    }  # fmt: skip
    documents_by_version = {key: documents(texts) for key, texts in versions.items()}
    for document in next(iter(documents_by_version.values())):
        lines.append(f"<doc id={quoteattr(document)}>")
        for (role, name), segments_by_document in documents_by_version.items():
            start = tags[role] if role == "source" else f"{tags[role]}{quoteattr(name)}>"
            end = f"</{tags[role][1:4]}>"
            lines.append(f"{start}<p>{_elements(segments_by_document[document])}</p>{end}")
        lines.append("</doc>")
    return "\n".join([*lines, "</collection></dataset>", ""])
