"""Calls of the page's scoring functions, and the data that they need."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

from tests.generators import decode, tally
from tests.report.web.browser import open_context
from tests.report.web.scripts import load
from truebleu import BLEU, References
from truebleu.metrics.base.preparation import Preparation
from truebleu.metrics.base.settings import CASE_NAMES
from truebleu.report.boundaries import FOLDS, boundaries, signs_of
from truebleu.report.input import metric_meta

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

NAMES = ["bleu", "exactSum", "tokens", "counting", "differences"]

MUCH = 300_000
"""Number of characters from which arguments are passed as a file."""


@contextmanager
def scoring_page(browser: Browser) -> Iterator[Page]:
    """Open an empty page with the scoring modules; check its record when it is closed."""
    context, watch = open_context(browser)
    page = context.new_page()
    load(page, NAMES)
    page.evaluate("""() => {
      const input = document.createElement("input");
      input.type = "file";
      document.body.append(input);
    }""")
    yield page
    context.close()
    watch.check()


def call_page(page: Page, script: str, arguments: Any) -> Any:
    """Return the result of a function of the page.

    Arguments and result are passed as JSON, large arguments in a file: the driver is several times
    slower for nested lists. Numbers must be finite.
    """
    text = json.dumps(arguments, allow_nan=False)
    of_text = f"(text) => JSON.stringify(({script})(JSON.parse(text)))"
    if len(text) < MUCH:
        return json.loads(page.evaluate(of_text, text))
    with TemporaryDirectory() as folder:
        path = Path(folder) / "given.json"
        path.write_text(text, encoding="ascii")
        page.set_input_files("input", path)
        reading = "document.querySelector('input').files[0].text()"
        return json.loads(page.evaluate(f"async () => ({of_text})(await {reading})"))


def page_settings(metric: BLEU) -> dict[str, Any]:
    """Return the settings of a metric, as the report's metadata have them."""
    return metric_meta(metric, metric.signature(references=1), tokens=False)


def tokens_of(metric: BLEU, texts: Sequence[str]) -> list[list[str]]:
    """Return the tokens that the metric counts in hypotheses."""
    prepared = Preparation(metric.tokenizer, metric.lowercase)
    return [list(map(str, tokens)) for tokens in prepared.segments(list(texts), tokens=False)]


class EncodedTokens:
    """Encoded tokens of texts as in a report: boundaries, lowercasing and tokenizer's signs."""

    def __init__(self, metric: BLEU, texts: Sequence[str]) -> None:
        self.case = CASE_NAMES[metric.lowercase]
        self.tokens = tokens_of(metric, texts)
        self.signs = signs_of(self.tokens)
        self.lines = [
            boundaries(text, tokens, FOLDS[self.case], self.signs)
            for text, tokens in zip(texts, self.tokens, strict=True)
        ]

    def arguments(self, texts: Sequence[Any]) -> list[Any]:
        """Return the arguments of the page's decoder: texts, boundaries, lowercasing and signs."""
        signs = {"begin": self.signs.begin, "inside": self.signs.inside}
        return [texts, self.lines, self.case, signs]


COUNTED = """([texts, lines, casing, signs, widths, order]) => {
  const all = texts.map((text, i) => tokens.of(text, lines[i], casing, signs).tokens);
  let at = 0;
  return widths.map((width) => {
    const [hypothesis, ...references] = all.slice(at, (at += width));
    const marks = counting.marks(hypothesis, references, order);
    const matched = (of) => of.filter((mark) => mark.status === "matched").length;
    return [hypothesis.length, ...marks.map(matched)];
  });
}"""


def count_in_page(
    page: Page, metric: BLEU, hypotheses: Sequence[str], references: Sequence[Sequence[str | None]]
) -> list[list[int]]:
    """Return the page's counts: tokens, and matches of each order; `references` by segment."""
    together = [
        [text, *(cell for cell in cells if cell is not None)]
        for text, cells in zip(hypotheses, references, strict=True)
    ]
    texts = [text for segment in together for text in segment]
    inputs = EncodedTokens(metric, texts).arguments(texts)
    widths = list(map(len, together))
    results: list[list[int]] = call_page(page, COUNTED, [*inputs, widths, metric.max_ngram_order])
    return results


def check_counts(
    page: Page, metric: BLEU, hypotheses: Sequence[str], references: Sequence[Sequence[str | None]]
) -> None:
    """Check that the page marks as many matches as the metric counts."""
    rows = metric.statistics(hypotheses, References.per_segment(references)).tolist()
    result = count_in_page(page, metric, hypotheses, references)
    tally.count("the page's counts", len(result))
    for text, row, ours in zip(hypotheses, rows, result, strict=True):
        assert ours == [row[0], *row[2 : 2 + metric.max_ngram_order]], text


def strings(seed: int, tape: int = 4000) -> Iterator[list[str]]:
    """Yield lists of random texts without end."""
    draw = Random(seed)
    while True:
        corpus = decode(draw.randbytes(tape))
        references = [text for each in corpus.references for text in each if text is not None]
        yield [*corpus.hypotheses, *references]
