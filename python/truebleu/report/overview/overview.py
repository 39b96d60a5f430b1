"""The overview of a report: its first screen, and the only one that works without JavaScript."""

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
from truebleu.report.overview.difference import difference_section
from truebleu.report.overview.leaderboard import leaderboard
from truebleu.report.overview.matrix import matrix
from truebleu.report.overview.score_calculation import score_calculation
from truebleu.wording import count

MAX_SHOWN = 5
"""Maximum number of findings that are visible at first. The others are in a collapsed list."""


def overview(data: ReportData) -> Html:
    """Return the overview of a report, as the `main` element of the page."""
    return element(
        "main",
        element("h1", data.meta["title"], dir="auto"),
        element("p", _sizes(data), class_="ov-sizes"),
        _note(data),
        *_limits(data),
        _findings(data.meta["findings"]),
        element(
            "section",
            element("h2", "Systems", id="systems"),
            leaderboard(data),
            _signature(data),
            class_="ov-systems",
            aria_labelledby="systems",
        ),
        difference_section(data),
        matrix(data),
        score_calculation(data),
        _origin(data.meta),
        element(
            "noscript",
            element("p", "The other screens (segments, documents, n-grams) require JavaScript."),
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
    compared = data.meta["comparison"]
    warnings = [] if compared is None else compared["warnings"]
    return [element("p", warning, class_="ov-note") for warning in warnings]


def _signature(data: ReportData) -> Html:
    rows = [("signature", str(data.systems[0].score.signature))]
    rows.append(("full signature", str(data.systems[0].score.signature.full())))
    rows += [
        (f"signature, {extra.name}", str(extra.systems[0].score.signature)) for extra in data.others
    ]
    if data.settings is not None:
        rows.append(("comparison", str(data.settings)))
    return _definitions(rows, "ov-signatures")


def _definitions(rows: list[tuple[str, str]], kind: str) -> Html:
    parts = [
        joined(element("dt", name), element("dd", signature_code(text))) for name, text in rows
    ]
    return element("dl", *parts, class_=kind)


def _findings(findings: list[dict[str, Any]]) -> Html | None:
    """Return the list of the data checks' findings; None if there are none.

    The first `MAX_SHOWN` errors and warnings are visible at once. All other findings are in a
    collapsed list.
    """
    if not findings:
        return None
    warnings = [finding for finding in findings if finding["severity"] != "note"][:MAX_SHOWN]
    hidden = [finding for finding in findings if finding not in warnings]
    parts = [element("ul", *map(_finding, warnings))] if warnings else []
    if hidden:
        label = count(len(hidden), "more issue" if warnings else "issue")
        folded = element(
            "details", element("summary", label), element("ul", *map(_finding, hidden))
        )
        parts.append(folded)
    return element("div", *parts, class_="ov-findings")


def _finding(finding: dict[str, Any]) -> Html:
    impact = f" ({finding['impact_text']})" if finding["impact_text"] else ""
    where = system_name(", ".join(finding["files"])) if finding["files"] else None
    return element(
        "li",
        element("strong", finding["severity"], class_=f"ov-severity-{finding['severity']}"),
        " ",
        joined(where, ": ") if where else None,
        f"{finding['message']}{impact}",
    )


def _origin(meta: dict[str, Any]) -> Html:
    reproduce = meta["reproduce"]
    parts = [
        element("h2", "Reproducibility", id="origin"),
        element("p", reproduce["paragraph"], class_="ov-paragraph"),
    ]
    if reproduce["command"]:
        parts.append(element("pre", element("code", reproduce["command"]), tabindex="0"))
    if reproduce["files"]:
        parts.append(_files(reproduce["files"]))
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
            element("td", element("code", file["sha256"] or "unknown"), class_="ov-text"),
        )
        for file in files
    ]
    return scrolling("The input files", table(head, rows))


def _contents(meta: dict[str, Any]) -> str:
    """Return a sentence about the contents of the report's file.

    It tells users what the file reveals if they share it.
    """
    every = "" if meta["segments"] == 1 else "all "
    contents = [f"counts of {every}{count(meta['segments'], 'segment', grouped=True)}"]
    texts = meta["text"]["kept"]
    if texts:
        source = "source, " if meta["has_source"] else ""
        contents.append(f"the texts of {texts:,} ({source}references, systems)")
        if len(meta["systems"]) > 1:
            contents.append("n-grams that distinguish the systems")
    when = (
        f" It was written {meta['created']} by truebleu {meta['truebleu']}."
        if meta["created"]
        else ""
    )
    return f"This file contains {', '.join(contents)}. It loads and sends nothing.{when}"
