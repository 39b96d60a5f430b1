"""The golden cases, through the Python API."""

from __future__ import annotations

from typing import Any

from tests.cases.golden import PACKAGES, Case, cases, read, sacrebleu_signature, value
from tests.in_one_test import in_one_test
from truebleu import BLEU, References, _native
from truebleu.tokenizers import resolve

# A signature names an order other than 4 only in its full form.
SIGNED_BY_SACREBLEU = [case for case in cases() if "max_ngram_order" not in case.settings]


@in_one_test("case", cases(), ids=str)
def test_golden_case_through_python(case: Case) -> None:
    case.need_tokenizer()
    references = References.per_segment(case.references)
    score = BLEU(**case.settings).corpus_score(case.hypotheses, references)
    expected = case.expected
    assert list(score.matches) == expected["matches"]
    assert list(score.totals) == expected["totals"]
    assert list(score.precisions) == expected["precisions"]
    assert score.brevity_penalty == expected["brevity_penalty"]
    assert score.hypothesis_length == expected["hypothesis_length"]
    assert score.effective_reference_length == expected["effective_reference_length"]
    assert score.value == value(expected["value"])
    assert str(score) == expected["string"]
    assert sacrebleu_signature(str(score.signature)) == expected["signature"]


@in_one_test("case", SIGNED_BY_SACREBLEU, ids=str)
def test_signature_has_sacrebleus_keys_only(case: Case) -> None:
    case.need_tokenizer()
    streams = References.streams(case.streams)
    score = BLEU(**case.settings).corpus_score(case.hypotheses, streams)
    keys = [pair.split(":")[0] for pair in str(score.signature).split("|")]
    assert keys == [pair.split(":")[0] for pair in case.expected["signature"].split("|")]


@in_one_test("case", cases(), ids=str)
def test_golden_sentences_through_python(case: Case) -> None:
    """Scores were recorded without effective order, unless the case sets it."""
    case.need_tokenizer()
    metric = BLEU(**{"effective_order": False, **case.settings})
    expected = [value(each) for each in case.expected["sentence_scores"]]
    pairs = zip(case.hypotheses, case.references, strict=True)
    assert [metric.sentence_score(h, refs).value for h, refs in pairs] == expected
    references = References.per_segment(case.references)
    assert metric.segment_scores(case.hypotheses, references).tolist() == expected


@in_one_test("trap", read("golden/tokens"), ids=lambda trap: ascii(trap["text"]))
def test_trap_string_is_tokenized_by_python(trap: dict[str, Any]) -> None:
    for name in set(trap["tokens"]) - set(PACKAGES):
        assert _native.tokenize(trap["text"], name, "mixed") == trap["tokens"][name], name
        assert resolve(name).tokenize(trap["text"]) == trap["tokens"][name], name
    for name, tokens in trap["lowered_after"].items():
        assert _native.tokenize(trap["text"], name, "lc-after") == tokens, name


def test_traps_are_recorded_for_every_tokenizer_but_those_named() -> None:
    recorded = {name for trap in read("golden/tokens") for name in trap["tokens"]}
    not_recorded = {
        "zh-fixed",
        "intl-untrimmed",
        "whitespace-ascii",
        "space",
        "guava",
        "fairseq",
        "alphanumeric",
        "rouge",
        "words",
    }
    assert recorded - set(PACKAGES) == set(_native.TOKENIZERS) - not_recorded
