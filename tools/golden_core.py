"""Write testdata/golden/core_settings.json: what the core is told under each recorded convention.

    python tools/golden_core.py

`testdata/golden/conventions.json` says which convention stands for which recorded program; the
core, which knows no conventions, is held against the same programs with what stands here.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from truebleu import BLEU
from truebleu.metrics import conventions
from truebleu.metrics.base.metric import Metric
from truebleu.metrics.base.settings import CASE_NAMES
from truebleu.metrics.bleu_settings import core_settings

FOLDER = Path(__file__).parent.parent / "testdata" / "golden"
FILE = FOLDER / "core_settings.json"


def main() -> None:
    FILE.write_text(text(), encoding="utf-8")


def text() -> str:
    """What the file must hold: a line for each line of conventions.json."""
    entries = json.loads((FOLDER / "conventions.json").read_text(encoding="utf-8"))
    lines = [json.dumps(told(entry["settings"])) for entry in entries]
    return "[\n " + ",\n ".join(lines) + "\n]\n"


def told(settings: dict[str, Any]) -> dict[str, Any] | None:
    """The arguments of the core's BLEU, and whether orders without n-grams are left out.

    None for the convention that is another metric's.
    """
    metric = metric_of(settings)
    if type(metric) is not BLEU:
        return None
    all_settings = metric.settings()
    return {
        "tokenizer": metric.tokenizer.name,
        "case": CASE_NAMES[metric.lowercase],
        **core_settings(conventions.convention(metric.convention), all_settings),
        "effective_order": all_settings["effective_order"],
    }


def metric_of(settings: dict[str, Any]) -> Metric[Any]:
    """Return the metric of recorded settings, which name a convention or leave it out."""
    its_own = dict(settings)
    return conventions.metric(its_own.pop("convention", "sacrebleu"), **its_own)


if __name__ == "__main__":
    main()
