"""Signatures: short and full forms, parsing and differences."""

from __future__ import annotations

import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from truebleu import BLEU, InvalidSignature, References, Signature, __version__
from truebleu.metrics.base.signature import describe_difference, join_bracket, split_bracket

SHORT = f"nrefs:1|case:mixed|eff:no|tok:13a|smooth:exp|version:truebleu-{__version__}"
FULL = (
    "nrefs:1|case:mixed|eff:no|tok:13a|smooth:exp|order:4|weights:uniform|length:closest|"
    f"scale:100|segments:2037|version:truebleu-{__version__}"
)


def test_the_short_form_is_sacrebleus_but_for_the_version() -> None:
    assert str(BLEU().signature(1)) == SHORT


def test_the_full_form_has_settings_that_sacrebleu_leaves_out() -> None:
    signature = BLEU().signature(1, 2037)
    assert str(signature.full()) == FULL
    assert signature.format(full=True) == FULL
    assert signature.format() == SHORT
    assert BLEU().signature(1, 2037, full=True) == signature.full()
    assert signature.full().full() == signature.full()


@pytest.mark.parametrize(
    ("metric", "field"),
    [
        (BLEU(max_ngram_order=2), "order:2"),
        (BLEU(weights=[1, 2, 2, 3]), "weights:0.125,0.25,0.25,0.375"),
        (BLEU(reference_length="shortest"), "length:shortest"),
        (BLEU(scale=1), "scale:1"),
    ],
)
def test_settings_that_sacrebleu_lacks_need_the_full_form(metric: BLEU, field: str) -> None:
    text = str(metric.signature(1, 5))
    assert f"|{field}|" in text
    assert "|segments:5|" in text


@pytest.mark.parametrize(
    ("metric", "field"),
    [
        (BLEU(lowercase=True), "case:lc"),
        (BLEU(effective_order=True), "eff:yes"),
        (BLEU(tokenizer="intl"), "tok:intl"),
        (BLEU(smoothing="none"), "smooth:none"),
        (BLEU(smoothing="method1"), "smooth:floor[0.10]"),
        (BLEU(smoothing="floor", smoothing_value=0.01), "smooth:floor[0.01]"),
        (BLEU(smoothing="floor", smoothing_value=0.001), "smooth:floor[0.001]"),
        (BLEU(smoothing="add-k"), "smooth:add-k[1.00]"),
        (BLEU(smoothing="add-k", smoothing_value=1 / 3), "smooth:add-k[0.3333333333333333]"),
        (BLEU(smoothing="method4"), "smooth:method4[5.00]"),
        (BLEU(smoothing="method5"), "smooth:method5"),
        (BLEU(smoothing="method6"), "smooth:method6[5.00]"),
        (BLEU(smoothing="method7"), "smooth:method7[5.00]"),
    ],
)
def test_settings_show_in_the_short_form(metric: BLEU, field: str) -> None:
    text = str(metric.signature("var"))
    assert f"|{field}|" in text
    assert text.startswith("nrefs:var|case:")
    assert "order" not in text


def test_a_sentence_has_the_effective_order_that_was_used() -> None:
    assert BLEU().signature(sentence=True)["eff"] == "yes"
    assert BLEU(effective_order=False).signature(sentence=True)["eff"] == "no"
    assert BLEU().sentence_score("a", "a").signature["eff"] == "yes"
    assert BLEU().corpus_score(["a"], ["a"]).signature["eff"] == "no"


def test_tokens_have_no_tokenizer() -> None:
    assert BLEU(tokenizer="intl").signature(tokens=True)["tok"] == "none"
    score = BLEU().corpus_score([["a"]], [["a"]])
    assert score.signature["tok"] == "none"


def test_the_number_of_references() -> None:
    two = BLEU().corpus_score(["a", "b"], References.streams([["a", "b"], ["b", "c"]]))
    assert two.signature["nrefs"] == "2"
    assert "nrefs" not in BLEU().signature()
    varying = BLEU().corpus_score(["a", "b"], [["a", "b", "c"], ["b"]])
    assert varying.signature["nrefs"] == "var"
    assert varying.signature.full()["segments"] == "2"


@pytest.mark.parametrize("wrong", [0, -1, 1.5, "many", True])
def test_a_wrong_number_of_references_is_refused(wrong: int) -> None:
    with pytest.raises(ValueError, match='Use an integer from 1, "var", or None'):
        BLEU().signature(wrong)


@pytest.mark.parametrize("text", [SHORT, FULL])
def test_a_printed_signature_is_parsed(text: str) -> None:
    signature = Signature.parse(text)
    assert str(signature) == text
    assert Signature.parse(str(signature)) == signature


def test_a_signature_is_an_ordered_mapping() -> None:
    signature = Signature.parse(SHORT)
    assert list(signature) == ["nrefs", "case", "eff", "tok", "smooth", "version"]
    assert signature.keys() == tuple(signature)
    assert dict(signature)["tok"] == "13a"
    assert signature.items()[0] == ("nrefs", "1")
    assert signature.values()[0] == "1"
    assert len(signature) == 6
    assert "tok" in signature
    assert signature.get("order") is None
    assert signature.get("order", "4") == "4"
    with pytest.raises(KeyError):
        signature["order"]


def test_a_signature_without_a_version_stays_without() -> None:
    short = Signature([("tok", "13a")], [("order", "4")])
    assert str(short.full()) == "tok:13a|order:4"
    signature = Signature([("tok", "13a"), ("version", "1")], [("order", "4")])
    assert str(signature.full()) == "tok:13a|order:4|version:1"


def test_signatures_are_values() -> None:
    signature = BLEU().signature(1, 3)
    assert signature == Signature.parse(SHORT)
    assert hash(signature) == hash(Signature.parse(SHORT))
    assert signature != signature.full()
    again = pickle.loads(pickle.dumps(signature))
    assert again == signature
    assert again.full() == signature.full()
    assert eval(repr(signature), {"Signature": Signature}) == signature
    with pytest.raises(AttributeError, match="cannot assign to field 'fields'"):
        signature.fields = ()  # type: ignore[misc]


@pytest.mark.parametrize(
    ("text", "long"),
    [
        (
            "#:1|c:mixed|e:no|tok:13a|s:exp|v:2.6.0",
            "nrefs:1|case:mixed|eff:no|tok:13a|smooth:exp|version:2.6.0",
        ),
        (
            "#:1|bs:1000|rs:12345|c:lc|e:yes|tok:zh|s:floor[0.10]|v:2.6.0",
            "nrefs:1|bs:1000|seed:12345|case:lc|eff:yes|tok:zh|smooth:floor[0.10]|version:2.6.0",
        ),
        (
            "#:1|c:mixed|e:yes|nc:6|nw:0|s:no|v:2.6.0",
            "nrefs:1|case:mixed|eff:yes|nc:6|nw:0|space:no|version:2.6.0",
        ),
        (
            "#:1|c:lc|t:tercom|nr:no|pn:yes|as:no|v:2.6.0",
            "nrefs:1|case:lc|tok:tercom|norm:no|punct:yes|asian:no|version:2.6.0",
        ),
        (
            "BLEU|nrefs:1|case:mixed|eff:no|tok:13a|smooth:exp|version:2.6.0",
            "nrefs:1|case:mixed|eff:no|tok:13a|smooth:exp|version:2.6.0",
        ),
    ],
)
def test_sacrebleus_forms_are_parsed(text: str, long: str) -> None:
    assert str(Signature.parse(text)) == long


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            "",
            r"'' in the signature '' is not key:value\. .* like nrefs:1\|.*\|version:2\.6\.0$",
        ),
        ("nrefs:1|tok", r"'tok' in the signature 'nrefs:1\|tok' is not key:value"),
        ("nrefs:1||tok:13a", r"'' in the signature"),
        ("nrefs:", r"'nrefs:' in the signature"),
        ("tok:|c:lc", r"'tok:' in the signature"),
        (":13a", r"':13a' in the signature"),
        ("a:b|:c", r"':c' in the signature"),
        ("tok:13a|tok:intl", r"has 'tok' twice"),
        (None, r"signature None is not a str"),
    ],
)
def test_invalid_signatures_are_refused(text: str, message: str) -> None:
    with pytest.raises(InvalidSignature, match=message):
        Signature.parse(text)


@given(
    st.dictionaries(
        st.from_regex("x[a-z]{1,6}", fullmatch=True),
        st.text(min_size=1).filter(lambda value: value == value.strip()),
        min_size=1,
    )
)
def test_any_value_is_parsed(fields: dict[str, str]) -> None:
    signature = Signature(fields.items())
    assert dict(Signature.parse(str(signature))) == fields
    assert "\n" not in str(signature)


@given(st.floats(min_value=0, allow_infinity=False, allow_nan=False))
def test_any_number_in_brackets_is_parsed(value: float) -> None:
    assert split_bracket(join_bracket("floor", value)) == ("floor", value)


@pytest.mark.parametrize("text", ["floor[much]", "floor[0.1", "floor[", "floor[a[0.1]"])
def test_a_bad_number_in_brackets_is_refused(text: str) -> None:
    with pytest.raises(InvalidSignature, match="is not a name with a number in brackets"):
        split_bracket(text)


def test_a_name_before_a_single_field_is_ignored() -> None:
    assert Signature.parse("BLEU|tok:13a").items() == (("tok", "13a"),)


def test_t_is_a_test_set_except_for_the_tokenizer_of_ter() -> None:
    assert Signature.parse("t:tercom|c:lc").keys() == ("tok", "case")
    assert Signature.parse("t:wmt22|x:tercom").keys() == ("test", "x")


def test_fields_that_differ_are_listed() -> None:
    first, second = Signature.parse("case:lc|tok:13a"), Signature.parse("tok:zh|eff:no")
    assert (
        describe_difference(first, second)
        == "case:lc and case:-, tok:13a and tok:zh, eff:- and eff:no"
    )
    assert describe_difference(first, first) == ""
