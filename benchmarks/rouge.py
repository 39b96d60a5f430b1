"""Speed of ROUGE from `list[str]`, compared with Google's rouge-score and rouge-score-rs."""

from __future__ import annotations

from typing import Any

from benchmarks import texts
from benchmarks.peers import SECONDS, fresh
from benchmarks.results import Figure, MinTime, ratio
from benchmarks.strings import warm
from benchmarks.texts import Text
from benchmarks.timing import min_time

# Label, settings of `ROUGE`, name in rouge-score, and whether a segment is a summary of lines.
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
# Scored in one call.
VARIANTS = ("1", "2", "L", "Lsum")
TYPES = [f"rouge{variant}" for variant in VARIANTS]
# Targets for one call: over rouge-score, and over rouge-score-rs without and with stems.
TOGETHER, COMPILED = 150, {False: 4, True: 3}
LINES = 4  # lines of a summary
SEGMENTS = 1500  # rouge-score takes minutes for all segments


def figures() -> list[Figure]:
    from truebleu import ROUGE, _native

    section = f"ROUGE, from list[str] ({_native.active_kernel()} kernel)"
    text = texts.ascii_text()
    inputs = {False: first_segments(text), True: first_segments(summaries(text))}
    measured = []
    for name, settings, kind, grouped in KINDS:
        text = inputs[grouped]
        theirs = rouge_score(text, [kind], stem="stem" in settings)
        metric: Any = ROUGE(**settings)
        ours = warm(metric, text, method="segment_scores")
        measured.append(
            ratio(
                section, f"rouge-score, {name}, warm strings", ours, theirs, target=TARGET,
                goal=GOAL,
            )
        )  # fmt: skip
    for stem in (False, True):
        measured += together(section, inputs[False], "", stem=stem)
        measured += together(section, inputs[True], " of summaries", stem=stem)
    return measured


def together(section: str, text: Text, suffix: str, *, stem: bool) -> list[Figure]:
    """Return the speedups for four variants in one call; `suffix` completes the label."""
    from truebleu import ROUGEVariants

    ours = warm(ROUGEVariants(VARIANTS, stem=stem), text, method="segment_scores")
    label = f"ROUGE-1, -2, -L and -Lsum{suffix}{', with stems' if stem else ''}, warm strings"
    theirs = rouge_score(text, TYPES, stem=stem)
    compiled = rouge_score_rs(text, TYPES, stem=stem)
    return [
        ratio(section, f"rouge-score, {label}", ours, theirs, target=TOGETHER),
        ratio(section, f"rouge-score-rs, {label}", ours, compiled, target=COMPILED[stem]),
    ]


def rouge_score_rs(text: Text, kinds: list[str], *, stem: bool) -> MinTime:
    """Return rouge-score-rs's shortest time for all segments, on one thread."""
    from rouge_score_rs.rouge_scorer import RougeScorer

    scorer = RougeScorer(kinds, use_stemmer=stem)
    hypotheses, references = fresh(text)
    return min_time(
        lambda _: scorer.score_batch(references[0], hypotheses), lambda: None, seconds=SECONDS
    )


def rouge_score(text: Text, kinds: list[str], *, stem: bool) -> MinTime:
    """Return rouge-score's shortest time for all segments."""
    from rouge_score.rouge_scorer import RougeScorer

    scorer = RougeScorer(kinds, use_stemmer=stem)

    def run(pair: tuple[list[str], list[list[str]]]) -> None:
        hypotheses, references = pair
        for reference, hypothesis in zip(references[0], hypotheses, strict=True):
            scorer.score(reference, hypothesis)

    return min_time(run, lambda: fresh(text), seconds=SECONDS)


def first_segments(text: Text) -> Text:
    """Return the first `SEGMENTS` segments."""
    references = [stream[:SEGMENTS] for stream in text.references]
    return Text(f"{text.name}, {SEGMENTS} segments", text.hypotheses[:SEGMENTS], references)


def summaries(text: Text) -> Text:
    """Return segments of `LINES` lines each, made of consecutive segments."""

    def grouped(lines: list[bytes]) -> list[bytes]:
        return [b"\n".join(lines[i : i + LINES]) for i in range(0, len(lines), LINES)]

    references = [grouped(stream) for stream in text.references]
    return Text(f"{text.name}, {LINES} lines together", grouped(text.hypotheses), references)
