"""Pages with charts of comparisons in Chromium: charts are drawn, and labels do not overlap."""

from __future__ import annotations

import html
import json
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.news import REFERENCE, lines
from tests.requirements import missing, require_module
from truebleu import BLEU, TER, compare

LONG = "a-very-long-name-of-a-system-that-was-trained-on-everything-there-is.{:02}.txt"
# Returns the pairs of overlapping texts, once the charts are drawn.
WATCH = """<script>
const timer = setInterval(() => {
  const boxes = [...document.querySelectorAll('svg text')].flatMap((text) => {
    const lines = text.querySelectorAll('tspan');
    return [...(lines.length ? lines : [text])].map((line) => [line.textContent,
      line.getBoundingClientRect()]);
  }).filter(([said, box]) => said.trim() && box.width > 0);
  if (!boxes.length) return;
  clearInterval(timer);
  const hit = (a, b) => a.left + 1 < b.right && b.left + 1 < a.right
    && a.top + 2 < b.bottom && b.top + 2 < a.bottom;
  const over = [];
  boxes.forEach(([said, box], i) => boxes.slice(i + 1).forEach(([other, its]) => {
    if (said !== other && hit(box, its)) over.push([said, other]);
  }));
  document.body.setAttribute('data-found', JSON.stringify({texts: boxes.length, over}));
}, 50);
</script>"""


def browser() -> str:
    found = shutil.which("chromium") or shutil.which("chromium-browser")
    return found or missing("browser", "there is no Chromium")


def opened(page: Path, profile: Path) -> str:
    """Return the page's elements after its scripts have run, without a network."""
    command = [browser(), "--headless", "--no-sandbox", "--disable-gpu", "--dump-dom"]
    command += [f"--user-data-dir={profile}", "--host-resolver-rules=MAP * ~NOTFOUND"]
    command += ["--window-size=1400,2000", "--virtual-time-budget=8000", page.as_uri()]
    ran = subprocess.run(command, capture_output=True, timeout=120, check=True)
    return ran.stdout.decode()


@pytest.mark.parametrize("count", [2, 9])
def test_charts_are_drawn_and_labels_do_not_overlap(count: int, tmp_path: Path) -> None:
    require_module("altair", "viz")
    require_module("vl_convert", "viz")
    browser()
    medium, strong, weak = (lines(f"system.{name}.en.txt") for name in ("medium", "strong", "weak"))
    systems = {"medium": medium, "</script><b>": strong}
    for number in range(2, count):
        pairs = enumerate(zip(weak, strong, strict=True))
        systems[LONG.format(number)] = [b if i % number else a for i, (a, b) in pairs]
    comparison = compare(systems, REFERENCE, [BLEU(), TER()], trials=200, resamples=300)
    comparison.plot(tmp_path / "plot.html")
    page = (tmp_path / "plot.html").read_text(encoding="utf-8")
    watched = page.replace('<div id="plot"></div>', f'<div id="plot"></div>{WATCH}')
    (tmp_path / "watched.html").write_text(watched, encoding="utf-8")
    drawn = opened(tmp_path / "watched.html", tmp_path / "profile")
    match = re.search(r'data-found="([^"]*)"', drawn)
    assert match is not None, "no chart was drawn"
    result = json.loads(html.unescape(match[1]))
    assert result["texts"] > 20 * count
    assert result["over"] == []
    body = drawn.rsplit('<div id="plot"', 1)[1]
    assert body.count("Bootstrap distribution of the difference, 300 resamples</text>") == 2
    assert "<b>" not in body.split("<script>")[0]
