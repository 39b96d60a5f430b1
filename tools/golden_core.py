"""Write testdata/golden/core_settings.json: the core's settings for each recorded convention.

    python tools/golden_core.py

`testdata/golden/conventions.json` has the convention for each recorded program. The core has no
conventions, so its tests use the settings in core_settings.json to compare with these programs.
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
    """Return the text of the file, with one line for each line of conventions.json."""
    entries = json.loads((FOLDER / "conventions.json").read_text(encoding="utf-8"))
    lines = [json.dumps(settings_of_core(entry["settings"])) for entry in entries]
    return "[\n " + ",\n ".join(lines) + "\n]\n"


def settings_of_core(settings: dict[str, Any]) -> dict[str, Any] | None:
    """Return the core's settings for BLEU, including `effective_order`.

    Returns None for a convention of another metric.
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
    """Return the metric of recorded settings; the default convention is sacreBLEU's."""
    own_settings = dict(settings)
    return conventions.metric(own_settings.pop("convention", "sacrebleu"), **own_settings)


if __name__ == "__main__":
    main()
