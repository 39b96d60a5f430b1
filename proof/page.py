"""The verification log, target/proof-VERSION.md, written from the results of the stages."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from proof.records import RESULTS, ROOT, Record, Result, load
from proof.stages import STAGES, Stage
from truebleu import __version__

PAGE = ROOT / "target" / f"proof-{__version__}.md"
HEAD = """# Verification log

What `make proof` tried, how often, and the outcome. One stage runs by
`make proof PROOF_ARGS="--only NAME"`, and a smaller run by `--scale 0.01`. The data of this page is
in [proof/results](../proof/results); each stage is a module of that name in [proof](../proof). *The
program* is the commit that last changed it. A seed reproduces the same cases."""


WORDS = {True: "as expected", False: "**failed**", None: ""}


def duration(seconds: float) -> str:
    """Return a duration in words, in tenths of a second below ten seconds."""
    if seconds < 10:
        return f"{seconds:.1f} s"
    minutes, last_seconds = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    parts = [(hours, "h"), (minutes, "min"), (last_seconds, "s")]
    return " ".join(f"{number} {unit}" for number, unit in parts if number)


def size(result: Result) -> str:
    planned = "full" if result.scale == 1 else f"{100 * result.scale:g} % of full"
    return planned if result.finished else f"less than {planned}"


def verdict(result: Result) -> str:
    if result.failed:
        return WORDS[False]
    return WORDS[True] if result.ok else "**cut short**"


def cell(text: str) -> str:
    """Return a text that fits into one cell of a Markdown table."""
    return text.replace("|", "\\|").replace("\n", " ")


def row(record: Record) -> str:
    seed = "" if record.seed is None else str(record.seed)
    tried = f"{record.tried:,} {record.unit}"
    cells = (
        record.name,
        tried,
        record.outcome,
        record.verdict or WORDS[record.ok],
        seed,
        duration(record.seconds),
    )
    return "| " + " | ".join(map(cell, cells)) + " |"


def kinds(record: Record) -> list[str]:
    """Return a sentence with the number of cases by kind."""
    counts = ", ".join(f"{count:,} {kind}" for kind, count in record.counts.items())
    return [f"{record.name}: {counts}."] if counts else []


def section(stage: Stage, result: Result | None) -> str:
    """Return the section of a stage: description, date, records and notes."""
    head = f"## {stage.title}\n\n{stage.about}"
    if result is None:
        return f"{head}\n\n**Not yet run.**"
    facts = "; ".join(f"{key} {value}" for key, value in result.facts.items())
    run = f"`{stage.name}`, size: {size(result)}; {duration(result.seconds)}; {facts}."
    if not result.finished:
        run += " **The run was interrupted; the table has the records so far.**"
    lines = ["| trial | repetitions | outcome | | seed | time |", "|---|---:|---|---|---:|---:|"]
    lines += map(row, result.records)
    notes = [f"- {note}" for record in result.records for note in (*kinds(record), *record.notes)]
    return "\n\n".join([head, run, "\n".join(lines), *(["\n".join(notes)] if notes else [])])


def summary(results: Sequence[tuple[Stage, Result | None]]) -> str:
    lines = ["| stage | | size | records | time | date |", "|---|---|---|---:|---:|---|"]
    for stage, result in results:
        name = f"[{stage.title}](#{anchor(stage.title)})"
        if result is None:
            lines.append(f"| {name} | **not yet run** | | | | |")
            continue
        good = len(result.records) - len(result.failed)
        cells = (
            name,
            verdict(result),
            size(result),
            f"{good} of {len(result.records)}",
            duration(result.seconds),
            result.facts.get("date", ""),
        )
        lines.append("| " + " | ".join(cells) + " |")
    return "\n".join(lines)


def anchor(title: str) -> str:
    """Return the anchor of a heading in Markdown."""
    kept = "".join(c for c in title.lower() if c.isalnum() or c in " -_")
    return kept.replace(" ", "-")


def document(folder: Path = RESULTS, stages: Sequence[Stage] = STAGES) -> str:
    """Return the log as Markdown."""
    results = [(stage, load(stage.name, folder)) for stage in stages]
    sections = [section(stage, result) for stage, result in results]
    return "\n\n".join([HEAD, summary(results), *sections]) + "\n"
