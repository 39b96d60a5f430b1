"""Reference pages that exist only on the site: presets, data checks and the verification log."""

from __future__ import annotations

from proof.page import document
from tools.check_thresholds import thresholds
from truebleu.checks.kinds import KINDS, Kind
from truebleu.metrics.conventions import CONVENTIONS


def reference_pages() -> dict[str, str]:
    """Return the generated pages by file name."""
    return {
        "presets.md": presets(),
        "data-checks.md": data_checks(),
        "verification-log.md": document(),
    }


def presets() -> str:
    """Return the page of presets: source, settings and citation of each."""
    lines = [
        "# Presets",
        (
            "A preset (`convention=`, `--convention`) reproduces another tool's scores. "
            "See [Match another tool's BLEU score](../docs/how-to/match-another-tool.md)."
        ),
    ]
    for name, preset in CONVENTIONS.items():
        lines += [f"## {name}", preset.summary, f"Source: {preset.source}"]
        if preset.citation:
            lines.append(f"Citation: {preset.citation}")
        for metric, settings in preset.own_settings.items():
            values = ", ".join(f"`{key}={value!r}`" for key, value in settings.items())
            lines.append(f"Settings of {metric}: {values}")
    return "\n\n".join(line for line in lines if line) + "\n"


def data_checks() -> str:
    """Return the page of data checks: each kind with its message, fix and threshold."""
    rows = ["| kind | severity | message | fix |", "|---|---|---|---|"]
    rows += [
        f"| `{kind.name}` | {kind.severity} | {cell(message(kind))} | {cell(kind.advice)} |"
        for kind in KINDS.values()
    ]
    head = (
        "# Data checks\n\nKinds of issues that `truebleu check` and `check()` report. `{...}` is "
        "filled in. See [Check input files](../docs/how-to/check-data-and-ci.md)."
    )
    return "\n\n".join([head, "\n".join(rows), thresholds()])


def message(kind: Kind) -> str:
    """Return the template of a kind's message for several segments."""
    text = kind.plural or kind.message
    return text.replace("{verb}", "are").replace("{contain}", "contain")


def cell(text: str) -> str:
    """Escape a text for a table cell."""
    return text.replace("|", "\\|").replace("<", "&lt;").replace("\n", " ")
