"""What it takes to get the same numbers again, and to say in a paper how they were made."""

from __future__ import annotations

import sys

from truebleu import _native
from truebleu.scores import percent
from truebleu.views.comparison import sentence

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from truebleu.comparison import Comparison
    from truebleu.findings import SystemScore
    from truebleu.report.origin import Origin
    from truebleu.report.others import Other
    from truebleu.resampling.plan import Plan

__all__ = ["confidence_of", "reproduce_meta"]

BIBTEX = """\
@inproceedings{{papineni-etal-2002-bleu,
  title     = {{{{BLEU}}: a Method for Automatic Evaluation of Machine Translation}},
  author    = {{Papineni, Kishore and Roukos, Salim and Ward, Todd and Zhu, Wei-Jing}},
  booktitle = {{Proceedings of the 40th Annual Meeting of the Association for Computational \
Linguistics}},
  year      = {{2002}},
  pages     = {{311--318}},
  url       = {{https://aclanthology.org/P02-1040}}
}}

@inproceedings{{post-2018-call,
  title     = {{A Call for Clarity in Reporting {{BLEU}} Scores}},
  author    = {{Post, Matt}},
  booktitle = {{Proceedings of the Third Conference on Machine Translation}},
  year      = {{2018}},
  pages     = {{186--191}},
  url       = {{https://aclanthology.org/W18-6319}}
}}

@software{{truebleu,
  title   = {{truebleu}},
  version = {{{version}}}
}}
"""


def reproduce_meta(
    systems: Sequence[SystemScore],
    comparison: Comparison | None,
    plan: Plan | None,
    origin: Origin,
    others: Sequence[Other] = (),
) -> dict[str, Any]:
    """The command, the files, the seed, a paragraph for a paper, and what to cite."""
    return {
        "command": origin.command,
        "files": [file.to_dict() for file in origin.files],
        "seed": _seed(comparison, plan),
        "paragraph": _paragraph(systems, comparison, plan) + _beside(others),
        "bibtex": BIBTEX.format(version=_native.__version__),
        "versions": {
            "truebleu": _native.__version__,
            "python": ".".join(map(str, sys.version_info[:3])),
            "unicode": _native.UNICODE_VERSION,
            "lower case of Unicode": _native.LOWERCASE_UNICODE_VERSION,
        },
    }


def confidence_of(comparison: Comparison | None, plan: Plan | None) -> float:
    """The confidence of the intervals: that of the comparison, else that of the plan."""
    if comparison is not None:
        return float(comparison.settings["confidence"])
    assert plan is not None  # whoever has no comparison draws the intervals by a plan
    return plan.confidence


def _seed(comparison: Comparison | None, plan: Plan | None) -> int | None:
    if comparison is not None:
        return int(comparison.settings["seed"])
    return None if plan is None else plan.seed


def _beside(others: Sequence[Other]) -> str:
    """What else was scored, in the same way."""
    if not others:
        return ""
    said = "; ".join(f"{other.name} ({other.systems[0].score.signature})" for other in others)
    return f" So were scores by: {said}."


def _paragraph(
    systems: Sequence[SystemScore], comparison: Comparison | None, plan: Plan | None
) -> str:
    if comparison is not None:
        return sentence(comparison[0], comparison.settings)
    signature = systems[0].score.signature
    head = f"BLEU ({signature}) is given"
    tail = f"truebleu {_native.__version__}"
    if plan is None or signature.full().get("segments") == "1":
        return f"{head} by {tail}."
    draw = "Poisson " if plan.bootstrap == "poisson" else ""
    return (
        f"{head} with a {percent(plan.confidence)} {draw}bootstrap percentile interval "
        f"({plan.resamples:,} resamples; {tail}, seed {plan.seed})."
    )
