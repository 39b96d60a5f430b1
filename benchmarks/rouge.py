"""ROUGE from `list[str]` in Python, against Google's rouge-score."""

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
        theirs = rouge_score(text, kind, stem="stem" in settings)
        metric: Any = ROUGE(**settings)
        ours = warm(metric, text, method="segment_scores")
        found.append(
            ratio(
                section, f"rouge-score, {name}, warm strings", ours, theirs, target=TARGET,
                goal=GOAL,
            )
        )  # fmt: skip
    return found


def rouge_score(text: Text, kind: str, *, stem: bool) -> Least:
    """Give rouge-score's least seconds for all segments."""
    from rouge_score.rouge_scorer import RougeScorer

    scorer = RougeScorer([kind], use_stemmer=stem)

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
