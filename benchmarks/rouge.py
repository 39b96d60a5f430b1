"""ROUGE from `list[str]` in Python, against Google's rouge-score and against rouge-score-rs."""

from __future__ import annotations

from typing import Any

from benchmarks import texts
from benchmarks.peers import SECONDS, fresh
from benchmarks.results import Figure, Least, ratio
from benchmarks.strings import warm
from benchmarks.texts import Text
from benchmarks.timing import least

# What is printed, ours, rouge-score's type and stemmer, and whether segments are summaries.
KINDS: tuple[tuple[str, dict[str, Any], str, bool], ...] = (
    ("ROUGE-1", {"variant": "1"}, "rouge1", False),
    ("ROUGE-2", {"variant": "2"}, "rouge2", False),
    ("ROUGE-L", {"variant": "L"}, "rougeL", False),
    ("ROUGE-1 with stems", {"variant": "1", "stem": True}, "rouge1", False),
    ("ROUGE-L of summaries", {"variant": "L"}, "rougeL", True),
    ("ROUGE-Lsum of summaries", {"variant": "Lsum"}, "rougeLsum", True),
    ("ROUGE-Lsum of summaries, with stems", {"variant": "Lsum", "stem": True}, "rougeLsum", True),
)
TARGET, GOAL = 40, 150
# Counted together: against rouge-score, and with stems or without against rouge-score-rs.
VARIANTS = ("1", "2", "L", "Lsum")
TYPES = [f"rouge{variant}" for variant in VARIANTS]
TOGETHER, COMPILED = 150, {False: 4, True: 3}
LINES = 4  # of a summary
SEGMENTS = 1500  # rouge-score takes minutes for all


def figures() -> list[Figure]:
    from truebleu import ROUGE, _native

    section = f"ROUGE, from list[str] ({_native.active_kernel()} kernel)"
    text = texts.ascii_text()
    given = {False: part(text), True: part(summaries(text))}
    found = []
    for name, settings, kind, grouped in KINDS:
        text = given[grouped]
        theirs = rouge_score(text, [kind], stem="stem" in settings)
        metric: Any = ROUGE(**settings)
        ours = warm(metric, text, method="segment_scores")
        found.append(
            ratio(
                section, f"rouge-score, {name}, warm strings", ours, theirs, target=TARGET,
                goal=GOAL,
            )
        )  # fmt: skip
    for stem in (False, True):
        found += together(section, given[False], "", stem=stem)
        found += together(section, given[True], " of summaries", stem=stem)
    return found


def together(section: str, text: Text, of_what: str, *, stem: bool) -> list[Figure]:
    """Measure four variants at once."""
    from truebleu import ROUGEVariants

    ours = warm(ROUGEVariants(VARIANTS, stem=stem), text, method="segment_scores")
    what = f"ROUGE-1, -2, -L and -Lsum{of_what}{', with stems' if stem else ''}, warm strings"
    theirs = rouge_score(text, TYPES, stem=stem)
    compiled = rouge_score_rs(text, TYPES, stem=stem)
    return [
        ratio(section, f"rouge-score, {what}", ours, theirs, target=TOGETHER),
        ratio(section, f"rouge-score-rs, {what}", ours, compiled, target=COMPILED[stem]),
    ]


def rouge_score_rs(text: Text, kinds: list[str], *, stem: bool) -> Least:
    """Give the least seconds of rouge-score-rs for all segments, on one thread."""
    from rouge_score_rs.rouge_scorer import RougeScorer

    scorer = RougeScorer(kinds, use_stemmer=stem)
    hypotheses, references = fresh(text)
    return least(
        lambda _: scorer.score_batch(references[0], hypotheses), lambda: None, seconds=SECONDS
    )


def rouge_score(text: Text, kinds: list[str], *, stem: bool) -> Least:
    """Give rouge-score's least seconds for all segments."""
    from rouge_score.rouge_scorer import RougeScorer

    scorer = RougeScorer(kinds, use_stemmer=stem)

    def run(given: tuple[list[str], list[list[str]]]) -> None:
        hypotheses, references = given
        for reference, hypothesis in zip(references[0], hypotheses, strict=True):
            scorer.score(reference, hypothesis)

    return least(run, lambda: fresh(text), seconds=SECONDS)


def part(text: Text) -> Text:
    """Keep the first segments."""
    kept = [stream[:SEGMENTS] for stream in text.references]
    return Text(f"{text.name}, {SEGMENTS} segments", text.hypotheses[:SEGMENTS], kept)


def summaries(text: Text) -> Text:
    """Put the segments together to summaries of some lines."""

    def grouped(lines: list[bytes]) -> list[bytes]:
        return [b"\n".join(lines[at : at + LINES]) for at in range(0, len(lines), LINES)]

    references = [grouped(stream) for stream in text.references]
    return Text(f"{text.name}, {LINES} lines together", grouped(text.hypotheses), references)
