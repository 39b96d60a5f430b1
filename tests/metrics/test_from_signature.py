"""Metrics rebuilt from signatures."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from truebleu import BLEU, METEOR, ConfigurationError, InvalidSignature, UnknownTokenizer
from truebleu.metrics.registry import from_signature

SACREBLEU = "nrefs:1|case:mixed|eff:no|tok:13a|smooth:exp|version:2.6.0"

SMOOTHINGS = st.one_of(
    st.sampled_from([("none", None), ("exp", None), ("method5", None)]),
    st.tuples(st.sampled_from(["floor", "add-k"]), st.floats(0, 1e6)),
    st.tuples(st.sampled_from(["method4", "method6", "method7"]), st.floats(1e-9, 1e6)),
)
WEIGHTS = st.lists(st.floats(0, 1e300), min_size=1, max_size=9).filter(lambda w: max(w) > 0)


@given(
    lowercase=st.booleans(),
    tokenizer=st.sampled_from(["none", "13a", "intl", "zh", "zh-fixed", "char"]),
    smoothing=SMOOTHINGS,
    weights=WEIGHTS,
    reference_length=st.sampled_from(["closest", "shortest", "longest", "average"]),
    effective_order=st.booleans(),
    scale=st.sampled_from([1, 100]),
    full=st.booleans(),
)
def test_every_metric_is_rebuilt(
    lowercase: bool,
    tokenizer: str,
    smoothing: tuple[str, float | None],
    weights: list[float],
    reference_length: str,
    effective_order: bool,
    scale: int,
    full: bool,
) -> None:
    metric = BLEU(
        lowercase=lowercase,
        tokenizer=tokenizer,
        smoothing=smoothing[0],
        smoothing_value=smoothing[1],
        weights=weights,
        reference_length=reference_length,
        effective_order=effective_order,
        scale=scale,
    )
    signature = metric.signature(2, 10, full=full)
    assert BLEU.from_signature(str(signature)) == metric
    assert BLEU.from_signature(signature) == metric


def test_a_rebuilt_metric_has_the_effective_order_that_was_used() -> None:
    sentence = BLEU().sentence_score("a", "a")
    assert BLEU.from_signature(sentence.signature).effective_order is True
    corpus = BLEU().corpus_score(["a"], ["a"])
    assert BLEU.from_signature(corpus.signature).effective_order is False


@pytest.mark.parametrize(
    "text",
    [
        SACREBLEU,
        "#:1|c:mixed|e:no|tok:13a|s:exp|v:2.6.0",
        "BLEU|nrefs:1|bs:1000|seed:12345|case:mixed|eff:no|tok:13a|smooth:exp|version:2.4.0",
        (
            "nrefs:1|ar:10000|seed:1|test:wmt22|lang:en-de|origlang:en|subset:x|"
            "case:mixed|eff:no|tok:13a|smooth:exp|version:2.0.0"
        ),
    ],
)
def test_sacrebleus_signatures_are_read(text: str) -> None:
    assert BLEU.from_signature(text) == BLEU(effective_order=False)


@pytest.mark.parametrize("convention", ["nltk", "deepeval", "matlab"])
@pytest.mark.parametrize(
    "settings",
    [{}, {"max_ngram_order": 3}, {"weights": [1, 1, 1]}, {"weights": [0.25] * 4},
     {"average": "micro"}],
    ids=str,
)  # fmt: skip
def test_conventions_are_read(convention: str, settings: dict[str, Any]) -> None:
    metric = BLEU(convention=convention, **settings)
    for full in (False, True):
        assert BLEU.from_signature(metric.signature("var", 5, full=full)) == metric


def test_fields_that_a_signature_lacks_are_those_of_the_convention() -> None:
    text = str(BLEU(convention="deepeval").signature(1))
    fields = [field for field in text.split("|") if not field.startswith(("weights:", "order:"))]
    assert BLEU.from_signature("|".join(fields)) == BLEU(convention="deepeval")
    assert BLEU.from_signature("|".join([*fields, "order:3"])).weights == (0, 0, 1)


@pytest.mark.parametrize("average", ["micro", "macro"])
def test_averages_are_read(average: str) -> None:
    assert BLEU.from_signature(BLEU(average=average).signature(1)).average == average


def test_sacrebleus_smoothing_values_are_read() -> None:
    metric = BLEU.from_signature(SACREBLEU.replace("exp", "add-k[0.50]"))
    assert (metric.smoothing, metric.smoothing_value) == ("add-k", 0.5)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            "nrefs:1|case:mixed|eff:yes|nc:6|nw:0|space:no|version:2.6.0",
            r"belongs to chrF \(it has 'nc'\), not to BLEU",
        ),
        (
            "nrefs:1|case:lc|tok:tercom|norm:no|punct:yes|asian:no|version:2.6.0",
            r"belongs to TER \(it has 'norm'\), not to BLEU",
        ),
        (
            "nrefs:1|case:mixed|eff:no|toke:13a|smooth:exp|version:2.6.0",
            r"has the unknown key 'toke'. Did you mean 'tok'\?",
        ),
        (
            "nrefs:1|case:mixed|tok:13a|version:2.6.0",
            r"lacks eff, smooth\. Pass the complete signature\.",
        ),
        (
            SACREBLEU.replace("mixed", "upper"),
            "case:upper .* Choose from: case:mixed, case:lc, case:lc-ascii",
        ),
        (SACREBLEU.replace("no|", "maybe|"), "eff:maybe .* Choose from: eff:no, eff:yes"),
        (SACREBLEU + "|order:four", "order:four in the signature .* is not an integer"),
        (SACREBLEU + "|weights:1,x", "weights:1,x .*: 'x' is not a number"),
        (SACREBLEU + "|scale:many", "scale:many in the signature .* is not an integer"),
        (SACREBLEU + "|segments:many", "segments:many in the signature .* is not an integer"),
        (SACREBLEU.replace("nrefs:1", "nrefs:two"), "nrefs:two in the signature .* not an integer"),
        (SACREBLEU + "|qqqqqqqq:1", r"has the unknown key 'qqqqqqqq'\. truebleu \d"),
    ],
)
def test_invalid_signatures_are_refused(text: str, message: str) -> None:
    with pytest.raises(InvalidSignature, match=message):
        BLEU.from_signature(text)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (SACREBLEU.replace("exp", "expp"), "unknown smoothing 'expp'. Did you mean 'exp'"),
        (SACREBLEU.replace("exp", "exp[2.00]"), "smoothing_value=2.0 is invalid"),
        (
            SACREBLEU + "|order:3|weights:0.5,0.5",
            "max_ngram_order=3 is not the number of weights, 2",
        ),
        (SACREBLEU + "|length:nearest", "unknown reference_length 'nearest'"),
        (SACREBLEU + "|scale:10", "Use 100 or 1"),
        (SACREBLEU + "|tokhash:abc", "tokenizer '13a' has the fingerprint abc, but"),
    ],
)
def test_wrong_values_in_a_signature_are_refused(text: str, message: str) -> None:
    with pytest.raises(ConfigurationError, match=message):
        BLEU.from_signature(text)


def test_one_number_in_a_signature_is_not_a_list() -> None:
    text = str(METEOR(synonyms=None).signature(references=1)).replace("alpha:0.9", "alpha:0.9,0.1")
    with pytest.raises(InvalidSignature, match=r": '0\.9,0\.1' is not a number"):
        METEOR.from_signature(text)


def test_keys_that_fit_several_metrics_are_those_of_bleu() -> None:
    with pytest.raises(InvalidSignature, match="lacks eff, smooth"):
        from_signature("nrefs:1|case:mixed|tok:13a|version:2.6.0")


def test_an_unknown_tokenizer_in_a_signature_is_refused() -> None:
    with pytest.raises(UnknownTokenizer, match="13b"):
        BLEU.from_signature(SACREBLEU.replace("13a", "13b"))
