"""Writes `golden.json`: what mbrs makes of some sets of candidates.

    python testdata/mbr/make.py

Needs mbrs (0.1.8 was used, with sacreBLEU 2.6.0 and PyTorch 2.15 for processors) and CPython before
3.12, whose `sum` rounds as mbrs's numbers do. mbrs gives 32-bit numbers; they are written as they
are.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import torch
from mbrs import metrics

HERE = Path(__file__).parent
NEWS = HERE.parents[1] / "examples" / "news"

HOSTILE = [
    "", " ", "a", "a b", "The cat.", "The cat .", "the the the the the the the",
    "Das Äpfelchen fällt — nicht weit!", "日本語のテキスト です", "1,000.5 &quot;x&quot; a-b",
    "The cat.",
]  # fmt: skip


def sets() -> list[dict[str, Any]]:
    """Sets of candidates, some with references of their own or with log probabilities."""
    systems = [
        (NEWS / f"{name}.en.txt").read_text(encoding="utf-8").splitlines()
        for name in ("system.strong", "system.medium", "system.weak", "reference.a", "reference.b")
    ]
    found: list[dict[str, Any]] = [{"samples": [s[i] for s in systems]} for i in range(0, 100, 9)]
    found.append({"samples": systems[0][:24]})
    found.append({"samples": HOSTILE})
    found.append({"samples": systems[1][:7], "references": systems[3][:5]})
    found.append({"samples": HOSTILE, "references": ["", "The cat.", "日本語 の"]})
    for i in (3, 50):
        lprobs = [-1.5, -0.25, -7.0, -2.0, -0.5]
        found.append({"samples": [s[i] for s in systems], "log_probabilities": lprobs})
    return found


def utilities(metric: Any, one: dict[str, Any]) -> dict[str, list[float]]:
    """The expected scores, exact and of aggregated references."""
    given = (one["samples"], one.get("references", one["samples"]))
    lprobs = one.get("log_probabilities")
    beside = {"reference_lprobs": None if lprobs is None else torch.tensor(lprobs)}
    found = {"exact": metric.expected_scores(*given, **beside).tolist()}
    if hasattr(metric, "expected_scores_reference_aggregation"):
        scores = metric.expected_scores_reference_aggregation(*given, **beside)
        found["aggregate"] = scores.tolist()
    return found


def main() -> None:
    """Write the file."""
    made = sets()
    named = json.loads((HERE / "settings.json").read_text(encoding="utf-8"))
    for name, (kind, settings) in named.items():
        make = getattr(metrics, f"Metric{kind}")
        metric = make(make.Config(**settings, num_workers=1))
        for one in made:
            one.setdefault("mbrs", {})[name] = utilities(metric, one)
    text = json.dumps(made, ensure_ascii=False, indent=1)
    (HERE / "golden.json").write_text(f"{text}\n", encoding="utf-8")


if __name__ == "__main__":
    main()
