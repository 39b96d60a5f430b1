"""Measurements of the HTML report: writing time, file size, and loading time in a browser."""

from __future__ import annotations

import random
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from benchmarks import texts
from benchmarks.processes import MIB, TRUEBLEU, write_lines
from benchmarks.results import Figure, time_text
from benchmarks.timing import command

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

SYSTEMS = 10
SMALL = 2000
VISITS = 5
SECTION = "The report of ten systems, in a browser"
# Records the time when the page sets `data-ready`. Runs before the page's own script.
WATCH = """new MutationObserver((_, watch) => {
  if (document.documentElement?.dataset.ready !== "true") return;
  watch.disconnect();
  globalThis.readyAfter = performance.now();
}).observe(document, {subtree: true, childList: true, attributeFilter: ["data-ready"]});"""
PAINT = "() => performance.getEntriesByName('first-contentful-paint')[0].startTime"


def fields() -> list[list[bytes]]:
    """Return the lines of a source, a reference and ten systems.

    The tenth system is a human translation.
    """
    folder = texts.data_folder()
    if folder is None:
        text = texts.generated(2)
        sides = [*text.references, text.hypotheses]
        return [sides[number % len(sides)] for number in range(SYSTEMS + 2)]
    names = sorted(path.name for path in (folder / "wmt22").glob("en-de.sys.*.txt"))
    chosen = ["en-de.src.txt", "en-de.ref.A.txt", *names, "en-de.ref.B.txt"][: SYSTEMS + 2]
    return [texts.read(folder / "wmt22" / name) for name in chosen]


def lines_of(segments: int) -> list[list[bytes]]:
    """Return `segments` lines of each field; all lines are shuffled and appended repeatedly."""
    rows = list(zip(*fields(), strict=True))
    order = random.Random(12345)  # the same texts in every run
    grown: list[tuple[bytes, ...]] = []
    while len(grown) < segments:
        order.shuffle(rows)
        grown += rows
    return [list(field) for field in zip(*grown[:segments], strict=True)]


def report_command(folder: Path, segments: int, report: Path) -> list[str]:
    """Write the input files, and return the command that writes their report."""
    source, reference, *systems = lines_of(segments)
    paths = [write_lines(folder / f"system.{i}.txt", lines) for i, lines in enumerate(systems)]
    options = ["-r", write_lines(folder / "reference.txt", reference)]
    options += ["--source", write_lines(folder / "source.txt", source)]
    return [TRUEBLEU, "report", *paths, *options, "--output", str(report), "--quiet"]


def figures(folder: Path, segments: int) -> list[Figure]:
    """Measure a report of many segments and one of few; open the large one in a browser."""
    many = folder / "many.html"
    measured = [*write_figures(folder, segments, many, seconds=20, size=40)]
    measured += write_figures(folder, SMALL, folder / "few.html", seconds=1, size=1.5)
    chromium = shutil.which("chromium") or shutil.which("chromium-browser")
    return measured + browser_figures(chromium, many, segments) if chromium else measured


def write_figures(
    folder: Path, segments: int, report: Path, *, seconds: float, size: float
) -> Iterator[Figure]:
    """Yield the wall-clock time of writing a report, and the size of its file.

    `seconds` and `size` (megabytes) are the targets.
    """
    repetitions = 1 if segments > SMALL else 5
    spent = command(*report_command(folder, segments, report), repetitions=repetitions)
    label = f"{segments:,} segments"
    yield Figure(
        SECTION, f"{label}: written by `truebleu report`", float(spent.wall), "s",
        target=seconds, lower_is_better=True,
        detail=f"{time_text(spent.processor)} of processor, {spent.peak_memory / MIB:.0f} MiB",
    )  # fmt: skip
    yield Figure(
        SECTION, f"{label}: the file", report.stat().st_size / 1e6, "MB",
        target=size, lower_is_better=True,
    )  # fmt: skip


def browser_figures(chromium: str, report: Path, segments: int) -> list[Figure]:
    """Open a report several times, each time in a new context; return the medians."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        visits = [visit(browser, report) for _ in range(VISITS)]
        browser.close()
    paint, usable, heap = (sorted(measure)[VISITS // 2] for measure in zip(*visits, strict=True))
    label, detail = f"{segments:,} segments", f"median of {VISITS} visits"
    options: dict[str, Any] = {"lower_is_better": True, "detail": detail}
    return [
        Figure(SECTION, f"{label}: first paint", paint, "ms", target=300, **options),
        Figure(SECTION, f"{label}: ready to use", usable, "ms", target=1500, **options),
        Figure(SECTION, f"{label}: heap and buffers once ready", heap, "MB", target=150, **options),
    ]


def visit(browser: Browser, report: Path) -> tuple[float, float, float]:
    """Return the milliseconds until first paint and until ready, and the megabytes in use then."""
    context = browser.new_context(viewport={"width": 1400, "height": 900}, offline=True)
    try:
        page = context.new_page()
        page.add_init_script(WATCH)
        page.goto(report.as_uri(), wait_until="commit")
        page.wait_for_selector('html[data-ready="true"]', state="attached")
        page.wait_for_load_state("load")
        usable = float(page.evaluate("() => globalThis.readyAfter"))
        return float(page.evaluate(PAINT)), usable, memory_of(page)
    finally:
        context.close()


def memory_of(page: Page) -> float:
    """Return the megabytes of the JavaScript heap, the page's elements and array buffers."""
    session = page.context.new_cdp_session(page)
    session.send("HeapProfiler.collectGarbage")
    usage = session.send("Runtime.getHeapUsage")
    parts = ("usedSize", "embedderHeapUsedSize", "backingStorageSize")
    return sum(float(usage.get(part, 0)) for part in parts) / 1e6
