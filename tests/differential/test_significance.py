"""sacreBLEU's paired tests on generated corpora: results are exactly equal."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from tests.requirements import require_module
from truebleu import BLEU, CHRF, GLEU, TER, compare
from truebleu.errors import ConfigurationError
from truebleu.metrics.base.metric import Metric
from truebleu.metrics.conventions import of_metric
from truebleu.significance.sacrebleu import TOKENIZERS, check

sacrebleu: Any = require_module("sacrebleu.significance", "sacrebleu")
peers: Any = require_module("sacrebleu.metrics", "sacrebleu")

pytestmark = pytest.mark.skipif(
    np.lib.NumpyVersion(np.__version__) < "2.0.0", reason="sacreBLEU's steps are NumPy's"
)

WORDS = ["a", "b", "c", "d", "ef", "gh"]
METRICS = [
    (BLEU(), "BLEU", {}),
    (BLEU(smoothing="floor"), "BLEU", {"smooth_method": "floor"}),
    (BLEU(smoothing="none", effective_order=True), "BLEU",
     {"smooth_method": "none", "effective_order": True}),
    (BLEU(smoothing="add-k", smoothing_value=0.3), "BLEU",
     {"smooth_method": "add-k", "smooth_value": 0.3}),
    (CHRF(), "CHRF", {}),
    (CHRF(word_order=2, eps_smoothing=True), "CHRF", {"word_order": 2, "eps_smoothing": True}),
    (TER(), "TER", {}),
]  # fmt: skip


def make_systems(units: int, seed: int) -> tuple[dict[str, list[str]], list[str]]:
    random = np.random.default_rng(seed)

    def corpus() -> list[str]:
        return [" ".join(random.choice(WORDS, random.integers(1, 9))) for _ in range(units)]

    references = corpus()
    copied = [
        ref if random.random() < 0.5 else own for ref, own in zip(references, corpus(), strict=True)
    ]
    return {"a": corpus(), "b": copied, "c": references, "d": corpus()}, references


@pytest.mark.parametrize("test", ["ar", "bs"])
@pytest.mark.parametrize(("metric", "name", "settings"), METRICS)
@pytest.mark.parametrize(("units", "seed"), [(2, 1), (7, 12345), (50, 99), (130, 3)])
def test_results_are_exactly_equal(
    monkeypatch: pytest.MonkeyPatch,
    units: int,
    seed: int,
    metric: Any,
    name: str,
    settings: dict[str, Any],
    test: str,
) -> None:
    check_equals_sacrebleu(
        monkeypatch, *make_systems(units, seed), seed, metric, name, settings, test
    )


@pytest.mark.parametrize("test", ["ar", "bs"])
@pytest.mark.parametrize(("metric", "name", "settings"), METRICS)
def test_results_of_empty_texts_are_exactly_equal(
    monkeypatch: pytest.MonkeyPatch, metric: Any, name: str, settings: dict[str, Any], test: str
) -> None:
    """The formulas have zero denominators."""
    systems = {"a": ["a b", "", "c"], "b": ["", "", ""], "c": ["a", "b c d", ""]}
    for references in (["", "", ""], ["a b", "", ""]):
        check_equals_sacrebleu(monkeypatch, systems, references, 5, metric, name, settings, test)


def check_equals_sacrebleu(
    monkeypatch: pytest.MonkeyPatch,
    systems: dict[str, list[str]],
    references: list[str],
    seed: int,
    metric: Any,
    name: str,
    settings: dict[str, Any],
    test: str,
) -> None:
    monkeypatch.setenv("SACREBLEU_SEED", str(seed))
    peer = sacrebleu.PairedTest(
        list(systems.items()),
        {name: getattr(peers, name)(**settings)},
        references=[references],
        test_type=test,
        n_samples=70,
    )
    expected = next(comparison for title, comparison in peer()[1].items() if title != "System")
    comparison = compare(
        systems,
        references,
        metric,
        seed=seed,
        test="ar" if test == "ar" else "bootstrap",
        trials=70,
        resamples=70,
        compatible="sacrebleu",
    )[0].sacrebleu
    for result, second in zip(comparison, expected, strict=True):
        assert (result.p_value, result.mean, result.ci) == (second.p_value, second.mean, second.ci)


OTHERS = [
    name for name in of_metric("BLEU") if name != "sacrebleu" and BLEU(convention=name).layout.adds
]


@pytest.mark.parametrize("name", ["13a", "intl", "zh", "char", "none"])
def test_sacrebleus_tokenizers(name: str) -> None:
    assert name in TOKENIZERS
    check(BLEU(tokenizer=name, lowercase=True, effective_order=True, max_ngram_order=2), 1)
    check(BLEU(), 1, tokens=True)
    with pytest.raises(ConfigurationError, match="sacreBLEU has no TER of token lists"):
        check(TER(), 1, tokens=True)
    assert {*TOKENIZERS, "spm"} == set(peers.BLEU.TOKENIZERS)


@pytest.mark.parametrize(
    ("metric", "seed", "message"),
    [
        (BLEU(), 0, "seed=0 is not supported"),
        (BLEU(smoothing="method4"), 1, "sacreBLEU has no smoothing='method4'"),
        (BLEU(weights=[1, 2]), 1, r"sacreBLEU has no weights=\(0.33"),
        (BLEU(scale=1), 1, "sacreBLEU has no scale=1"),
        (BLEU(reference_length="shortest"), 1, "sacreBLEU has no reference_length='shortest'"),
        (BLEU(average="macro"), 1, "sacreBLEU has no average='macro'"),
        (BLEU(lowercase="ascii"), 1, "sacreBLEU has no lowercase='ascii'"),
        (BLEU(lowercase="after"), 1, "sacreBLEU has no lowercase='after'"),
        (BLEU(tokenizer="fairseq"), 1, r"sacreBLEU has no tokenizer 'fairseq' \(it has none, zh"),
        (BLEU(tokenizer=str.split), 1, "sacreBLEU has no tokenizer 'python"),
        (GLEU(), 1, r"sacreBLEU has no GLEU \(it has BLEU, chrF and TER\)"),
        *((BLEU(convention=name), 1, "sacreBLEU has no convention=") for name in OTHERS),
    ],
)
def test_metrics_and_settings_that_sacrebleu_lacks(
    metric: Metric[Any], seed: int, message: str
) -> None:
    systems, references = make_systems(5, 1)
    with pytest.raises(ConfigurationError, match=message):
        compare(systems, references, metric, seed=seed, compatible="sacrebleu")
