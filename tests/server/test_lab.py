"""Scores under other settings: they equal those of the metrics, and so do changed segments."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from tests.news import REFERENCES
from tests.server.local_server import REFERENCE, SYSTEMS, LocalServer
from truebleu import BLEU, References

TEXTS = {path.name: path.read_text(encoding="utf-8").splitlines() for path in SYSTEMS}
LINES = REFERENCE.read_text(encoding="utf-8").splitlines()


def tried(server: LocalServer, settings: dict[str, Any]) -> Any:
    answer = server.post("lab", {"settings": settings})
    assert answer.status_code == 200, answer.text
    return answer.json()


def metric_of(settings: dict[str, Any]) -> BLEU:
    return BLEU(**settings)


def test_every_setting_gives_the_score_of_its_metric(scored: LocalServer) -> None:
    variants = scored.get("lab").json()["variants"]
    assert {variant["setting"] for variant in variants} == {
        "tokenizer", "case", "smoothing", "order", "effective order", "convention",
    }  # fmt: skip
    usual = {name: BLEU().corpus_score(texts, LINES).value for name, texts in TEXTS.items()}
    refused = []
    for variant in variants:
        result = tried(scored, variant["settings"])
        if "refused" in result:
            refused.append(variant["value"])
            continue
        metric = metric_of(variant["settings"])
        for score in result["scores"]:
            own = metric.corpus_score(TEXTS[score["system"]], LINES)
            points = own.value * 100 / own.scale
            assert score["value"] == pytest.approx(points, abs=1e-9)
            assert score["difference"] == pytest.approx(points - usual[score["system"]], abs=1e-9)
            assert result["signature"] == str(own.signature)
    assert refused == []


def test_settings_that_these_texts_do_not_allow_have_a_reason(scored: LocalServer) -> None:
    scored.put(REFERENCE.read_bytes(), "again.txt", "reference")
    assert scored.post("start").status_code == 200
    result = tried(scored, {"convention": "fairseq"})
    assert list(result) == ["refused"]
    with pytest.raises(ValueError, match="reference") as caught:
        metric_of({"convention": "fairseq"}).corpus_score(
            TEXTS[SYSTEMS[0].name], References.streams([LINES, LINES])
        )
    assert result["refused"] == str(caught.value)


@pytest.mark.parametrize(
    "settings",
    [
        {"tokenizer": "intl"},
        {"lowercase": True},
        {"max_ngram_order": 2},
        {"smoothing": "floor", "smoothing_value": 0.5},
        {"tokenizer": "char", "lowercase": True},
    ],
)
def test_changed_segments_are_those_with_other_counts(
    scored: LocalServer, settings: dict[str, Any]
) -> None:
    result = tried(scored, settings)
    base, second = BLEU(), metric_of(settings)
    shared = [name for name in second.layout.names if name in base.layout.names]
    changed = np.zeros(len(LINES), dtype=bool)
    for texts in TEXTS.values():
        old, new = base.statistics(texts, LINES), second.statistics(texts, LINES)
        ours = old[:, [base.layout.index(name) for name in shared]]
        changed |= (ours != new[:, [second.layout.index(name) for name in shared]]).any(axis=1)
    assert result["segments"] == np.flatnonzero(changed).tolist()
    assert result["changed"] == int(changed.sum())


def test_examples_show_tokens_of_the_tokenizers(scored: LocalServer) -> None:
    result = tried(scored, {"tokenizer": "intl"})
    assert result["examples"]
    for example in result["examples"]:
        texts = [texts[example["segment"]] for texts in [*TEXTS.values(), LINES]]
        ours = [" ".join(BLEU().tokenizer.tokenize(text)) for text in texts]
        theirs = [" ".join(BLEU(tokenizer="intl").tokenizer.tokenize(text)) for text in texts]
        assert any(example["before"] in text for text in ours)
        assert any(example["after"] in text for text in theirs)


def test_methods_of_the_last_segment_have_no_changed_segments(scored: LocalServer) -> None:
    settings = {"convention": "nltk", "smoothing": "method5"}
    result = tried(scored, settings)
    assert result["changed"] is None
    for score in result["scores"]:
        own = metric_of(settings).corpus_score(TEXTS[score["system"]], LINES)
        assert score["value"] == own.value * 100


def test_references_can_be_left_out(scored: LocalServer) -> None:
    second = REFERENCES[1]
    scored.put("".join(f"{line}\n" for line in second).encode(), "b.txt", "reference")
    assert scored.post("start").status_code == 200
    lab = scored.get("lab").json()
    assert lab["references"] == ["reference.txt", "b.txt"]
    assert {"references", "reference length"} <= {each["setting"] for each in lab["variants"]}
    both = References.streams([LINES, second])
    for places, references in (([0], LINES), ([1], second), ([0, 1], both)):
        result = tried(scored, {"references": places})
        for score in result["scores"]:
            own = BLEU().corpus_score(TEXTS[score["system"]], references)
            assert score["value"] == own.value
            assert result["signature"] == str(own.signature)


def test_another_order_of_the_systems_is_reported(server: LocalServer) -> None:
    server.put(b"The cat sat on the mat .\nIt rained all day long .\n", "r", "reference")
    server.put(b"THE CAT SAT ON THE MAT .\nIT RAINED ALL DAY LONG .\n", "upper")
    server.put(b"The cat sat on a mat .\nIt rained all night long .\n", "mixed")
    assert server.post("start").status_code == 200
    assert tried(server, {"lowercase": True})["ranks_otherwise"]
    assert not tried(server, {"smoothing": "floor"})["ranks_otherwise"]


WRONG = [
    {"tokenizer": "nonsense"},
    {"tokenizer": "/etc/passwd"},
    {"tokenizer": "flores200"},
    {"tokenizer": "spm"},
    {"tokenizer": ["13a"]},
    {"tokenizer": {"name": "13a"}},
    {"lowercase": 1},
    {"lowercase": "yes"},
    {"smoothing": "nonsense"},
    {"smoothing_value": "1"},
    {"smoothing_value": True},
    {"smoothing": "floor", "smoothing_value": -1},
    {"max_ngram_order": 0},
    {"max_ngram_order": 10**9},
    {"max_ngram_order": "4"},
    {"max_ngram_order": 4.0},
    {"convention": "../x"},
    {"references": []},
    {"references": [1]},
    {"references": [-1]},
    {"references": ["0"]},
    {"references": [True]},
    {"references": "0"},
    {"weights": [1]},
    {"scale": 1},
    {"spm_model": "/etc/passwd"},
    {"__class__": "x"},
    "tokenizer",
    None,
    [],
]


@pytest.mark.parametrize("settings", WRONG, ids=str)
def test_wrong_settings_are_refused_in_one_line(server: LocalServer, settings: Any) -> None:
    """None of the tokenizers names a file, or a model that would be downloaded."""
    server.put(b"a b c d\ne f g h\n", "r", "reference")
    server.put(b"a b c d\ne f g i\n", "s")
    assert server.post("start").status_code == 200
    answer = server.post("lab", {"settings": settings})
    assert answer.status_code == 422
    assert "\n" not in answer.json()["error"]
    if settings is not None:
        assert server.post("start", {"settings": settings}).status_code == 422


def test_settings_can_be_applied(scored: LocalServer) -> None:
    before = scored.get("meta").json()["systems"][0]["value"]
    assert scored.post("start", {"settings": {"lowercase": True}}).status_code == 200
    meta = scored.get("meta").json()
    own = BLEU(lowercase=True).corpus_score(TEXTS[SYSTEMS[0].name], LINES)
    assert meta["systems"][0]["value"] == own.value != before
    assert "case:lc" in meta["metric"]["short"]
    back = tried(scored, {"lowercase": False})["scores"][0]
    assert back["value"] == before
    answer = scored.post("start", {"settings": {"convention": "nltk", "smoothing": "method7"}})
    assert answer.status_code == 422
    assert scored.get("meta").json() == meta
