"""Edited hypotheses: scores equal those of the changed texts, with every tokenizer."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.report.reading import tokens_of as read_tokens
from tests.server.local_server import REFERENCE, SYSTEMS, LocalServer
from truebleu import BLEU
from truebleu.metrics.base.settings import CASE_NAMES
from truebleu.server.corpus import Corpus
from truebleu.server.edits import WhatIf

NAME = SYSTEMS[0].name
TEXTS = SYSTEMS[0].read_text(encoding="utf-8").splitlines()
LINES = REFERENCE.read_text(encoding="utf-8").splitlines()

EDITS = st.lists(
    st.tuples(
        st.integers(0, len(TEXTS) - 1),
        st.one_of(
            st.sampled_from(LINES),
            st.text(
                st.characters(exclude_categories=["Cs"], exclude_characters="\r\n"), max_size=60
            ),
        ),
    ),
    max_size=6,
)


def scores(server: LocalServer, edits: Any) -> Any:
    answer = server.post("score", {"system": NAME, "edits": edits})
    assert answer.status_code == 200, answer.text
    return answer.json()


def check(answer: Any, edits: list[tuple[int, str]], metric: BLEU) -> None:
    changed = dict(edits)
    texts = [changed.get(index, text) for index, text in enumerate(TEXTS)]
    assert answer["before"] == metric.corpus_score(TEXTS, LINES).value
    assert answer["after"] == metric.corpus_score(texts, LINES).value
    for segment in answer["segments"]:
        index = segment["segment"]
        own = metric.sentence_score(texts[index], LINES[index])
        assert segment["after"] == own.value
        assert segment["before"] == metric.sentence_score(TEXTS[index], LINES[index]).value
        case = CASE_NAMES[metric.lowercase]
        tokens = read_tokens(texts[index], segment["boundaries"], case)
        assert segment["counts"]["hypothesis_length"] == len(tokens)


@settings(max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(edits=EDITS)
def test_edits_give_the_scores_of_the_changed_texts(
    scored: LocalServer, edits: list[tuple[int, str]]
) -> None:
    check(scores(scored, edits), edits, BLEU())


@pytest.mark.parametrize("tokenizer", ["intl", "zh", "char", "none"])
@pytest.mark.parametrize("lowercase", [False, True])
def test_edits_with_every_tokenizer(scored: LocalServer, tokenizer: str, lowercase: bool) -> None:
    chosen = {"tokenizer": tokenizer, "lowercase": lowercase}
    changes = {key: value for key, value in chosen.items() if value is not False}
    assert scored.post("start", {"settings": changes}).status_code == 200
    edits = [(0, "Machinery Maker's FORECAST: €5—up"), (7, LINES[7]), (9, "")]
    check(scores(scored, edits), edits, BLEU(tokenizer=tokenizer, lowercase=lowercase))


@pytest.mark.parametrize(
    ("lowercase", "tokens"),
    [(False, "AΣÄ"), (True, "aσä"), ("ascii", "aΣÄ"), ("after", "aσä"),
     ("references-after", "aσä")],
)  # fmt: skip
def test_shown_tokens_are_lowercased_as_the_metric_does(lowercase: bool | str, tokens: str) -> None:
    assert tokens_of("AΣÄ", lowercase) == list(tokens)


@pytest.mark.parametrize(
    ("lowercase", "tokens"), [(True, "ας"), ("after", "ασ"), ("references-after", "ας")]
)
def test_shown_tokens_are_lowercased_before_or_after_tokenizing(
    lowercase: bool | str, tokens: str
) -> None:
    """A sigma has another lowercase form at the end of a word, but not as a token of its own."""
    assert tokens_of("ΑΣ", lowercase) == list(tokens)


def tokens_of(text: str, lowercase: bool | str) -> list[str]:
    """Return the tokens that the controller shows, and check that the core counts as many."""
    corpus = Corpus(
        systems={"one": ["x"]},
        streams=[["x"]],
        reference_names=["r"],
        source=None,
        documents=None,
        files=[None],
    )
    controller = WhatIf(corpus, BLEU(tokenizer="char", lowercase=lowercase))
    (segment,) = controller.scored("one", [[0, text]])["segments"]
    result = read_tokens(text, segment["boundaries"], CASE_NAMES[lowercase])
    assert segment["counts"]["hypothesis_length"] == len(result)
    return result


@pytest.mark.parametrize(
    "edits",
    [None, {}, "x", [1], [[0]], [[0, 1]], [["0", "x"]], [[-1, "x"]], [[104, "x"]], [[True, "x"]],
     [[0.0, "x"]], [[0, "x", 2]], [[0, "\ud800"]]],
    ids=str,
)  # fmt: skip
def test_wrong_edits_are_refused(scored: LocalServer, edits: Any) -> None:
    answer = scored.post("score", {"system": NAME, "edits": edits})
    assert answer.status_code == 422
    assert "\n" not in answer.json()["error"]


@pytest.mark.parametrize("system", [None, 0, "nobody", ["weak"], {"a": 1}])
def test_unknown_systems_are_refused(scored: LocalServer, system: Any) -> None:
    for path in ("score", "systems"):
        sent = {"system": system, "edits": [], "name": "new"}
        assert scored.post(path, sent).status_code == 422


def test_an_edited_system_is_saved_and_scored(scored: LocalServer) -> None:
    edits = [(0, LINES[0]), (3, LINES[3])]
    data = scores(scored, edits)
    sent = {"name": "../<b>better</b>", "system": NAME, "edits": edits}
    assert scored.post("systems", sent).status_code == 200
    meta = scored.get("meta").json()
    names = [*(path.name for path in SYSTEMS), "../<b>better</b>"]
    assert [system["name"] for system in meta["systems"]] == names
    assert meta["systems"][-1]["value"] == data["after"]
    assert meta["systems"][0]["value"] == data["before"]
    assert scored.state()["generation"] == 2


@pytest.mark.parametrize("name", [None, "", "  ", 5])
def test_a_saved_system_needs_a_name(scored: LocalServer, name: Any) -> None:
    assert scored.post("systems", {"name": name, "system": NAME, "edits": []}).status_code == 422
    assert len(scored.state()["files"]) == 3


def test_a_text_of_several_lines_is_scored_but_not_saved(scored: LocalServer) -> None:
    edits = [(0, "two\nlines")]
    check(scores(scored, edits), edits, BLEU())
    answer = scored.post("systems", {"name": "new", "system": NAME, "edits": edits})
    assert answer.status_code == 422
    assert "more than one line" in answer.json()["error"]


def test_edits_of_methods_that_depend_on_the_last_segment() -> None:
    """NLTK's methods 5 to 7 depend on the last segment, so rows cannot be added."""
    metric = BLEU(convention="nltk", smoothing="method5")
    corpus = Corpus(
        systems={NAME: TEXTS},
        streams=[list(LINES)],
        reference_names=["r"],
        source=None,
        documents=None,
        files=[NAME],
    )
    for index in (0, len(TEXTS) - 1):
        edits = [(index, LINES[index])]
        result = WhatIf(corpus, metric).scored(NAME, [list(edit) for edit in edits])
        check(result, edits, metric)
