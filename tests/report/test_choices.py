"""Settings of a report: metrics, texts and errors."""

from __future__ import annotations

import pickle
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.news import REFERENCE, REFERENCES, SYSTEMS, lines
from tests.report.making import BLEU_CONVENTIONS, QUICK, is_supported, make_report
from truebleu import (
    BLEU,
    CHRF,
    ConfigurationError,
    EmptyCorpus,
    InputError,
    LengthMismatch,
    References,
    Runs,
    TrueBleuError,
    compare,
    write_report,
)
from truebleu.metrics.bleu import SMOOTHINGS
from truebleu.report import text_policy as policy
from truebleu.report.input import check_metric
from truebleu.report.page import page, write_page
from truebleu.report.report import report_data


def test_some_conventions_are_supported() -> None:
    supported = {name for name in BLEU_CONVENTIONS if is_supported(convention=name)}
    assert {"sacrebleu", "multi-bleu", "nltk", "huggingface", "mteval-v13a"} <= supported
    assert not {"moses-sentence", "futureagi-catalog"} & supported


REFUSED: list[tuple[Any, str]] = [
    (CHRF(), "must be BLEU, not chrF"),
    (BLEU(average="macro"), "average='macro'"),
    (BLEU(smoothing="method5"), "smoothing='method5'"),
    (BLEU(convention="nltk", smoothing="method4"), "smoothing='method4' of convention 'nltk'"),
    (BLEU(convention="futureagi-catalog", average="micro"), "rounds its scores"),
]


@pytest.mark.parametrize(("metric", "message"), REFUSED, ids=lambda each: str(each)[:20])
def test_conventions_that_the_page_cannot_score_are_refused(metric: Any, message: str) -> None:
    with pytest.raises(ConfigurationError) as raised:
        report_data({"a": ["x", "y"]}, ["x", "y"], metric)
    assert message in str(raised.value)
    assert "\n" not in str(raised.value)


@pytest.mark.parametrize("name", ["sacrebleu", "nltk"])
def test_the_error_about_smoothing_lists_the_methods_that_the_convention_supports(
    name: str,
) -> None:
    with pytest.raises(ConfigurationError) as raised:
        check_metric(BLEU(convention=name, smoothing="method5"))
    listed = str(raised.value).rpartition("Use one of ")[2].rstrip(".").split(", ")
    methods = dict.fromkeys(SMOOTHINGS.values())
    assert listed == [each for each in methods if is_supported(convention=name, smoothing=each)]


WRONG: list[tuple[dict[str, Any], type[TrueBleuError], str]] = [
    ({"systems": {"a": []}, "references": []}, EmptyCorpus, "nothing to report"),
    ({"systems": {1: ["x", "y"]}}, ConfigurationError, "is not a str"),
    ({"title": 3}, ConfigurationError, "title=3"),
    ({"systems": {}}, ConfigurationError, "at least one system"),
    ({"systems": [["x"]]}, InputError, "not a mapping"),
    ({"source": ["x"]}, LengthMismatch, "source has 1"),
    ({"source": ["x", 3]}, InputError, "segment 2: source has type int"),
    ({"documents": ["d"]}, LengthMismatch, "documents has 1 name"),
    ({"documents": ["d", None]}, InputError, "the document name of segment 2 is None"),
    ({"documents": ["", ""]}, InputError, "the document name of segment 1 is ''"),
    ({"text": "some"}, ConfigurationError, "top:N"),
    ({"text": "top:0"}, ConfigurationError, "top:N"),
    ({"text": ["full"]}, ConfigurationError, "unknown text ['full']"),
    ({"seed": -1}, ConfigurationError, "seed=-1"),
    ({"colour": "red"}, ConfigurationError, "unknown setting 'colour'"),
    ({"compatible": "sacrebleu"}, ConfigurationError, "compatible"),
    ({"reference_names": ["a", "b", "c"]}, ConfigurationError, "3 names for 1 reference"),
    ({"systems": {"a": Runs(["x", "y"], ["x", "z"])}}, ConfigurationError, "several runs"),
    ({"systems": {"a": ["x", None]}}, InputError, "system 'a'"),
    ({"labels": {"a": "b"}}, ConfigurationError, "have the same label 'b'"),
    ({"labels": {"a": 3}}, ConfigurationError, "the label of system 'a' is 3"),
    ({"labels": ["x", "y"]}, ConfigurationError, "not a mapping"),
    ({"labels": {"c": "x"}}, ConfigurationError, "labels: unknown system 'c'. Choose from: a, b."),
    ({"files": ["x.txt"]}, LengthMismatch, "files has 1 name for 2 systems"),
    ({"reference_names": "a"}, InputError, "reference_names is a str"),
]


@pytest.mark.parametrize(("options", "kind", "message"), WRONG, ids=lambda each: str(each)[:30])
def test_wrong_input(
    options: dict[str, Any], kind: type[TrueBleuError], message: str, tmp_path: Path
) -> None:
    usual: dict[str, Any] = {"systems": {"a": ["x", "y"], "b": ["x", "z"]}}
    with pytest.raises(kind) as raised:
        write_report(tmp_path / "x.html", **{**usual, "references": ["x", "y"], **options})
    assert message in str(raised.value)
    assert list(tmp_path.iterdir()) == []


def test_documents_may_be_an_iterator() -> None:
    report = make_report({"a": ["x", "y"]}, ["x", "y"], documents=iter(["first", "second"]))
    assert report.meta["documents"] == ["first", "second"]


# Texts in the report


def test_no_texts_are_stored_for_none() -> None:
    report = make_report(SYSTEMS, REFERENCE, source=lines("source.de.txt"), text="none")
    assert report.segments() == []
    assert report.ngrams() == {"orders": []}
    assert report.meta["text"]["kept"] == 0
    assert {each["excerpt"] for each in report.meta["findings"]} == {""}
    assert "rain" in " ".join(REFERENCE)
    assert "rain" not in " ".join(report.page.text)


def test_the_source_can_be_left_out_and_is_still_checked() -> None:
    options = {"source": lines("source.de.txt"), "show_source": False}
    report = make_report(SYSTEMS, REFERENCE, **options)
    assert not report.meta["has_source"]
    assert lines("source.de.txt")[0] not in report.segments()[0]
    assert "untranslated" in {each["kind"] for each in report.meta["findings"]}


def test_texts_with_the_largest_influence_are_stored() -> None:
    systems, references = SYSTEMS, REFERENCE
    pair = {name: systems[name] for name in ("medium", "strong")}
    report = make_report(pair, references, text="top:10", checks=False)
    stored = np.flatnonzero(report.column("text_kept"))
    assert len(stored) == report.meta["text"]["kept"] == len(report.segments()) == 10
    assert [segment[0] for segment in report.segments()] == [references[place] for place in stored]
    rows = [report.rows(system) for system in (0, 1)]
    metric = BLEU()

    def gap(without: int | None) -> float:
        sums = [np.delete(each, without, axis=0) if without is not None else each for each in rows]
        return metric.score(sums[1]).value - metric.score(sums[0]).value

    moved = [abs(gap(place) - gap(None)) for place in range(len(references))]
    influential = set(np.argsort(moved)[::-1][:8].tolist())
    assert influential <= set(stored.tolist())
    assert "10" in report.meta["text"]["note"]


def test_a_limit_above_the_number_of_segments_stores_all() -> None:
    found = make_report(SYSTEMS, REFERENCE, text="top:1000", checks=False)
    assert found.meta["text"]["policy"] == "full"


def test_too_much_text_is_limited(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(policy, "LARGEST", 10_000)
    systems, references = SYSTEMS, REFERENCE
    report = make_report(systems, references, checks=False)
    assert report.meta["text"]["policy"] == "top"
    assert 0 < len(report.segments()) < len(references)
    assert "--text full" in report.meta["text"]["note"]
    full_report = make_report(systems, references, checks=False, text="full")
    assert len(full_report.segments()) == len(references)


# Files


def test_a_comparison_writes_its_report(tmp_path: Path) -> None:
    systems, references = SYSTEMS, REFERENCES
    comparison = compare(systems, References.streams(references), [CHRF(), BLEU()], **QUICK)
    comparison.report(tmp_path / "a.html", source=lines("source.de.txt"), title="Mine")
    assert b"Mine</title>" in (tmp_path / "a.html").read_bytes()
    with pytest.raises(InputError, match="path=None is not a path"):
        comparison.report(None)  # type: ignore[arg-type]
    with pytest.raises(ConfigurationError, match=r"unknown option 'titel'\..* 'title'"):
        comparison.report(tmp_path / "b.html", titel="Mine")
    with pytest.raises(ConfigurationError, match="threads=0 is out of range"):
        comparison.report(tmp_path / "b.html", threads=0)


def test_an_unpickled_comparison_has_no_texts() -> None:
    comparison = compare(SYSTEMS, REFERENCE, **QUICK)
    again = pickle.loads(pickle.dumps(comparison))
    assert again == comparison
    assert hash(again) == hash(comparison)
    with pytest.raises(ConfigurationError, match="has no texts"):
        again.report("x.html")


def test_several_runs_have_no_report() -> None:
    texts = SYSTEMS
    runs = {"a": Runs(texts["weak"], texts["medium"]), "b": texts["strong"]}
    with pytest.raises(ConfigurationError, match="'a' has 2 runs"):
        compare(runs, REFERENCE, **QUICK).report("x.html")


def test_an_interrupted_write_keeps_the_old_file(tmp_path: Path) -> None:
    target = tmp_path / "r.html"
    target.write_text("before")
    data = report_data(SYSTEMS, REFERENCE, checks=False, **QUICK)

    def interrupt(_done: int, _all: int) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        write_page(str(target), data, interrupt)
    assert target.read_text() == "before"
    assert list(tmp_path.iterdir()) == [target]
    write_page(str(target), data)
    assert target.read_bytes() == b"".join(page(data))


def test_chunks_are_read_by_number_or_in_order() -> None:
    data = report_data({"a": ["x"] * 300}, ["x"] * 300, checks=False, **QUICK)
    assert data.chunks == 2
    assert list(data.each_chunk()) == [data.chunk(0), data.chunk(1)]
    with pytest.raises(IndexError):
        data.chunk(2)


def test_only_the_first_of_very_many_lines_are_checked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("truebleu.report.data_checks.LINES", 160)
    report = make_report(SYSTEMS, REFERENCE)
    kinds = [each["kind"] for each in report.meta["findings"]]
    assert "empty" not in kinds
    assert report.meta["findings"][-1]["message"] == "the first 40 of 104 segments were checked"
