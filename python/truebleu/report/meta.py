"""The metadata of a report: all data except columns of numbers, texts and n-grams."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from truebleu import _native
from truebleu.display.comparison import sentence
from truebleu.report.data import FORMAT
from truebleu.report.encoding import CHUNK, Columns
from truebleu.report.extra_metrics import ExtraMetric
from truebleu.report.input import ReportInput, metric_meta
from truebleu.significance.options import CompareOptions, plain_settings
from truebleu.significance.results import Comparison, SystemScore
from truebleu.wording import count, percent

if TYPE_CHECKING:
    from truebleu.report.boundaries import Signs
    from truebleu.report.data_checks import Findings
    from truebleu.report.text_policy import TextSelection

NAMED = 3
"""Maximum number of systems that the default title names."""


def build_meta(
    inputs: ReportInput,
    systems: Sequence[SystemScore],
    selection: TextSelection,
    columns: Columns,
    findings: Findings,
    others: Sequence[ExtraMetric],
    signs: Signs,
) -> dict[str, Any]:
    """Return the metadata of a report as JSON-serializable data.

    `systems` are the scores of the systems by the main metric. `others` are the additional metrics.
    """
    comparison = inputs.comparison_by(inputs.main)
    return {
        "format": FORMAT,
        "truebleu": _native.__version__,
        "title": inputs.origin.title or _title(inputs.names),
        "created": inputs.origin.created,
        "segments": inputs.segments,
        "references": len(inputs.references),
        "reference_names": inputs.reference_names,
        "has_source": inputs.show_source,
        "systems": [
            _system(system, file) for system, file in zip(systems, inputs.files, strict=True)
        ],
        "metric": metric_meta(inputs.metric, systems[0].score.signature, tokens=inputs.tokens),
        "others": [other.to_dict() for other in others],
        "comparison": None if comparison is None else _comparison_meta(comparison),
        "confidence": inputs.options.confidence,
        "documents": list(dict.fromkeys(inputs.documents or ())),
        "findings": findings.entries,
        "reproduce": _reproduce(inputs, systems, comparison, others),
        "text": {
            "policy": selection.policy,
            "chunk": CHUNK,
            "chunks": 0 if selection.policy == "none" else -(-inputs.segments // CHUNK),
            "kept": selection.count,
            "note": selection.note,
        },
        "signs": {"begin": signs.begin, "inside": signs.inside},
        "columns": columns.entries,
        "tags": findings.tags,
    }


def _title(names: Sequence[str]) -> str:
    if len(names) > NAMED:
        return f"BLEU of {count(len(names), 'system')}"
    head, last = names[:-1], names[-1]
    return f"BLEU of {', '.join(head)} and {last}" if head else f"BLEU of {last}"


def _system(system: SystemScore, file: str | None) -> dict[str, Any]:
    values = system.to_dict()
    return {"name": values.pop("system"), "file": file, **values}


def _comparison_meta(comparison: Comparison) -> dict[str, Any]:
    by_metric = comparison[0]
    return {
        "settings": plain_settings(comparison.settings),
        "pairs": [pair.to_dict(histogram=True) for pair in by_metric.pairs],
        "against_baseline": [pair.to_dict() for pair in by_metric.against_baseline()],
        "p_matrix": by_metric.p_matrix(),
        "human_agreement_note": by_metric.human_agreement_note,
        "warnings": list(comparison.warnings),
    }


# Reproducibility and citation


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


def _reproduce(
    inputs: ReportInput,
    systems: Sequence[SystemScore],
    comparison: Comparison | None,
    others: Sequence[ExtraMetric],
) -> dict[str, Any]:
    return {
        "command": inputs.origin.command,
        "files": [file.to_dict() for file in inputs.origin.files],
        "seed": inputs.options.seed,
        "paragraph": _paragraph(systems, comparison, inputs.options) + _extra_sentence(others),
        "bibtex": BIBTEX.format(version=_native.__version__),
        "versions": {
            "truebleu": _native.__version__,
            "python": ".".join(map(str, sys.version_info[:3])),
            "unicode": _native.UNICODE_VERSION,
            "lower case of Unicode": _native.LOWERCASE_UNICODE_VERSION,
        },
    }


def _extra_sentence(others: Sequence[ExtraMetric]) -> str:
    if not others:
        return ""
    metrics = "; ".join(f"{extra.name} ({extra.systems[0].score.signature})" for extra in others)
    return f" Additional metrics: {metrics}."


def _paragraph(
    systems: Sequence[SystemScore], comparison: Comparison | None, options: CompareOptions
) -> str:
    if comparison is not None:
        return sentence(comparison[0], comparison.settings)
    signature = systems[0].score.signature
    head = f"BLEU ({signature}) is reported"
    tail = f"truebleu {_native.__version__}"
    if signature.full().get("segments") == "1":
        return f"{head} by {tail}."
    draw = "Poisson " if options.bootstrap == "poisson" else ""
    return (
        f"{head} with a {percent(options.confidence)} {draw}bootstrap percentile interval "
        f"({options.resamples:,} resamples; {tail}, seed {options.seed})."
    )
