"""Functions that read files of the WMT metrics task: segment scores, MQM ratings and texts.

A line of a score file has the form `SYSTEM SCORE`. A line of a rating file has the form
`SYSTEM<TAB>RATING[<TAB>RATER]`. The lines of each system are consecutive and in the order of the
segments.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from math import isfinite, nan
from typing import Any

from truebleu.errors import InputError
from truebleu.io.blocks import shown
from truebleu.io.streams import read_lines

MISSING = frozenset({"", "none", "nan", "na", "null"})
"""Lowercase texts that stand for a missing number."""

MQM_WEIGHTS: Mapping[str, float] = {
    "major": 5.0,
    "minor": 1.0,
    "neutral": 0.0,
    "major/non-translation!": 25.0,
    "minor/fluency/punctuation": 0.1,
}
"""Weights of errors by `severity/category/subcategory`; the longest matching key applies. Source:
Freitag et al. 2021, "Experts, Errors, and Context", https://arxiv.org/abs/2104.14478, table 2.
"""

NO_TRANSLATION = "[No translation supplied]"


def read_score_lines(path: str) -> dict[str, list[float]]:
    """Return the segment scores in a file, by name of the system. NaN is a missing score.

    Raises `InputError` for a line that does not consist of a system and a number.
    """
    return _by_system(path, _score)


def read_mqm_lines(path: str, weights: Mapping[str, float] = MQM_WEIGHTS) -> dict[str, list[float]]:
    """Return the MQM scores of all segments in a file, by name of the system.

    A segment's score is minus the sum of the weights of its errors. It is NaN if the segment has no
    rating. Raises `InputError` for a line that does not consist of a system and a rating.
    """

    def rating(fields: str, where: str, line: int) -> tuple[str, float]:
        return _rating(fields, weights, where, line)

    return _by_system(path, rating)


def _by_system(
    path: str, parse: Callable[[str, str, int], tuple[str, float]]
) -> dict[str, list[float]]:
    scores: dict[str, list[float]] = {}
    for number, text in enumerate(read_lines(path), 1):
        system, score = parse(text, f"{shown(path)}, line {number}", number)
        scores.setdefault(system, []).append(score)
    if not scores:
        raise InputError(f"{shown(path)} has no lines. Pass a file with scores.", file=shown(path))
    return scores


def _score(text: str, where: str, line: int) -> tuple[str, float]:
    fields = text.split()
    if len(fields) == 2:
        system, number = fields
        if number.lower() in MISSING:
            return system, nan
        try:
            value = float(number)
        except ValueError:
            value = nan
        if isfinite(value):
            return system, value
    raise InputError(
        f"{where} is {text!r}. Write the system and its score, or None: SYSTEM 0.5",
        file=where,
        line=line,
    )


def _rating(text: str, weights: Mapping[str, float], where: str, line: int) -> tuple[str, float]:
    system, tab, fields = text.partition("\t")
    rating = fields.split("\t")[0].strip()
    if tab and rating == "None":
        return system, nan
    try:
        # + 0.0 turns -0.0 into 0.0.
        errors = json.loads(rating)["errors"]
        return system, 0.0 - sum(_weight(error, weights) for error in errors)
    except (ValueError, LookupError, TypeError, AttributeError, RecursionError):
        raise InputError(
            f"{where} is not a system and an MQM rating. Write SYSTEM<TAB>"
            '{"errors": [{"category": "fluency/grammar", "severity": "minor"}]}, or None.',
            file=where,
            line=line,
        ) from None


def _weight(error: Mapping[str, Any], weights: Mapping[str, float]) -> float:
    severity, category = error["severity"].lower(), (error.get("category") or "").lower()
    parts = [severity, *category.split("/")]
    for length in range(len(parts), 0, -1):
        weight = weights.get("/".join(parts[:length]))
        if weight is not None:
            return weight
    if severity in {"no-error", "no error"}:
        return 0.0
    raise ValueError(severity)


def read_texts(path: str, field: str) -> list[str | None]:
    """Return the segments of a file: its lines, or the field `field` of a JSON Lines file.

    The segment "[No translation supplied]" becomes None.
    """
    texts: list[str | None] = []
    for number, line in enumerate(read_lines(path), 1):
        text = _field(line, field, path, number) if path.endswith(".jsonl") else line.rstrip()
        texts.append(None if text == NO_TRANSLATION else text)
    return texts


def _field(line: str, field: str, path: str, number: int) -> str:
    try:
        text = json.loads(line)[field]
    except (ValueError, LookupError, TypeError, RecursionError):
        text = None
    if isinstance(text, str):
        return text
    where = f"{shown(path)}, line {number}"
    raise InputError(
        f"{where}: no text {field!r}. Write a JSON object per line.", file=where, line=number
    )
