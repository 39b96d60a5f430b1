"""The page's scoring where a test can call it, and what it is told of a metric."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

from tests.generators import decode
from tests.web.browser import watched
from tests.web.scripts import load
from truebleu import BLEU
from truebleu.report.metric import metric_meta

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

FILES = [
    "sums.js",
    "decomposition.js",
    "bleu.js",
    "lowercase.js",
    "lowering.js",
    "tokenize.js",
    "aligning.js",
    "counting.js",
    "highlight.js",
    "differences.js",
]
NAMES = ["bleu", "exactSum", "tokenize", "alignTokens", "countSegment", "counting", "differences"]

MUCH = 300_000
"""Characters that are worth a file."""


@contextmanager
def scoring_page(browser: Browser) -> Iterator[Page]:
    """Open an empty page that has the scoring files, and nothing to say when it is closed."""
    context, watch = watched(browser)
    page = context.new_page()
    load(page, FILES, NAMES)
    page.evaluate("""() => {
      const input = document.createElement("input");
      input.type = "file";
      document.body.append(input);
    }""")
    yield page
    context.close()
    watch.hold()


def asked(page: Page, script: str, given: Any) -> Any:
    """What a function of the page says of what it is given.

    Both ways it is one text of JSON, and much of it goes as a file: handing over nested lists as
    such takes the driver several times as long. Numbers are finite.
    """
    text = json.dumps(given, allow_nan=False)
    of_text = f"(text) => JSON.stringify(({script})(JSON.parse(text)))"
    if len(text) < MUCH:
        return json.loads(page.evaluate(of_text, text))
    with TemporaryDirectory() as folder:
        path = Path(folder) / "given.json"
        path.write_text(text, encoding="ascii")
        page.set_input_files("input", path)
        reading = "document.querySelector('input').files[0].text()"
        return json.loads(page.evaluate(f"async () => ({of_text})(await {reading})"))


def told(metric: BLEU) -> dict[str, Any]:
    """What the page is told of a metric."""
    return metric_meta(metric, metric.signature(references=1), tokens=False)


def strings(seed: int, tape: int = 4000) -> Iterator[list[str]]:
    """Made-up texts without end, some hundred at a time."""
    draw = Random(seed)
    while True:
        corpus = decode(draw.randbytes(tape))
        given = [text for each in corpus.references for text in each if text is not None]
        yield [*corpus.hypotheses, *given]
