"""Names and settings of mbrs's metrics, and the equal metrics of truebleu."""

from __future__ import annotations

import json
from typing import Any

from tests.requirements import TESTDATA
from truebleu import BLEU, CHRF, TER

SETTINGS: dict[str, tuple[str, dict[str, Any]]] = json.loads(
    (TESTDATA / "mbr" / "settings.json").read_text(encoding="utf-8")
)
METRICS: dict[str, Any] = {
    "bleu": BLEU(),
    "bleu lowercase": BLEU(lowercase=True),
    "bleu floor": BLEU(smoothing="floor"),
    "bleu add-k": BLEU(smoothing="add-k"),
    "bleu none": BLEU(smoothing="none"),
    "bleu order 2": BLEU(max_ngram_order=2),
    "bleu no effective order": BLEU(effective_order=False),
    "bleu intl": BLEU(tokenizer="intl"),
    "chrf": CHRF(),
    "chrf++": CHRF(word_order=2),
    "chrf whitespace": CHRF(whitespace=True, beta=1),
    "chrf eps": CHRF(eps_smoothing=True),
    "ter": TER(),
}
