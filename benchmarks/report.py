"""The report: how fast it is written, how large it is, and how soon a browser can show it."""

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
# Run before the page's own script: when the page calls itself ready.
WATCH = """new MutationObserver((_, watch) => {
  if (document.documentElement?.dataset.ready !== "true") return;
  watch.disconnect();
  globalThis.readyAfter = performance.now();
}).observe(document, {subtree: true, childList: true, attributeFilter: ["data-ready"]});"""
PAINT = "() => performance.getEntriesByName('first-contentful-paint')[0].startTime"


def fields() -> list[list[bytes]]:
    """Give a source, a reference and ten systems of the same lines; people are the tenth."""
    folder = texts.data_folder()
    if folder is None:
        text = texts.generated(2)
        sides = [*text.references, text.hypotheses]
        return [sides[number % len(sides)] for number in range(SYSTEMS + 2)]
    names = sorted(path.name for path in (folder / "wmt22").glob("en-de.sys.*.txt"))
    chosen = ["en-de.src.txt", "en-de.ref.A.txt", *names, "en-de.ref.B.txt"][: SYSTEMS + 2]
    return [texts.read(folder / "wmt22" / name) for name in chosen]


def lines_of(segments: int) -> list[list[bytes]]:
    """Give so many lines of each field, shuffled anew each round; only the last rounds repeat."""
    rows = list(zip(*fields(), strict=True))
    order = random.Random(12345)  # the same texts in every run
    grown: list[tuple[bytes, ...]] = []
    while len(grown) < segments:
        order.shuffle(rows)
        grown += rows
    return [list(field) for field in zip(*grown[:segments], strict=True)]


def words(folder: Path, segments: int, report: Path) -> list[str]:
    """Write the files, and give the command that makes a report of them."""
    source, reference, *systems = lines_of(segments)
    named = [write_lines(folder / f"system.{at}.txt", one) for at, one in enumerate(systems)]
    told = ["-r", write_lines(folder / "reference.txt", reference)]
    told += ["--source", write_lines(folder / "source.txt", source)]
    return [TRUEBLEU, "report", *named, *told, "--output", str(report), "--quiet"]


def figures(folder: Path, segments: int) -> list[Figure]:
    """Measure the report of many segments and of few, and the first of them in a browser."""
    many = folder / "many.html"
    made = [*written(folder, segments, many, seconds=20, size=40)]
    made += written(folder, SMALL, folder / "few.html", seconds=1, size=1.5)
    found = shutil.which("chromium") or shutil.which("chromium-browser")
    return made + shown(found, many, segments) if found else made


def written(
    folder: Path, segments: int, report: Path, *, seconds: float, size: float
) -> Iterator[Figure]:
    """Measure the command by the clock, and what it wrote."""
    spent = command(*words(folder, segments, report), repetitions=1 if segments > SMALL else 5)
    what = f"{segments:,} segments"
    yield Figure(
        SECTION, f"{what}: written by `truebleu report`", float(spent.wall), "s",
        target=seconds, less_is_better=True,
        detail=f"{time_text(spent.processor)} of processor, {spent.peak_memory / MIB:.0f} MiB",
    )  # fmt: skip
    yield Figure(
        SECTION, f"{what}: the file", report.stat().st_size / 1e6, "MB",
        target=size, less_is_better=True,
    )  # fmt: skip


def shown(chromium: str, report: Path, segments: int) -> list[Figure]:
    """Open a report several times, each in a context of its own: the middle of each measure."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        visits = [visit(browser, report) for _ in range(VISITS)]
        browser.close()
    paint, ready, heap = (sorted(measure)[VISITS // 2] for measure in zip(*visits, strict=True))
    what, detail = f"{segments:,} segments", f"the middle of {VISITS} visits"
    rest: dict[str, Any] = {"less_is_better": True, "detail": detail}
    return [
        Figure(SECTION, f"{what}: first paint", paint, "ms", target=300, **rest),
        Figure(SECTION, f"{what}: ready to use", ready, "ms", target=1500, **rest),
        Figure(SECTION, f"{what}: heap and buffers once ready", heap, "MB", target=150, **rest),
    ]


def visit(browser: Browser, report: Path) -> tuple[float, float, float]:
    """Give milliseconds to the first paint and until ready, and megabytes held then."""
    context = browser.new_context(viewport={"width": 1400, "height": 900}, offline=True)
    try:
        page = context.new_page()
        page.add_init_script(WATCH)
        page.goto(report.as_uri(), wait_until="commit")
        page.wait_for_selector('html[data-ready="true"]', state="attached")
        page.wait_for_load_state("load")
        ready = float(page.evaluate("() => globalThis.readyAfter"))
        return float(page.evaluate(PAINT)), ready, held(page)
    finally:
        context.close()


def held(page: Page) -> float:
    """Megabytes of JavaScript's heap, of the elements, and of the buffers behind arrays."""
    session = page.context.new_cdp_session(page)
    session.send("HeapProfiler.collectGarbage")
    usage = session.send("Runtime.getHeapUsage")
    parts = ("usedSize", "embedderHeapUsedSize", "backingStorageSize")
    return sum(float(usage.get(part, 0)) for part in parts) / 1e6
