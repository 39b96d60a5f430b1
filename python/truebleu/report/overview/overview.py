"""The overview: what a reader sees first, and all that one sees without JavaScript."""

from __future__ import annotations

from typing import Any

from truebleu.display.html import (
    Html,
    element,
    joined,
    scrolling,
    signature_code,
    system_name,
    table,
)
from truebleu.report.data import ReportData
from truebleu.report.overview.difference import why
from truebleu.report.overview.leaderboard import leaderboard
from truebleu.report.overview.matrix import matrix
from truebleu.report.overview.score_calculation import making
from truebleu.wording import count

SHOWN = 5
"""Findings that are told at once; the rest is folded."""


def overview(data: ReportData) -> Html:
    """The overview as the page's main element."""
    return element(
        "main",
        element("h1", data.meta["title"], dir="auto"),
        element("p", _sizes(data), class_="ov-sizes"),
        _note(data),
        *_limits(data),
        _findings(data.meta["hygiene"]),
        element(
            "section",
            element("h2", "Systems", id="systems"),
            leaderboard(data),
            _signature(data),
            class_="ov-systems",
            aria_labelledby="systems",
        ),
        why(data),
        matrix(data),
        making(data),
        _origin(data.meta),
        element(
            "noscript",
            element(
                "p", "Everything else in this file (segments, documents, n-grams) needs JavaScript."
            ),
        ),
        id="overview",
    )


def _sizes(data: ReportData) -> str:
    meta = data.meta
    parts = [
        count(meta["segments"], "segment", grouped=True),
        count(len(data.systems), "system", grouped=True),
        count(meta["references"], "reference", grouped=True),
    ]
    if meta["documents"]:
        parts.append(count(len(meta["documents"]), "document", grouped=True))
    return " · ".join(parts)


def _note(data: ReportData) -> Html | None:
    note = data.meta["text"]["note"]
    return element("p", note, class_="ov-note") if note else None


def _limits(data: ReportData) -> list[Html]:
    """What the number of trials or resamples rules out."""
    compared = data.meta["comparison"]
    warnings = [] if compared is None else compared["warnings"]
    return [element("p", warning, class_="ov-note") for warning in warnings]


def _signature(data: ReportData) -> Html:
    rows = [("signature", str(data.systems[0].score.signature))]
    rows.append(("full signature", str(data.systems[0].score.signature.full())))
    rows += [
        (f"signature, {other.name}", str(other.systems[0].score.signature)) for other in data.others
    ]
    if data.settings is not None:
        rows.append(("comparison", str(data.settings)))
    return _definitions(rows, "ov-signatures")


def _definitions(rows: list[tuple[str, str]], kind: str) -> Html:
    parts = [
        joined(element("dt", name), element("dd", signature_code(text))) for name, text in rows
    ]
    return element("dl", *parts, class_=kind)


def _findings(found: list[dict[str, Any]]) -> Html | None:
    """What is wrong with the texts, the worst first; notes are folded with what is too much."""
    if not found:
        return None
    loud = [one for one in found if one["severity"] != "note"][:SHOWN]
    rest = [one for one in found if one not in loud]
    parts = [element("ul", *map(_finding, loud))] if loud else []
    if rest:
        more = f"{len(rest)} more data checks" if loud else f"{len(rest)} data checks"
        folded = element("details", element("summary", more), element("ul", *map(_finding, rest)))
        parts.append(folded)
    return element("div", *parts, class_="ov-findings")


def _finding(one: dict[str, Any]) -> Html:
    price = f" ({one['price']})" if one["price"] else ""
    where = system_name(", ".join(one["files"])) if one["files"] else None
    return element(
        "li",
        element("strong", one["severity"], class_=f"ov-severity-{one['severity']}"),
        " ",
        joined(where, ": ") if where else None,
        f"{one['message']}{price}",
    )


def _origin(meta: dict[str, Any]) -> Html:
    """How the numbers can be had again, and what the file holds."""
    told = meta["reproduce"]
    parts = [
        element("h2", "Reproducibility", id="origin"),
        element("p", told["paragraph"], class_="ov-paragraph"),
    ]
    if told["command"]:
        parts.append(element("pre", element("code", told["command"]), tabindex="0"))
    if told["files"]:
        parts.append(_files(told["files"]))
    parts.append(element("p", _contents(meta), class_="ov-about"))
    return element("section", *parts, class_="ov-origin", aria_labelledby="origin")


def _files(files: list[dict[str, Any]]) -> Html:
    heads = ("role", "file", "lines", "bytes", "SHA-256")
    head = element("tr", *(element("th", text, scope="col", class_="ov-text") for text in heads))
    rows = [
        element(
            "tr",
            element("td", file["role"], class_="ov-text"),
            element("td", system_name(file["name"]), class_="ov-text"),
            element("td", "" if file["lines"] is None else f"{file['lines']:,}"),
            element("td", "" if file["bytes"] is None else f"{file['bytes']:,}"),
            element("td", element("code", file["sha256"] or "not known"), class_="ov-text"),
        )
        for file in files
    ]
    return scrolling("The input files", table(head, rows))


def _contents(meta: dict[str, Any]) -> str:
    """What somebody hands on with this file."""
    every = "" if meta["segments"] == 1 else "all "
    held = [f"counts of {every}{count(meta['segments'], 'segment', grouped=True)}"]
    texts = meta["text"]["kept"]
    if texts:
        source = "source, " if meta["has_source"] else ""
        held.append(f"the texts of {texts:,} ({source}references, systems)")
        if len(meta["systems"]) > 1:
            held.append("the n-grams that part the systems")
    when = (
        f" It was written {meta['created']} by truebleu {meta['truebleu']}."
        if meta["created"]
        else ""
    )
    return f"This file holds {', '.join(held)}; it loads nothing and sends nothing.{when}"
