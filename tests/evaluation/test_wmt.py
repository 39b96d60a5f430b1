"""Folders of the WMT metrics task: parsing, and the values of mt-metrics-eval."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.cases.golden import read
from tests.cli.command import fails, truebleu
from tests.requirements import TESTDATA
from truebleu import CHRF, ConfigurationError, InputError, read_scores, read_wmt
from truebleu.evaluation.wmt import STANDARDS
from truebleu.evaluation.wmt_files import read_mqm_lines, read_score_lines

TOY = TESTDATA / "wmt" / "toy"
RECORDED: dict[str, Any] = read("golden/tools/mt_metrics_eval_folder")
NAMED = {"QE-src": "QE[noref]", "GOOD-refA": "GOOD", "COARSE-refA": "COARSE", "FAIR-refA": "FAIR"}
CHOSEN: dict[str, Any] = {"reference": "refA", "exclude": ["outlier"]}
FORM = "mt-metrics-eval"


def test_systems_and_metrics_equal_those_of_the_program() -> None:
    result = read_wmt(TOY, "en-de", **CHOSEN)
    # The reference is not a system, but another human translation is. All systems have ratings.
    assert list(result.systems) == RECORDED["systems"]
    assert {metric.name for metric in result.metrics} == set(NAMED.values())
    assert (result.ratings.name, result.segments, result.reference) == ("mqm", 24, "refA")
    assert result.excluded == ("outlier",)
    assert result.left_out == {
        "OTHER-refB": "it uses refB",
        "PARTIAL": "it has no scores of beta",
    }
    assert result.ratings.rated(result.systems).sum() == 20
    assert "refB" not in read_wmt(TOY, "en-de", human=False, **CHOSEN).systems
    assert "outlier" in read_wmt(TOY, "en-de", reference="refA").systems


def test_coefficients_equal_those_of_the_program() -> None:
    result = read_wmt(TOY, "en-de", **CHOSEN).evaluate()
    plans: list[tuple[str, str, Any]] = [
        ("Pearson none", "pearson", None),
        ("Kendall item", "kendall", "item"),
        ("Spearman sys", "spearman", "system"),
        ("pdp item", "pairwise_difference_correlation", None),
    ]
    for key, name, average in plans:
        correlations = result.correlate(
            "mqm", by="segment", coefficients=[name], average=average, form=FORM, resamples=2
        )
        values = {one.metric: one.coefficients[name][0] for one in correlations}
        expected = {NAMED[metric]: value for metric, value in RECORDED[key].items()}
        assert values == pytest.approx(expected, abs=1e-12)
    correlations = result.correlate(
        "mqm", by="segment", coefficients=["pairwise_accuracy"], form=FORM, resamples=2
    )
    thresholds = {one.metric: one.tie_threshold for one in correlations}
    assert thresholds == {NAMED[name]: value for name, value in RECORDED["thresholds"].items()}


@pytest.mark.parametrize(("key", "by"), [("spa", "system"), ("accuracy", "segment")])
def test_tests_and_clusters_equal_those_of_the_program(key: str, by: str) -> None:
    """Compare all values, p-values and clusters of both tables of the task, for equal draws."""
    result = read_wmt(TOY, "en-de", **CHOSEN).evaluate()
    ranking = result.compare_metrics("mqm", by=by, form=FORM, trials=100, resamples=2)
    recorded = RECORDED[key]
    values = [(one.metric, one.value, one.cluster) for one in ranking.metrics]
    assert values == [
        (NAMED[name], value, cluster) for name, (value, cluster) in recorded["metrics"].items()
    ]
    names = [one.metric for one in ranking.metrics]
    for pair in ranking.pairs:
        i, j = names.index(pair.first), names.index(pair.second)
        assert pair.p_value == recorded["p_values"][i][j]


def test_metrics_are_computed_from_the_outputs() -> None:
    actual = read_wmt(TOY, "en-de", **CHOSEN)
    result = actual.evaluate([CHRF()])
    outputs = (TOY / "system-outputs" / "en-de" / "beta.txt").read_text("utf-8").splitlines()
    reference = (TOY / "references" / "en-de.refA.txt").read_text("utf-8").splitlines()
    expected = CHRF().segment_scores(outputs, reference)
    index = result.systems.index("beta")
    assert result.metric("chrF2").values[index].tolist() == expected.tolist()
    assert actual.evaluate(CHRF()).to_dict() == result.to_dict()
    with pytest.raises(ConfigurationError, match="metrics='chrf' is a name"):
        actual.evaluate("chrf")  # type: ignore[arg-type]


def test_mqm_ratings_have_the_recorded_scores() -> None:
    ratings = read_mqm_lines(str(TOY / "human-scores" / "en-de.mqm.merged.seg.rating"))
    scores = read_score_lines(str(TOY / "human-scores" / "en-de.mqm.seg.score"))
    assert list(ratings) == list(scores)
    for system, numbers in scores.items():
        np.testing.assert_allclose(ratings[system], numbers, atol=1e-12)
    merged = read_wmt(TOY, "en-de", ratings="mqm.merged", **CHOSEN)
    assert merged.ratings.name == "mqm.merged"
    names = ["alpha", "beta"]
    column = read_scores(TOY / "human-scores" / "en-de.mqm.seg.score", "people", names)
    second = read_scores(TOY / "human-scores" / "en-de.mqm.merged.seg.rating", "people", names)
    assert column.values("beta") == pytest.approx(second.values("beta"), nan_ok=True)
    assert column.rated(names).sum() == 20
    with pytest.raises(InputError, match=r"unknown system 'bta'. Did you mean 'beta'"):
        read_scores(TOY / "human-scores" / "en-de.mqm.seg.score", "people", ["bta"])


@pytest.mark.parametrize(
    ("errors", "score"),
    [
        ([], 0.0),
        ([{"category": "Accuracy/Omission", "severity": "Major"}], -5.0),
        ([{"category": "Non-translation!", "severity": "Major"}], -25.0),
        ([{"category": "Fluency/Punctuation", "severity": "minor"}] * 2, -0.2),
        ([{"category": "Fluency/Spelling", "severity": "minor"}], -1.0),
        ([{"category": None, "severity": "neutral"}, {"severity": "major"}], -5.0),
    ],
)
def test_weights_of_mqm(tmp_path: Path, errors: Any, score: float) -> None:
    path = tmp_path / "a.seg.rating"
    path.write_text(f"a\t{json.dumps({'errors': errors})}\trater1\na\tNone\n")
    result = read_mqm_lines(str(path))["a"]
    assert result[0] == pytest.approx(score)
    assert str(result[0]) != "-0.0"
    assert np.isnan(result[1])


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("a 1\na one\n", "line 2 is 'a one'"),
        ("a 1\na\n", "line 2 is 'a'"),
        ("a 1 2\n", "line 1 is 'a 1 2'"),
        ("a inf\n", "line 1 is 'a inf'"),
        ("", "has no lines"),
    ],
)
def test_wrong_score_files_are_refused(tmp_path: Path, text: str, message: str) -> None:
    path = tmp_path / "a.seg.score"
    path.write_text(text)
    with pytest.raises(InputError, match=message):
        read_scores(path, "x", ["a"])


@pytest.mark.parametrize(
    "rating",
    [
        "a None",
        "a\t[]",
        "a\t" + "[" * 100_000,
        'a\t{"errors": 5}',
        'a\t{"errors": [{"severity": "huge"}]}',
        "a\tx",
    ],
    ids=range(6),
)
def test_wrong_rating_files_are_refused(tmp_path: Path, rating: str) -> None:
    path = tmp_path / "a.seg.rating"
    path.write_text(f"a\tNone\n{rating}\n")
    with pytest.raises(InputError, match="line 2 is not a system and an MQM rating"):
        read_scores(path, "x", ["a"])


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    copied = tmp_path / "toy"
    shutil.copytree(TOY, copied)
    return copied


def change(path: Path, old: str, new: str) -> None:
    text = path.read_text("utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), "utf-8")


def test_misaligned_files_are_refused(folder: Path) -> None:
    scores = folder / "human-scores" / "en-de.mqm.seg.score"
    change(scores, "beta\tNone\n", "")
    with pytest.raises(InputError, match="'beta' has 23 scores, and there are 24 segments"):
        read_wmt(folder, "en-de", **CHOSEN)
    shutil.copy(TOY / "human-scores" / "en-de.mqm.seg.score", scores)
    change(scores, "beta\t", "betta\t")
    with pytest.raises(InputError, match=r"'betta' has no output in system-outputs/en-de"):
        read_wmt(folder, "en-de", **CHOSEN)


def test_a_metric_without_a_score_is_refused(folder: Path) -> None:
    path = folder / "metric-scores" / "en-de" / "GOOD-refA.seg.score"
    lines = path.read_text().splitlines()
    lines[0] = f"{lines[0].split()[0]} None"
    path.write_text("\n".join(lines) + "\n")
    with pytest.raises(InputError, match=r"GOOD-refA.seg.score: a score is None"):
        read_wmt(folder, "en-de", **CHOSEN)
    path.rename(path.with_name("GOOD.seg.score"))
    with pytest.raises(InputError, match="no reference in the name"):
        read_wmt(folder, "en-de", **CHOSEN)


def test_wrong_texts_are_refused(folder: Path) -> None:
    output = folder / "system-outputs" / "en-de" / "beta.txt"
    lines = output.read_text("utf-8").splitlines()
    output.write_text("\n".join(lines[1:]) + "\n", "utf-8")
    test_set = read_wmt(folder, "en-de", **CHOSEN)
    assert test_set.evaluate().systems  # stored scores need no texts
    with pytest.raises(InputError, match=r"beta.txt has 23 segments, and the test set has 24"):
        test_set.evaluate([CHRF()])
    output.write_text("\n".join(["[No translation supplied]", *lines[1:]]) + "\n", "utf-8")
    with pytest.raises(InputError, match="has a segment without a translation"):
        test_set.evaluate([CHRF()])
    output.unlink()


def test_json_lines_are_read(folder: Path) -> None:
    expected = read_wmt(TOY, "en-de", **CHOSEN).evaluate([CHRF()])
    changed = [
        (folder / "sources" / "en-de.txt", "source"),
        (folder / "references" / "en-de.refA.txt", "target"),
        *((path, "hypothesis") for path in (folder / "system-outputs" / "en-de").glob("*.txt")),
    ]
    for path, field in changed:
        texts = path.read_text("utf-8").splitlines()
        lines = "".join(json.dumps({field: text}) + "\n" for text in texts)
        path.with_suffix(".jsonl").write_text(lines)
        path.unlink()
    score = read_wmt(folder, "en-de", **CHOSEN).evaluate([CHRF()])
    assert score.to_dict() == expected.to_dict()


def test_settings_of_the_findings_paper(folder: Path) -> None:
    named = folder.rename(folder.parent / "wmt24")
    change_names = {"outlier": "MSLC"}
    for path in named.rglob("*"):
        if path.is_file():
            path.write_text(path.read_text("utf-8").replace("outlier", "MSLC"), "utf-8")
    (named / "system-outputs" / "en-de" / "outlier.txt").rename(
        named / "system-outputs" / "en-de" / f"{change_names['outlier']}.txt"
    )
    result = read_wmt(named, "en-de")
    assert (result.reference, result.excluded) == ("refB", ("MSLC",))
    assert result.ratings.name == "mqm"
    assert "refA" in result.systems
    assert [metric.name for metric in result.metrics] == ["OTHER", "QE[noref]"]
    assert STANDARDS["wmt23"]["he-en"].reference == "refB"


@pytest.mark.parametrize(
    ("settings", "said"),
    [
        ({}, r"several references: refA, refB. Choose one: reference='refA'"),
        ({"reference": "refC"}, "unknown reference 'refC'"),
        ({**CHOSEN, "ratings": "mqn"}, "unknown ratings 'mqn'. Did you mean 'mqm'"),
        ({"reference": "refA", "exclude": ["outlyer"]}, "unknown system 'outlyer'. Did you mean"),
        ({"reference": "refA", "human": "no"}, "human='no' is not a bool"),
    ],
)
def test_ambiguous_settings_are_refused(settings: dict[str, Any], said: str) -> None:
    with pytest.raises(ConfigurationError, match=said):
        read_wmt(TOY, "en-de", **settings)


def test_wrong_folders_are_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="has no folder human-scores"):
        read_wmt(tmp_path, "en-de")
    with pytest.raises(ConfigurationError, match=r"unknown language pair 'en-fr'. Choose from"):
        read_wmt(TOY, "en-fr")
    pairs: list[Any] = ["en-*", "../en-de", "", None]
    for pair in pairs:
        with pytest.raises(ConfigurationError, match="unknown language pair"):
            read_wmt(TOY, pair)


# On the command line

ARGUMENTS = ("evaluate", "--wmt", str(TOY), "en-de", "-r", "refA", "--exclude", "outlier")


def test_the_table_of_the_findings_paper_is_printed() -> None:
    ran = truebleu(*ARGUMENTS, "-m", "chrf")
    assert ran.code == 0, ran
    rows = [line.split() for line in ran.out.splitlines()[1:6]]
    assert [row[0] for row in rows] == ["GOOD", "chrF2", "COARSE", "QE[noref]", "FAIR"]
    assert rows[0][1:3] == ["0.827", "0.920"]
    assert "segments with ratings: 20 of 24" in ran.out
    assert "form: mt-metrics-eval" in ran.out
    assert "chrF2 signature: nrefs:1" in ran.out
    assert "metric PARTIAL is left out: it has no scores of beta" in ran.err
    assert "system outlier is left out" in ran.err


def test_the_table_with_clusters_and_as_json() -> None:
    settings = ("-q", "--compare-metrics", "--trials", "20", "--resamples", "20")
    ran = truebleu(*ARGUMENTS, *settings)
    assert ran.code == 0, ran
    assert "clusters: before the values, 1 is best" in ran.out
    assert "GOOD         0.827  1  0.920" in ran.out
    assert not ran.err
    data = json.loads(truebleu(*ARGUMENTS, *settings, "-f", "json").out)
    assert [one["coefficient"] for one in data["rankings"]] == [
        "soft_pairwise_accuracy",
        "pairwise_accuracy",
    ]
    assert data["correlations"][0]["form"] == FORM
    own = json.loads(truebleu(*ARGUMENTS, *settings, "-f", "json", "--form", "truebleu").out)
    assert "form" not in own["correlations"][0]
    assert own["rankings"][1]["swap"] == "segments"


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--wmt", str(TOY)), "needs one language pair"),
        (("--wmt", str(TOY), "en-de", "en-fr"), "needs one language pair"),
        (("--wmt", str(TOY), "en-de"), "several references: refA, refB"),
        (("--wmt", str(TOY), "en-de", "--scores", "a=b"), "--scores is not supported with --wmt"),
        (("--wmt", str(TOY), "en-de", "--source", "a"), "--source is not supported with --wmt"),
        (("--wmt", str(TOY), "en-de", "--metric-weights", "BLEU=1"), "--metric-weights is not"),
        (("--wmt", str(TOY), "en-de", "-r", "refA", "-r", "refB"), "takes one reference"),
        (("a.txt", "-r", "b.txt", "--ratings", "mqm"), "--ratings requires --wmt FOLDER"),
    ],
)
def test_wrong_command_lines_are_refused(arguments: tuple[str, ...], said: str) -> None:
    assert said in fails("evaluate", *arguments)
