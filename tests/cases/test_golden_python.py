"""The golden cases through the Python API."""

from __future__ import annotations

import pytest

from tests.cases.golden import Case, cases, read, sacrebleu_signature, value
from truebleu import BLEU, References, _native

# An order other than 4 is only in the full form of a signature.
SAID_BY_SACREBLEU = [case for case in cases() if "max_ngram_order" not in case.settings]


@pytest.mark.parametrize("case", cases(), ids=str)
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


@pytest.mark.parametrize("case", SAID_BY_SACREBLEU, ids=str)
def test_signature_has_nothing_more_where_sacrebleu_says_it_all(case: Case) -> None:
    case.need_tokenizer()
    streams = References.streams(case.streams)
    score = BLEU(**case.settings).corpus_score(case.hypotheses, streams)
    keys = [pair.split(":")[0] for pair in str(score.signature).split("|")]
    assert keys == [pair.split(":")[0] for pair in case.expected["signature"].split("|")]


@pytest.mark.parametrize("case", cases(), ids=str)
def test_golden_sentences_through_python(case: Case) -> None:
    """Recorded with the effective order of the setting, which is off where nothing is said."""
    case.need_tokenizer()
    metric = BLEU(**{"effective_order": False, **case.settings})
    expected = [value(each) for each in case.expected["sentence_scores"]]
    pairs = zip(case.hypotheses, case.references, strict=True)
    assert [metric.sentence_score(h, refs).value for h, refs in pairs] == expected
    references = References.per_segment(case.references)
    assert metric.segment_scores(case.hypotheses, references).tolist() == expected


@pytest.mark.parametrize("trap", read("golden/tokens"), ids=lambda trap: ascii(trap["text"]))
def test_trap_string_through_the_border(trap: dict[str, dict[str, list[str]]]) -> None:
    names = [name for name in _native.TOKENIZERS if name in trap["tokens"]]
    assert len(names) == len(_native.TOKENIZERS) - 1, "all but zh-fixed"
    found = {name: _native.tokenize(str(trap["text"]), name, "mixed") for name in names}
    assert found == {name: trap["tokens"][name] for name in names}
