"""Conventions on equal texts, and diagnoses of two scores: moves that add up to a difference."""

from __future__ import annotations

import json
import pickle
from itertools import combinations
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.in_one_test import in_one_test
from tests.requirements import TESTDATA
from truebleu import BLEU, CHRF, GLEU, ConfigurationError, InputError, References, UnknownConvention
from truebleu.display.formats import render
from truebleu.explanation.diagnose import diagnose
from truebleu.explanation.identify import identify
from truebleu.explanation.settings.recipe import Recipe
from truebleu.explanation.settings.rescoring import Rescorer
from truebleu.explanation.settings.shapley import split
from truebleu.explanation.tools import compare_conventions
from truebleu.inputs.batch import read
from truebleu.metrics import conventions
from truebleu.metrics.conventions import CONVENTIONS, of_metric
from truebleu.wording import signed

HYPOTHESES = [
    "The committee approved the new budget on Monday, 3.5% more!",
    "It rained all day long in the north.",
    "",
    "She did not answer the phone call yesterday.",
    "Good.",
]
REFERENCES = [
    "The committee has approved the new budget on monday evening, 3.5 % more.",
    "It rained all day in the north of the country.",
    "Nobody came.",
    "She did not answer the phone yesterday.",
    "Good morning.",
]
RAGAS = "The cat sat on the mat. It rained all day long."
OTHERS = [text.upper() if place % 2 else f"so {text}" for place, text in enumerate(REFERENCES)]
INPUTS = json.loads((TESTDATA / "golden" / "inputs.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("case", INPUTS)
@in_one_test("base", ["sacrebleu", "nltk", "coco"])
def test_moves_add_up_to_the_difference_between_conventions(case: str, base: str) -> None:
    texts = INPUTS[case]["hypotheses"], References.per_segment(INPUTS[case]["references"])
    result = compare_conventions(*texts, against=base)
    assert {tool.name for tool in result.tools} == set(CONVENTIONS)
    for tool in result.tools:
        if tool.points is None:
            assert tool.problem
            continue
        metric = conventions.metric(tool.name)
        assert tool.value is not None
        assert tool.value == metric.corpus_score(*texts).value
        assert tool.points == pytest.approx(tool.value * 100 / tool.scale, abs=1e-12)
        if tool.gap is not None:
            assert sum(move.points for move in tool.moves) == pytest.approx(tool.gap, abs=1e-9)


def test_another_formula_is_one_move() -> None:
    result = compare_conventions(HYPOTHESES, REFERENCES, against="nltk")
    line = result.tool("google-bleu")
    assert line.value is not None
    assert line.value == GLEU().corpus_score(HYPOTHESES, REFERENCES).value
    assert [move.part for move in line.moves] == ["another formula (GLEU)"]
    assert line.gap == pytest.approx(100 * line.value - (result.tool("nltk").points or 0))
    with pytest.raises(ConfigurationError, match="Choose a convention of BLEU"):
        compare_conventions(HYPOTHESES, REFERENCES, against="google-bleu")
    several = compare_conventions(HYPOTHESES, [REFERENCES, OTHERS], against="fairseq")
    assert several.tool("google-bleu").gap is None
    assert "preset with several references: multi-bleu" in several.tool("google-bleu").problem
    assert "preset with several references: multi-bleu" in several.tool("fairseq").problem


@in_one_test(("first", "second"), list(combinations(of_metric("BLEU"), 2)))
def test_moves_add_up_between_any_two_conventions(first: str, second: str) -> None:
    a, b = (BLEU(convention=name).corpus_score(HYPOTHESES, REFERENCES) for name in (first, second))
    diagnosis = diagnose(a, b, HYPOTHESES, REFERENCES)
    assert sum(move.points for move in diagnosis.moves) == pytest.approx(diagnosis.gap, abs=1e-9)
    assert (diagnosis.remainder, diagnosis.needs) == (0.0, "")


def test_an_undefined_score_is_not_decomposed() -> None:
    """The two rules of smoothing differ, and no score is defined between them."""
    first, second = (Recipe.of(BLEU(smoothing=name)) for name in ("exp", "none"))

    def none(recipe: Recipe) -> float:
        raise InputError(f"no score of {recipe!r}")

    with pytest.raises(InputError, match=r"^no score of Recipe\(\{"):
        split(first, second, none, first.differing(second))


def test_a_single_changed_rule_explains_its_difference() -> None:
    result = compare_conventions(HYPOTHESES, [REFERENCES, OTHERS])
    moves = {move.part: move for move in result.tool("huggingface").moves}
    shortest = BLEU(reference_length="shortest", smoothing="none").corpus_score(
        HYPOTHESES, [REFERENCES, OTHERS]
    )
    base = BLEU().corpus_score(HYPOTHESES, [REFERENCES, OTHERS])
    assert moves["reference length"].points == pytest.approx(shortest.value - base.value)
    assert moves["reference length"].alone == pytest.approx(shortest.value - base.value)


def test_undefined_scores_name_their_reason() -> None:
    result = compare_conventions(HYPOTHESES, [REFERENCES, OTHERS])
    refused = [tool for tool in result.tools if tool.points is None]
    assert {tool.name for tool in refused} >= {"futureagi-yaml", "futureagi-catalog"}
    assert all("2" in tool.problem and tool.gap is None for tool in refused)
    with_that_base = compare_conventions(HYPOTHESES, [REFERENCES, OTHERS], against="futureagi-yaml")
    nltk = with_that_base.tool("nltk")
    assert nltk.points is not None
    assert nltk.gap is None
    assert "not compared" in nltk.problem
    lines = render(with_that_base, "text")
    assert next(line for line in lines if line.startswith("nltk ")).endswith(nltk.problem)
    with pytest.raises(UnknownConvention, match="Did you mean 'nltk'"):
        compare_conventions(HYPOTHESES, REFERENCES, against="nltkk")
    with pytest.raises(UnknownConvention, match="Did you mean 'nltk'"):
        result.tool("nltkk")


def test_scores_of_common_mistakes() -> None:
    result = compare_conventions(HYPOTHESES, REFERENCES)
    string, swapped, sentences, segment = result.mistakes
    characters = [list(text) for text in HYPOTHESES], [list(text) for text in REFERENCES]
    assert string.value == BLEU(convention="nltk").corpus_score(*characters).value
    assert swapped.value == BLEU().corpus_score(REFERENCES, HYPOTHESES).value
    tokens = compare_conventions(*characters)
    assert [line.name for line in tokens.mistakes] == [
        "sacrebleu, references swapped with hypotheses",
        "sacrebleu, the first segment alone",
    ]
    assert sentences.name == "sacrebleu, the first sentence alone (Ragas)"
    # No text is split, so Ragas has the mean of sacreBLEU's scores.
    pairs = zip(HYPOTHESES, REFERENCES, strict=True)
    values = [BLEU().corpus_score([one], [other]).value for one, other in pairs]
    assert sentences.value == pytest.approx(sum(values) / len(values))
    first = BLEU().corpus_score(HYPOTHESES[:1], References.per_segment([REFERENCES]))
    assert segment.value == first.value
    assert all(move.part != "tokenization" for tool in tokens.tools for move in tool.moves)
    json.dumps(result.to_dict(), allow_nan=False)


SETTINGS = st.fixed_dictionaries(
    {},
    optional={
        "convention": st.sampled_from(sorted(of_metric("BLEU"))),
        "smoothing": st.sampled_from(["none", "floor", "add-k", "exp", "method4", "laplace"]),
        "max_ngram_order": st.integers(1, 5),
        "effective_order": st.booleans(),
        "average": st.sampled_from(["micro", "macro"]),
        "lowercase": st.sampled_from([False, True, "ascii", "after", "references-after"]),
        "tokenizer": st.sampled_from(["13a", "none", "intl", "char"]),
        "reference_length": st.sampled_from(["closest", "shortest", "average"]),
    },
)


@given(SETTINGS)
def test_a_recipe_gives_the_score_of_its_metric(settings: dict[str, Any]) -> None:
    metric = BLEU(**settings)
    rescorer = Rescorer(read(HYPOTHESES, REFERENCES))
    expected = metric.corpus_score(HYPOTHESES, REFERENCES).value
    assert rescorer.value(Recipe.of(metric)) == expected


@given(SETTINGS, SETTINGS)
def test_scores_are_diagnosed(first: dict[str, Any], second: dict[str, Any]) -> None:
    a, b = (BLEU(**each).corpus_score(HYPOTHESES, REFERENCES) for each in (first, second))
    by_counts = diagnose(a, b)
    total = sum(move.points for move in by_counts.moves) + by_counts.remainder
    assert total == pytest.approx(by_counts.gap, abs=1e-9)
    assert by_counts.gap == pytest.approx(100 * (b.value / b.scale - a.value / a.scale), abs=1e-9)
    assert by_counts.needs or by_counts.remainder == 0.0
    by_texts = diagnose(a, b, HYPOTHESES, REFERENCES)
    assert sum(move.points for move in by_texts.moves) == pytest.approx(by_texts.gap, abs=1e-9)
    assert str(by_texts).startswith(f"{signed(by_texts.gap, 2)} points")


def test_differences_by_tokenization_need_the_texts() -> None:
    first = BLEU().corpus_score(HYPOTHESES, REFERENCES)
    diagnosis = diagnose(first, BLEU(smoothing="add-k").corpus_score(HYPOTHESES, REFERENCES))
    assert [move.part for move in diagnosis.moves] == ["smoothing"]
    assert diagnosis.fields == (("smooth", "exp", "add-k[1.00]"),)
    assert diagnosis.needs == ""
    diagnosis = diagnose(first, BLEU(tokenizer="none").corpus_score(HYPOTHESES, REFERENCES))
    assert diagnosis.moves == ()
    assert diagnosis.remainder == diagnosis.gap
    assert diagnosis.needs.startswith("tokenization changes the counts")


def test_scores_of_different_texts_are_noticed() -> None:
    first = BLEU().corpus_score(HYPOTHESES, REFERENCES)
    second = BLEU().corpus_score(HYPOTHESES, OTHERS)
    assert "different texts" in diagnose(first, second).needs
    with_texts = diagnose(first, second, HYPOTHESES, REFERENCES)
    assert "with the second signature" in with_texts.needs
    assert with_texts.remainder == pytest.approx(with_texts.gap)


def test_only_pairs_of_bleu_scores_are_diagnosed() -> None:
    score = BLEU().corpus_score(HYPOTHESES, REFERENCES)
    with pytest.raises(ConfigurationError, match="CHRFScore"):
        diagnose(score, CHRF().corpus_score(HYPOTHESES, REFERENCES))  # type: ignore[arg-type]
    with pytest.raises(InputError, match="neither"):
        diagnose(score, score, HYPOTHESES)


def test_a_diagnosis_can_be_printed_and_serialized() -> None:
    first = BLEU().corpus_score(HYPOTHESES, REFERENCES)
    second = BLEU(convention="nltk").corpus_score(HYPOTHESES, REFERENCES)
    diagnosis = diagnose(first, second)
    assert "tokenization and short segments change the counts" in diagnosis.needs
    assert str(diagnosis).endswith(f"\n  {diagnosis.remainder:+.2f} unexplained: {diagnosis.needs}")
    data = json.loads(json.dumps(diagnosis.to_dict(), allow_nan=False))
    assert data["fields"] == [list(field) for field in diagnosis.fields]
    assert data["moves"] == [move.to_dict() for move in diagnosis.moves]
    assert diagnose(first, second) == diagnosis


def test_rules_that_give_no_score_together_are_named() -> None:
    """Method 6 needs a match of order 3, but the other score has two orders."""
    texts = ["a b c d e"], ["a b c d f"]
    nltk = BLEU(convention="nltk", smoothing="method6", max_ngram_order=3)
    first, second = (metric.corpus_score(*texts) for metric in (nltk, BLEU(max_ngram_order=2)))
    diagnosis = diagnose(first, second, *texts)
    assert diagnosis.moves == ()
    assert diagnosis.remainder == diagnosis.gap != 0
    assert diagnosis.needs.startswith("a mixture of both settings has no score: ")
    assert "method6 needs a match of order 3" in diagnosis.needs


def test_counts_without_a_score_between_two_rules_are_named() -> None:
    """Method 4 divides by totals that are 0 except under NLTK's rule."""
    texts = ["a", "b c"], ["a", "b d"]
    nltk = BLEU(convention="nltk", smoothing="method4")
    first, second = (metric.corpus_score(*texts) for metric in (BLEU(), nltk))
    diagnosis = diagnose(first, second)
    assert diagnosis.moves == ()
    assert diagnosis.remainder == diagnosis.gap != 0
    assert "both settings has no score" in diagnosis.needs
    assert diagnosis.needs.endswith("diagnose(first, second, hypotheses, references)")
    assert diagnose(first, second, *texts).needs == ""


@pytest.mark.parametrize(
    ("response", "reference", "recorded"),
    [
        ("The cat sat on the mat. Nonsense here.", RAGAS, 1),
        ("Nonsense here now. It rained all day long.", RAGAS, 0),
        ("It rained all day long. The cat sat on the mat.", RAGAS, 0.8187307530779823),
        ("It rained all day long.", RAGAS, 1),
    ],
)
def test_the_score_of_ragas(response: str, reference: str, recorded: float) -> None:
    """The recorded scores are those of Ragas for two sentences."""
    ragas = compare_conventions([response], [reference]).mistakes[2]
    assert ragas.points == pytest.approx(100 * recorded)


def test_swapped_texts_take_references_of_all_streams() -> None:
    streams = References.streams([[REFERENCES[0], None], [None, REFERENCES[1]]])
    expected = compare_conventions(HYPOTHESES[:2], REFERENCES[:2]).mistakes[1]
    assert expected.value
    assert compare_conventions(HYPOTHESES[:2], streams).mistakes[1].value == expected.value


def test_results_have_the_common_methods() -> None:
    first, second = (
        BLEU(smoothing=name).corpus_score(HYPOTHESES, REFERENCES) for name in ("exp", "floor")
    )
    for result in (
        compare_conventions(HYPOTHESES[:2], REFERENCES[:2]),
        diagnose(first, second),
        identify(HYPOTHESES[:2], REFERENCES[:2], "27.3", tool="matlab"),
    ):
        assert json.loads(result.to_json()) == result.to_dict()
        assert result.to_text()
        assert all(result._repr_mimebundle_().values())
        assert pickle.loads(pickle.dumps(result)) == result
