"""Write testdata/golden/self_bleu.json: self-BLEU of small collections by fast-bleu and NLTK.

    python tools/golden_diversity.py

Needs fast-bleu (built by a C++ compiler) and nltk. The file is committed, so the tests do not need
them. NLTK's values are computed as in Texygen: a loop over its sentence_bleu with method 1.
"""

from __future__ import annotations

import json
import warnings
from importlib.metadata import version
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parent.parent
ORDERS = (2, 3, 4, 5)
CASES = {
    "equal": [list("abcde")] * 3,
    "short": [["a"], ["a", "b"], ["b"], []],
    "repeats": [["a"] * 4, ["a"] * 3, ["a"] * 5, ["a", "b"] * 3, ["b", "a"] * 2],
    "nothing shared": [list("abcd"), list("efgh"), list("ijklm")],
    "two": [["the", "cat", "sat", "on", "the", "mat"], ["the", "cat", "sat", "on", "a", "chair"]],
}


def main() -> None:
    news = (ROOT / "examples" / "news" / "system.medium.en.txt").read_text(encoding="utf-8")
    collections = {**CASES, "news": [line.split() for line in news.splitlines()]}
    content = {
        "programs": {name: version(name) for name in ("fast-bleu", "nltk")},
        "collections": {
            name: {"texts": texts, "fast-bleu": fast_bleu(texts), "nltk": nltk(texts)}
            for name, texts in collections.items()
        },
    }
    path = ROOT / "testdata" / "golden" / "self_bleu.json"
    path.write_text(json.dumps(content, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")


def weights(order: int) -> tuple[float, ...]:
    return (1 / order,) * order


def fast_bleu(texts: list[list[str]]) -> dict[str, list[float]]:
    """Return the score of each text against all others, by maximum n-gram order."""
    from fast_bleu import SelfBLEU

    scores: dict[Any, Any] = SelfBLEU(texts, {n: weights(n) for n in ORDERS}).get_score()
    return {str(order): [float(value) for value in values] for order, values in scores.items()}


def nltk(texts: list[list[str]]) -> dict[str, list[float]]:
    """Return the score of each text against all others, computed as in Texygen."""
    from nltk.translate.bleu_score import SmoothingFunction, sentence_bleu

    warnings.simplefilter("ignore")
    smooth = SmoothingFunction().method1
    return {
        str(order): [
            float(
                sentence_bleu(
                    texts[:i] + texts[i + 1 :],
                    text,
                    weights(order),
                    smoothing_function=smooth,
                )
            )
            for i, text in enumerate(texts)
        ]
        for order in ORDERS
    }


if __name__ == "__main__":
    main()
