"""Scores: attributes, printed lines, dictionaries, equality and copies."""

from __future__ import annotations

import copy
import json
import pickle

import pytest

from truebleu import BLEU, CHRF, TER, BLEUScore, ConfigurationError, Signature

HYPOTHESIS = "the cat sat on the mat"
REFERENCE = "the cat sat on a mat"
SIGNATURE = Signature.parse("nrefs:1|case:mixed|eff:no|tok:13a|smooth:exp|version:2.6.0")


@pytest.fixture
def score() -> BLEUScore:
    return BLEU().corpus_score([HYPOTHESIS], [REFERENCE])


def bleu_score(value: float, precisions: tuple[float, ...] = (50.0,)) -> BLEUScore:
    return BLEUScore(value, (1,), (2,), precisions, 1.0, 6, 6, SIGNATURE)


def test_a_score_has_every_intermediate_value(score: BLEUScore) -> None:
    assert score.value == 53.7284965911771
    assert score.matches == (5, 3, 2, 1)
    assert score.totals == (6, 5, 4, 3)
    assert score.precisions == (83.33333333333333, 60.0, 50.0, 33.333333333333336)
    assert score.brevity_penalty == 1.0
    assert score.hypothesis_length == 6
    assert score.effective_reference_length == 6
    assert score.length_ratio == 1.0
    assert float(score) == score.value


def test_the_line_equals_sacrebleus(score: BLEUScore) -> None:
    line = "53.73 83.3/60.0/50.0/33.3 (BP = 1.000 ratio = 1.000 hyp_len = 6 ref_len = 6)"
    assert str(score) == f"BLEU = {line}"
    assert f"{score}" == str(score)
    assert score.format(signature=True) == f"BLEU|{score.signature} = {line}"


def test_a_score_without_details_is_its_name_and_value() -> None:
    assert str(CHRF().corpus_score([HYPOTHESIS], [REFERENCE])) == "chrF2 = 72.08"


def test_parts_have_docstrings_and_types() -> None:
    for name in BLEUScore.names[1:7]:
        part = getattr(BLEUScore, name)
        assert part.__doc__
        assert part.fget.__annotations__["return"] == BLEUScore.__annotations__[name]


@pytest.mark.parametrize(
    ("width", "shown"), [(0, "54"), (1, "53.7"), (2, "53.73"), (4, "53.7285"), (None, "53.73")]
)
def test_the_width_is_the_number_of_decimals(
    score: BLEUScore, width: int | None, shown: str
) -> None:
    assert score.format(width=width).startswith(f"BLEU = {shown} 83.3/")
    assert f"{score:.3f}" == "53.728"


@pytest.mark.parametrize("width", [-1, 1.5, "2", True])
def test_a_wrong_width_is_refused(score: BLEUScore, width: int) -> None:
    with pytest.raises(ConfigurationError, match="Use an integer from 0"):
        score.format(width=width)


@pytest.mark.parametrize(
    ("value", "width", "shown"),
    [
        (100.0, 2, "100.00"),
        (99.999, 2, "99.99"),
        (99.996, 1, "99.9"),
        (99.6, 0, "99"),
        (99.99, 2, "99.99"),
        (100.00000000000004, 2, "100.00"),
        (0.0, 2, "0.00"),
        (0.004, 2, "0.00"),
        (0.004, 3, "0.004"),
    ],
)
def test_rounding_never_makes_a_score_perfect(value: float, width: int, shown: str) -> None:
    assert bleu_score(value).format(width=width).split()[2] == shown


def test_details_are_rounded_as_sacrebleu_does() -> None:
    assert "100.0/100.0/0.0 (" in str(bleu_score(50.0, (99.97, 100.0, 0.0)))


def test_scale_one_shows_more_decimals() -> None:
    score = BLEU(scale=1).corpus_score([HYPOTHESIS], [REFERENCE])
    assert str(score).startswith("BLEU = 0.5373 0.833/0.600/0.500/0.333 (BP = 1.000 ")
    assert score.scale == 1
    perfect = BLEU(scale=1).corpus_score([HYPOTHESIS], [HYPOTHESIS])
    assert perfect.value == 1.0
    assert str(perfect).startswith("BLEU = 1.0000 1.000/1.000/1.000/1.000 ")


def test_an_average_length_is_a_float_and_others_are_int() -> None:
    average = BLEU(reference_length="average").corpus_score(["a b"], [["a b", "a", "a b c d"]])
    assert average.effective_reference_length == 7 / 3
    assert "ref_len = 2.333)" in str(average)
    even = BLEU(reference_length="average").corpus_score(["a b"], ["a b"])
    assert type(even.effective_reference_length) is float
    assert "hyp_len = 2 ref_len = 2.0)" in str(even)
    assert type(BLEU().corpus_score(["a"], ["a"]).effective_reference_length) is int


def test_the_ratio_is_zero_for_empty_references() -> None:
    assert BLEU().corpus_score(["a"], [""]).length_ratio == 0.0


def test_the_dictionary_can_be_written_as_json(score: BLEUScore) -> None:
    assert json.loads(json.dumps(score.to_dict())) == {
        "metric": "BLEU",
        "value": 53.7284965911771,
        "matches": [5, 3, 2, 1],
        "totals": [6, 5, 4, 3],
        "precisions": [83.33333333333333, 60.0, 50.0, 33.333333333333336],
        "brevity_penalty": 1.0,
        "hypothesis_length": 6,
        "effective_reference_length": 6,
        "length_ratio": 1.0,
        "signature": str(score.signature),
    }


def test_scores_are_equal_when_all_parts_are(score: BLEUScore) -> None:
    same = BLEU().corpus_score([HYPOTHESIS], [REFERENCE])
    assert score == same
    assert hash(score) == hash(same)
    assert score != BLEU(smoothing="none").corpus_score([HYPOTHESIS], [REFERENCE])
    assert score != score.value
    assert score != bleu_score(score.value)


def test_scores_have_no_order(score: BLEUScore) -> None:
    with pytest.raises(TypeError):
        score < score  # type: ignore[operator]  # noqa: B015, PLR0124
    with pytest.raises(TypeError):
        max(score, bleu_score(1.0))  # type: ignore[call-overload]


def test_scores_cannot_be_changed(score: BLEUScore) -> None:
    with pytest.raises(AttributeError, match="a BLEUScore cannot be changed"):
        score.value = 100.0  # type: ignore[misc]
    with pytest.raises(AttributeError, match="a BLEUScore cannot be changed"):
        del score.value
    with pytest.raises(AttributeError, match="a BLEUScore cannot be changed"):
        setattr(score, "note", "mine")  # noqa: B010
    assert not hasattr(score, "__dict__")


def test_scores_can_be_pickled_and_copied(score: BLEUScore) -> None:
    assert pickle.loads(pickle.dumps(score)) == score
    assert copy.deepcopy(score) == score
    assert type(pickle.loads(pickle.dumps(score))) is BLEUScore


def test_the_repr_names_every_part(score: BLEUScore) -> None:
    shown = repr(score)
    assert shown.startswith("BLEUScore(value=53.7284965911771, matches=(5, 3, 2, 1), ")
    assert shown.endswith(f"signature=Signature.parse({str(score.signature)!r}))")


def test_bleu_is_explained_and_other_scores_raise_an_error(score: BLEUScore) -> None:
    explanation = score.explain()
    assert score.value == pytest.approx(100 - sum(loss.points for loss in explanation.factors))
    ter = TER().corpus_score([HYPOTHESIS], [REFERENCE])
    with pytest.raises(ConfigurationError, match=r"got TER.*: edits, reference_length\.$"):
        ter.explain()


def test_an_order_of_weight_0_does_not_count() -> None:
    metric = BLEU(weights=[1, 0], tokenizer="none")
    score = metric.corpus_score(["a b c"], ["a x c"])  # no bigram matches
    assert score.value == pytest.approx(200 / 3)
    losses = [loss.points for loss in score.explain().factors if loss.points]
    assert losses == pytest.approx([100 / 3])
