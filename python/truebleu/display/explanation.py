"""Explanations as pages for people: text in columns, or Markdown."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from textwrap import wrap
from typing import Any

from truebleu.display.explanation_tables import (
    ahead_table,
    difference_table,
    effects_table,
    factor_table,
    losses_table,
    marked,
    number,
    order_table,
    others_table,
    settings_table,
    settings_without_effect,
    signed,
)
from truebleu.display.formats import View, fenced
from truebleu.display.html import Html
from truebleu.display.notebook import explanation_html
from truebleu.display.table import Table, as_markdown, as_text, display_width
from truebleu.explanation.results import Contrast, Explanation
from truebleu.wording import visible

FORMATS = ("text", "json", "markdown")
"""Those for people are text and markdown; json holds every number in full."""

WIDTH = 100
KINDS = (
    ("most_invented", "Invented: in no reference of their segment"),
    ("most_clipped", "Clipped: more often than any reference has them"),
    ("most_missing", "Missing: in a reference, and not in the hypothesis as often"),
)


class _Section:
    """A part of a page: a heading, sentences, a table, or lines that stay as they are."""

    def __init__(
        self,
        heading: str,
        *sentences: str,
        table: Table | None = None,
        lines: Iterable[str] = (),
        small: bool = False,
    ) -> None:
        self.heading = heading
        self.sentences = sentences
        self.table = table
        self.lines = list(lines)
        self.small = small


# The page


def _sections(explanation: Explanation) -> Iterator[_Section]:
    if explanation.marks is not None:
        yield from _segment(explanation)
    yield _made(explanation)
    if explanation.contrast is not None:
        yield from _contrast(explanation, explanation.contrast)
    if explanation.advice:
        yield _Section("Advice", *(f"- {advice.text}" for advice in explanation.advice))
    yield from _ngrams(explanation)
    if explanation.segment is None:
        yield from _segments(explanation)
    if explanation.settings:
        yield _Section(
            "What other settings would give",
            "One setting is changed at a time, and the score computed anew.",
            *settings_without_effect(explanation),
            table=settings_table(explanation),
        )


def _made(explanation: Explanation) -> _Section:
    score = explanation.score
    lost = number(explanation.breakdown.lost, score)
    return _Section(
        f"How the score is made: {lost} points are lost",
        "BLEU is a product, so its logarithm is a sum: points are divided in the proportion of "
        "the logarithms, and add up exactly.",
        table=factor_table(explanation),
    )


def _contrast(explanation: Explanation, contrast: Contrast) -> Iterator[_Section]:
    gap = signed(contrast.difference.points, explanation.score)
    yield _Section(
        f"Against {contrast.name}: {gap} points",
        table=difference_table(explanation.name, contrast),
    )
    for kind, heading in (
        ("ahead", f"N-grams that {explanation.name} matches more often"),
        ("behind", f"N-grams that {contrast.name} matches more often"),
    ):
        table = ahead_table(explanation, contrast, kind)
        if table is not None:
            yield _Section(heading, table=table, small=True)
    if explanation.segment is None:
        for effects, heading in (
            (contrast.gaining, f"Segments that speak for {explanation.name}"),
            (contrast.losing, f"Segments that speak for {contrast.name}"),
        ):
            if effects:
                yield _Section(
                    heading,
                    "Effect: the difference less what it is without the segment.",
                    table=others_table(explanation, effects),
                    small=True,
                )


def _ngrams(explanation: Explanation) -> Iterator[_Section]:
    yield _Section(
        "N-grams that cost most",
        "Points are what the score would gain if these had matched, all else the same.",
        *explanation.notes,
        table=order_table(explanation),
    )
    for kind, heading in KINDS:
        table = losses_table(explanation, kind)
        if table is not None:
            yield _Section(heading, table=table, small=True)


def _segments(explanation: Explanation) -> Iterator[_Section]:
    found = explanation.segments
    if found.count < 2:
        return
    if found.lowering or found.raising:
        yield _Section(
            "Segments that move the score",
            "Effect: the score less what it is without the segment.",
            table=effects_table(explanation, (*found.lowering, *found.raising[::-1])),
        )
    yield _Section("The worst segments", table=effects_table(explanation, found.worst), small=True)
    yield _Section("The best", table=effects_table(explanation, found.best), small=True)


def _segment(explanation: Explanation) -> Iterator[_Section]:
    this = explanation.effect
    if this is not None and this.effect is not None:
        effect = signed(this.effect, explanation.score)
        without = number(this.without or 0.0, explanation.score)
        yield _Section(
            f"Segment {explanation.segment} of {explanation.segments.count}",
            f"It moves the corpus score by {effect}: without it, that is {without}.",
        )
    if explanation.marks is not None:
        yield _Section(
            "Token by token",
            "Under each token: the length of the longest matched n-gram that it is part of; "
            "- in no reference; ! more often than a reference has it.",
            lines=marked(explanation.marks),
        )
    contrast = explanation.contrast
    if contrast is not None and contrast.marks is not None:
        yield _Section(contrast.name, lines=marked(contrast.marks, references=False), small=True)


# Formats


def _head(explanation: Explanation) -> str:
    where = "" if explanation.segment is None else f", segment {explanation.segment}"
    return f"{explanation.name}{where}: {explanation.score}"


def _as_text(explanation: Explanation, sections: Iterable[_Section]) -> Iterator[str]:
    yield _head(explanation)
    yield from wrap(explanation.reason, WIDTH, break_on_hyphens=False)
    for section in sections:
        yield ""
        if section.heading:
            yield section.heading
        if not section.small:
            yield "-" * display_width(section.heading)
        for sentence in section.sentences:
            hanging = "  " if sentence.startswith("- ") else ""
            yield from wrap(sentence, WIDTH, subsequent_indent=hanging, break_on_hyphens=False)
        yield from section.lines
        if section.table is not None:
            yield from as_text(section.table)
    yield ""
    yield f"signature: {explanation.score.signature}"


def _as_markdown(explanation: Explanation, sections: Iterable[_Section]) -> Iterator[str]:
    yield f"# {_words(_head(explanation))}"
    yield ""
    yield _words(explanation.reason)
    for section in sections:
        if section.heading:
            yield ""
            yield f"{'###' if section.small else '##'} {_words(section.heading)}"
        for sentence in section.sentences:
            if not sentence.startswith("- ") or sentence is section.sentences[0]:
                yield ""
            yield _words(sentence)
        if section.lines:
            yield from ("", *fenced(section.lines))
        if section.table is not None:
            yield ""
            yield from as_markdown(section.table)
    yield ""
    yield f"signature: `{explanation.score.signature}`"


def _words(text: str) -> str:
    """Words that Markdown shows as they are: names may hold what is markup."""
    text = visible(text)
    for mark in "\\`<":
        text = text.replace(mark, "\\" + mark)
    return text


class ExplanationView(View):
    """Why a score is what it is, as a page."""

    formats = FORMATS

    def text(self) -> Iterable[str]:
        """Give a page in columns."""
        # Names of files may hold anything, too.
        return map(visible, _as_text(self.value, _sections(self.value)))

    def markdown(self) -> Iterable[str]:
        """Give the same page in Markdown."""
        return map(visible, _as_markdown(self.value, _sections(self.value)))

    def html(self) -> Html:
        """Return the begin of the page: the rest is long, and there."""
        return explanation_html(self.value)

    def summary(self) -> dict[str, Any]:
        """Return the reason and the score."""
        found: Explanation = self.value
        return {"kind": "explanation", "reason": found.reason, "score": found.score.to_dict()}
