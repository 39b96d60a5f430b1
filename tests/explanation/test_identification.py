"""Identification of the settings of a score: parsing, search, order and messages."""

from __future__ import annotations

import json
from decimal import Decimal
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from truebleu import (
    BLEU,
    ConfigurationError,
    EmptyCorpus,
    LengthMismatch,
    References,
    UnknownConvention,
)
from truebleu.explanation.identify import Identification, Match, Reported, identify
from truebleu.explanation.settings.variants import SETTINGS

HYPOTHESES = [
    "The committee approved the new budget on Monday, 3.5% more!",
    "It rained all day long in the north of it, he said.",
    "She did not answer the phone call yesterday.",
    "Good.",
]
REFERENCES = [
    "The committee has approved the new budget on monday evening, 3.5 % more.",
    "It rained all day in the north of it, they said.",
    "She did not answer the phone yesterday.",
    "Good morning.",
]
OTHERS = [
    "On Monday the committee approved the new budget, 3.5% more.",
    "It had rained all day long in the north, he said.",
    "Yesterday she did not pick up the phone.",
    "Good day.",
]


def names(found: Identification) -> list[str]:
    return [match.name for match in found.matches]


def test_unchanged_conventions_come_first() -> None:
    value = BLEU().corpus_score(HYPOTHESES, REFERENCES).value
    identification = identify(HYPOTHESES, REFERENCES, f"{value:.2f}")
    first = identification.matches[0]
    assert (first.convention, first.changes, first.cost) == ("sacrebleu", (), 0)
    assert first.reading is not None
    assert (first.reading.how, first.reading.scale) == ("rounded", 100)
    costs = [
        match.cost
        for match in identification.matches
        if match.reading == first.reading and "scale:1|" not in match.signature
    ]
    assert len(costs) > 1
    assert costs == sorted(costs)
    assert BLEU.from_signature(first.signature).corpus_score(HYPOTHESES, REFERENCES).value == value


@pytest.mark.parametrize(
    ("changes", "name"),
    [
        ({"lowercase": True}, "sacrebleu, lowercase=True"),
        ({"tokenizer": "none"}, "sacrebleu, tokenizer=none"),
        ({"max_ngram_order": 2}, "sacrebleu, max_ngram_order=2"),
        ({"average": "macro"}, "sacrebleu, average=macro"),
        ({"convention": "nltk", "smoothing": "method2"}, "nltk, smoothing=add-k"),
        ({"convention": "futureagi"}, "futureagi"),
    ],
)
def test_a_changed_setting_is_identified(changes: dict[str, Any], name: str) -> None:
    value = BLEU(**changes).corpus_score(HYPOTHESES, REFERENCES).value
    identification = identify(HYPOTHESES, REFERENCES, value)
    assert name in names(identification)
    assert all(
        abs(match.points - identification.matches[0].points) < 1e-9
        for match in identification.matches
    )


def test_single_references_and_swapped_texts() -> None:
    value = BLEU().corpus_score(HYPOTHESES, OTHERS).value
    identification = identify(HYPOTHESES, [REFERENCES, OTHERS], value)
    assert "sacrebleu, reference 2 alone" in names(identification)
    match = next(
        match for match in identification.matches if match.name == "sacrebleu, reference 2 alone"
    )
    assert match.signature.startswith("nrefs:1|")
    value = BLEU().corpus_score(REFERENCES, HYPOTHESES).value
    identification = identify(HYPOTHESES, REFERENCES, value)
    assert "sacrebleu, references swapped with hypotheses" in names(identification)


def test_strings_in_place_of_token_lists() -> None:
    characters = [list(text) for text in HYPOTHESES], [list(text) for text in REFERENCES]
    value = BLEU(convention="nltk").corpus_score(*characters).value
    assert "nltk, characters as tokens" in names(identify(HYPOTHESES, REFERENCES, value))


def test_the_reference_length_and_one_reference_conventions() -> None:
    both = [REFERENCES, OTHERS]
    value = BLEU(reference_length="longest").corpus_score(HYPOTHESES, both).value
    assert "sacrebleu, reference_length=longest" in names(identify(HYPOTHESES, both, value))
    value_of_one = BLEU(convention="futureagi-yaml").corpus_score(HYPOTHESES, OTHERS).value
    identification = identify(HYPOTHESES, both, value_of_one)
    assert "futureagi-yaml, reference 2 alone" in names(identification)
    assert "futureagi-yaml" not in names(identification)


def test_tokenized_text_is_tried_detokenized() -> None:
    spaced = [f"{text[:-1]} {text[-1]}" for text in HYPOTHESES]
    value = BLEU(tokenizer="none").corpus_score(HYPOTHESES, REFERENCES).value
    identification = identify(spaced, REFERENCES, value, tool="sacrebleu")
    assert "sacrebleu, tokenizer=none, hypotheses detokenized" in names(identification)


def test_scales_and_rounding() -> None:
    value = BLEU().corpus_score(HYPOTHESES, REFERENCES).value
    reported = f"{value / 100:.12f}"
    for text, scale in ((reported, 1), (f"{value:.10f}", 100), (f"{value:.10f} %", 100)):
        identification = identify(HYPOTHESES, REFERENCES, text)
        match = next(match for match in identification.matches if match.name == "sacrebleu")
        assert match.reading is not None
        assert match.reading.scale == scale
    # A score between 0 and 1 is more likely one of a tool with that scale.
    assert identify(HYPOTHESES, REFERENCES, reported).matches[0].convention == "huggingface"
    reading = Reported.read("27.3").reading(27.39, 100)
    assert reading is not None
    assert reading.how == "truncated"
    assert Reported.read("27.3").reading(27.41, 100) is None
    assert Reported.read("27.3").reading(0.2734, 1) == Reported.read("27.3").reading(27.34, 100)


def test_reported_scores_are_parsed() -> None:
    assert Reported.read(27.3).decimals == 1
    assert Reported.read("27,30").value == Decimal("27.30")
    assert Reported.read("27.345", 1).reading(27.3, 100) is not None
    for wrong in ("", ".", "abc", "-3", "101", "nan", True, None, "1e999", "27.3 of 100"):
        with pytest.raises(ConfigurationError, match="score"):
            Reported.read(wrong)
    with pytest.raises(ConfigurationError, match="precision"):
        Reported.read("27.3", -1)


def test_no_settings_give_the_score() -> None:
    identification = identify(HYPOTHESES, REFERENCES, "3.14159265")
    assert identification.matches == ()
    assert len(identification.nearest) == 3
    distances = [abs(match.points - 3.14159265) for match in identification.nearest]
    assert distances == sorted(distances)
    assert identification.tried > 5000


def test_the_search_can_be_limited_to_one_tool() -> None:
    identification = identify(HYPOTHESES, REFERENCES, 0.3, tool="nltk", precision=0)
    assert {match.convention for match in identification.matches} == {"nltk"}
    family = identify(HYPOTHESES, REFERENCES, 0.3, tool="futureagi", precision=0)
    assert {match.convention for match in family.matches} > {"futureagi", "futureagi-yaml"}
    with pytest.raises(UnknownConvention):
        identify(HYPOTHESES, REFERENCES, 0.3, tool="word")


def test_misaligned_files_are_reported_first() -> None:
    lines = [f"{text} It is number {n}." for n, text in enumerate(HYPOTHESES * 25)]
    identification = identify(["Not this one.", *lines[:-1]], lines, "27.3", tool="matlab")
    assert any("shifted" in warning for warning in identification.warnings)
    assert identify(lines, lines, "27.3", tool="matlab").warnings != identification.warnings
    with pytest.raises(LengthMismatch):
        identify(HYPOTHESES[:-1], REFERENCES, "27.3")


def test_tokens_and_uneven_references() -> None:
    tokens = [text.split() for text in HYPOTHESES], [text.split() for text in REFERENCES]
    value = BLEU().corpus_score(*tokens).value
    identification = identify(*tokens, value)
    assert identification.matches[0].name == "sacrebleu"
    assert not any("tokenizer" in name for name in names(identification))
    uneven = References.per_segment([[a, b] for a, b in zip(REFERENCES, OTHERS, strict=True)])
    uneven = References.per_segment([*map(list, uneven.lists[:-1]), ["Good day."]])
    value = BLEU().corpus_score(HYPOTHESES, uneven).value
    identification = identify(HYPOTHESES, uneven, value)
    assert identification.matches[0].name == "sacrebleu"
    assert identification.matches[0].signature.startswith("nrefs:var|")


def test_matches_have_no_change_without_effect() -> None:
    identification = identify(HYPOTHESES, REFERENCES, "50", precision=0)
    assert [match for group in identification.groups for match in group] != []
    assert sum(map(len, identification.groups)) == len(identification.matches)
    by_name: dict[tuple[str, frozenset[str]], Match] = {
        (match.convention, frozenset(match.changes)): match for match in identification.matches
    }
    for (convention, changes), match in by_name.items():
        for change in changes:
            simpler = by_name.get((convention, changes - {change}))
            assert simpler is None or abs(simpler.points - match.points) > 1e-9
    json.dumps(identification.to_dict(), allow_nan=False)


PRODUCT = st.fixed_dictionaries(
    {},
    optional={
        "tokenizer": st.sampled_from(["13a", "none", "intl", "char"]),
        "lowercase": st.booleans(),
        "smoothing": st.sampled_from(SETTINGS["smoothing"].usual),
        "max_ngram_order": st.sampled_from(SETTINGS["max_ngram_order"].usual),
        "effective_order": st.just(value=True),
        "average": st.sampled_from(["micro", "macro"]),
        "reference_length": st.sampled_from(["closest", "shortest", "longest", "average"]),
    },
)


@given(PRODUCT, st.booleans())
@settings(max_examples=10, deadline=None)
def test_usual_settings_are_among_the_matches(given_: dict[str, Any], second: bool) -> None:
    references = [OTHERS] if second else [REFERENCES, OTHERS]
    metric = BLEU(**given_)
    value = metric.corpus_score(HYPOTHESES, references).value
    assume(value > 0)
    identification = identify(HYPOTHESES, [REFERENCES, OTHERS], value, tool="sacrebleu")
    expected = {f"{name}={_typed(setting)}" for name, setting in given_.items()}
    expected |= {"reference 2 alone"} if second else set()
    # A match has no setting that makes no difference.
    assert any(set(match.changes) <= expected for match in identification.matches)


def _typed(setting: object) -> object:
    return {"method2": "add-k"}.get(str(setting), setting)


def test_every_signature_gives_its_score() -> None:
    identification = identify(HYPOTHESES, [REFERENCES, OTHERS], "50", precision=0)
    checked = 0
    for match in identification.matches:
        if any("=" not in change for change in match.changes):
            continue  # they need other texts, or characters
        metric = BLEU.from_signature(match.signature)
        value = metric.corpus_score(HYPOTHESES, [REFERENCES, OTHERS]).value
        assert value * 100 / metric.scale == pytest.approx(match.points, abs=1e-9), match.name
        checked += 1
    assert checked > 100


@pytest.mark.parametrize(("metric", "tool"), [("bleu", "matlab"), ("chrf", None)])
def test_progress_is_reported_until_all_are_tried(metric: str, tool: str | None) -> None:
    calls: list[tuple[int, int]] = []
    identify(
        HYPOTHESES,
        REFERENCES,
        "50",
        metric=metric,
        tool=tool,
        progress=lambda done, total: calls.append((done, total)),
    )
    tried = [done for done, _ in calls]
    assert len(tried) > 2
    assert tried == sorted(tried)
    assert {total for _, total in calls} == {tried[-1]}
    assert tried[0] == 0


@pytest.mark.parametrize(
    ("settings", "said"),
    [
        ({"tokenizers": "char"}, r"tokenizers='char' is not a list of tokenizers"),
        ({"progress": 5}, r"progress=5 is not callable"),
        ({"tool": 5}, "unknown tool 5. Choose from: sacrebleu"),
    ],
)
def test_wrong_settings_are_refused(settings: dict[str, Any], said: str) -> None:
    with pytest.raises(ConfigurationError, match=said):
        identify(["a"], ["a"], "27.3", **settings)


def test_the_repr_is_short() -> None:
    identification = identify(["a b c d e"], ["a b c d f"], "66.87", tool="nltk")
    assert repr(identification) == (
        f"<Identification of 66.87: {len(identification.matches)} of {identification.tried} "
        "configurations>"
    )


def test_an_empty_corpus_has_no_settings() -> None:
    with pytest.raises(EmptyCorpus, match="Pass at least one segment"):
        identify([], [], "27.3")


def test_counts_are_recomputed_when_memory_is_limited(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    expected = identify(HYPOTHESES, REFERENCES, "27.3", tool="nltk")
    monkeypatch.setattr("truebleu.explanation.settings.rescoring.MAX_CELLS", 1)
    assert identify(HYPOTHESES, REFERENCES, "27.3", tool="nltk") == expected
