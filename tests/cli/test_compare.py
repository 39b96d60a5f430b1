"""`truebleu compare`: tables, data, charts, notices, errors and the quality gate."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.command import fails, truebleu
from tests.news import lines
from tests.paths import NEWS
from tests.requirements import require_module
from truebleu import BLEU, References, compare
from truebleu.display.comparison import DATA, FORMATS

FILES = ("system.weak.en.txt", "system.medium.en.txt", "system.strong.en.txt")
REFERENCES = ("-r", "reference.a.en.txt", "-r", "reference.b.en.txt")
FEW = ("--trials", "50", "--resamples", "40")


def test_numbers_equal_those_of_python() -> None:
    flags = ("--seed", "7", "--trials", "300", "--resamples", "50", "--confidence", "0.9")
    ran = truebleu("compare", *FILES, *REFERENCES, *flags, "-f", "json", "--lowercase", cwd=NEWS)
    references = References.streams([lines("reference.a.en.txt"), lines("reference.b.en.txt")])
    systems = {name: lines(name) for name in FILES}
    expected = compare(
        systems,
        references,
        BLEU(lowercase=True),
        seed=7,
        trials=300,
        resamples=50,
        confidence=0.9,
    )
    assert json.loads(ran.out) == expected.to_dict()
    assert ran.code == 0


@pytest.mark.parametrize("form", FORMATS)
def test_formats_agree(form: str) -> None:
    flags = ("--trials", "100", "--resamples", "20", "-q", "-f", form)
    out = truebleu("compare", *FILES, *REFERENCES, *flags, cwd=NEWS).out
    assert ("system.strong.en.txt" in out) == (form in DATA)
    assert "strong" in out
    if form == "jsonl":
        records = [json.loads(line) for line in out.splitlines()]
        assert [record["kind"] for record in records] == ["system"] * 3 + ["pair"] * 3
        assert (
            records[0]["value"]
            == BLEU()
            .corpus_score(
                lines(FILES[0]),
                References.streams([lines("reference.a.en.txt"), lines("reference.b.en.txt")]),
            )
            .value
        )
        assert records[3]["settings"]["trials"] == 100


def test_json_has_every_result() -> None:
    runs = (f"x={FILES[0]},{FILES[1]}", f"y={FILES[2]}")
    flags = (*REFERENCES, "--trials", "50", "--resamples", "40", "-q", "-m", "bleu", "ter", "-f")
    data = json.loads(truebleu("compare", "--runs", *runs, *flags, "json", cwd=NEWS).out)
    table = truebleu("compare", "--runs", *runs, *flags, "tsv", cwd=NEWS).out.splitlines()
    header, *rows = [line.split("\t") for line in table]
    records = [dict(zip(header, row, strict=True)) for row in rows]
    kinds = ["system", "system", "run", "run", "pair"]
    assert [record["kind"] for record in records] == 2 * kinds
    written = truebleu("compare", "--runs", *runs, *flags, "jsonl", cwd=NEWS).out.splitlines()
    for record, line in zip(records, written, strict=True):
        fields = json.loads(line)
        for name in ("kind", "system", "run", "value", "p_adjusted_against_baseline"):
            value = fields.get(name)
            assert record[name] == ("" if value is None else str(value))
    for metric, start in zip(data["metrics"], (0, 5), strict=True):
        first, _, run, _, pair = records[start : start + 5]
        assert {record["signature"] for record in records[start : start + 5]} == {
            metric["signature"]
        }
        system = metric["systems"][0]
        for name in ("system", "metric", "value", "cluster", "s_sel", "s_opt"):
            assert first[name] == str(system[name])
        assert [first["interval_low"], first["interval_high"]] == list(map(str, system["interval"]))
        assert (run["run"], run["value"]) == ("1", str(system["runs"][0]))
        for name, value in metric["pairs"][0].items():
            if name in {"interval", "bca"}:
                assert [pair[f"{name}_low"], pair[f"{name}_high"]] == list(map(str, value))
            else:
                assert pair[name] == ("" if value is None else str(value))
        assert pair["p_adjusted_against_baseline"] == str(
            metric["against_baseline"][0]["p_adjusted"]
        )
        assert "|confidence:0.95|seed:12345|" in pair["comparison"]


def test_json_has_sacrebleus_results() -> None:
    flags = (*REFERENCES, "--trials", "50", "-q", "--compatible", "sacrebleu", "-f")
    data = json.loads(truebleu("compare", *FILES, *flags, "json", cwd=NEWS).out)
    table = truebleu("compare", *FILES, *flags, "tsv", cwd=NEWS).out.splitlines()
    header, *rows = [line.split("\t") for line in table]
    assert [row[0] for row in rows] == ["system"] * 3 + ["pair"] * 3 + ["sacrebleu"] * 3
    last = dict(zip(header, rows[-1], strict=True))
    peer = data["metrics"][0]["sacrebleu"][-1]
    assert (last["system"], last["p_value"]) == (peer["name"], str(peer["p_value"]))
    lines_of_json = truebleu("compare", *FILES, *flags, "jsonl", cwd=NEWS).out.splitlines()
    assert json.loads(lines_of_json[-1]) == {
        "kind": "sacrebleu",
        "metric": "BLEU",
        "system": peer["name"],
        **peer,
    }


def test_the_baseline_and_names_can_be_chosen() -> None:
    names = ("--name", "w", "--name", "m", "--name", "s", "--baseline", "s")
    out = truebleu("compare", *FILES, *REFERENCES, *names, "--trials", "50", cwd=NEWS).out
    assert [line.split()[1:3] for line in out.splitlines()[1:4]] == [
        ["s", "(baseline)"],
        ["m", "35.62"],
        ["w", "14.82"],
    ]
    out = truebleu("compare", *FILES, *REFERENCES, *names, *FEW, "--sort", "input", cwd=NEWS).out
    assert [line.split()[1] for line in out.splitlines()[1:4]] == ["s", "w", "m"]


@pytest.mark.parametrize("baseline", ["medium", "system.medium.en.txt"])
def test_the_baseline_can_be_named_by_either_name(baseline: str) -> None:
    flags = ("--baseline", baseline, "-q", *FEW)
    out = truebleu("compare", *FILES, *REFERENCES, *flags, cwd=NEWS).out
    assert [line.split()[1] for line in out.splitlines()[1:4]] == ["strong", "medium", "weak"]
    assert out.count("medium (baseline)") == 1
    ran = truebleu("compare", *FILES, *REFERENCES, *flags, "-f", "json", cwd=NEWS)
    systems = json.loads(ran.out)["metrics"][0]["systems"]
    assert [each["system"] for each in systems] == [FILES[1], FILES[0], FILES[2]]


def test_the_table_says_which_p_value_to_report() -> None:
    out = truebleu("compare", *FILES, *REFERENCES, "-q", *FEW, cwd=NEWS).out
    assert "p  p adj.  n differing" in out
    assert "p: p-value of one test, not corrected\n" in out
    assert (
        "p adj.: the p-value to report, corrected for the 2 tests against the baseline (Holm)\n"
    ) in out
    assert (
        "p adj. of all pairs: p-values corrected for 3 tests (Holm); report these only for " in out
    )
    out = truebleu("compare", *FILES[:2], *REFERENCES, "-q", *FEW, cwd=NEWS).out
    assert (
        "p adj.: the p-value to report, corrected for the number of tests; "
        "with 1 test, equal to p\n" in out
    )
    assert "all pairs" not in out


def test_options_of_latex() -> None:
    flags = (*REFERENCES, "-q", *FEW, "-m", "bleu", "ter", "-f", "latex")
    out = truebleu("compare", *FILES, *flags, cwd=NEWS).out
    assert out.count(r"\begin{table}") == out.count(r"\begin{tabular}{lrr}") == 1
    more = ("--latex-intervals", "--latex-tabular")
    out = truebleu("compare", *FILES, *flags, *more, cwd=NEWS).out
    assert r"\begin{tabular}{lrcrc}" in out
    assert r"\caption" not in out
    assert r"\begin{table}" not in out
    for option in ("--latex-intervals", "--latex-tabular"):
        message = fails("compare", *FILES, *REFERENCES, option, cwd=NEWS)
        assert message == f"{option} requires --format latex."


def test_the_bootstrap_has_no_trials() -> None:
    flags = ("--test", "bootstrap", "--bootstrap", "poisson", "--resamples", "30")
    out = truebleu("compare", *FILES[:2], *REFERENCES, *flags, cwd=NEWS).out
    assert "comparison: test:bootstrap|resamples:30|bootstrap:poisson|" in out


@pytest.mark.parametrize(
    ("flags", "message"),
    [
        (
            ("--resamples", "1"),
            "--resamples 1 is too small: only 0.025 resamples lie beyond each end of a 95% ",
        ),
        (("--resamples", "199"), ". Use --resamples 200 or more."),
        (("--resamples", "999", "--confidence", "0.99"), ". Use --resamples 1000 or more."),
        (
            ("--confidence", "0.999"),
            "--resamples 1000 is too small: only 0.5 resamples lie beyond each end of a 99.9%",
        ),
        (("--resamples", "200"), ""),
        (("--resamples", "1000", "--confidence", "0.99"), ""),
        (("--resamples", "1", "--quiet"), ""),
    ],
)
def test_few_resamples_are_reported(flags: tuple[str, ...], message: str) -> None:
    ran = truebleu("compare", *FILES[:2], *REFERENCES, "--trials", "9", *flags, cwd=NEWS)
    assert ran.code == 0
    assert message in ran.err
    assert ("resamples lie beyond" in ran.err) == bool(message)


def test_several_metrics_after_one_option() -> None:
    flags = (
        *REFERENCES,
        "--trials",
        "99",
        "-q",
        "--lowercase",
        "--smoothing",
        "floor",
        "-f",
        "json",
    )
    once = truebleu("compare", "-m", "bleu", "chrf++", "ter", *FILES, *flags, cwd=NEWS)
    apart = ("-m", "bleu", "-m", "chrf++", "--metric", "ter")
    assert truebleu("compare", *FILES, *apart, *flags, cwd=NEWS) == once
    bleu, chrf, ter = json.loads(once.out)["metrics"]
    assert "|case:lc|eff:no|tok:13a|smooth:floor[0.10]|" in bleu["signature"]
    assert "|case:lc|eff:yes|nc:6|nw:2|" in chrf["signature"]
    assert "tok:tercom" in ter["signature"]
    for result in (bleu, chrf, ter):  # lower TER is better
        assert [system["cluster"] for system in result["systems"]] == [3, 2, 1]
    last = ("--convention", "nltk", "--smoothing", "method5")
    message = fails("compare", *FILES, *REFERENCES, *last, cwd=NEWS)
    assert "statistics cannot be resampled" in message
    message = fails("compare", *FILES, *REFERENCES, "-m", "ter", "--tokenize", "zh", cwd=NEWS)
    assert message.startswith(
        "--tokenize is not supported with ter. It requires -m bleu or gleu or "
    )


def test_systems_can_be_columns_of_a_table(tmp_path: Path) -> None:
    table = "a\tb\tref\nx y z w\tx y z\tx y z w\nu v w x\tu v w x\tu v w x\n"
    (tmp_path / "t.tsv").write_text(table, encoding="utf-8")
    columns = ("--hypothesis-column", "a", "--hypothesis-column", "b", "--reference-column", "ref")
    out = truebleu("compare", "t.tsv", *columns, "-f", "json", cwd=tmp_path).out
    pair = json.loads(out)["metrics"][0]["pairs"][0]
    assert (pair["first"], pair["second"], pair["n_differing"], pair["p_value"]) == (
        "a",
        "b",
        1,
        1.0,
    )


def test_a_cell_may_have_several_references(tmp_path: Path) -> None:
    records = [{"a": "x y", "b": "x", "refs": ["x y", "y"]}, {"a": "u", "b": "v", "refs": ["v"]}]
    text = "".join(f"{json.dumps(record)}\n" for record in records)
    (tmp_path / "t.jsonl").write_text(text, encoding="utf-8")
    columns = ("--hypothesis-column", "a", "--hypothesis-column", "b", "--reference-column", "refs")
    out = truebleu("compare", "t.jsonl", *columns, cwd=tmp_path).out
    assert "signature: nrefs:var|" in out


def test_wrong_usage(folder: Path) -> None:
    (folder / "short.txt").write_text("One.\n", encoding="utf-8")
    ends = ("-r", "ref.txt")
    message = fails("compare", "sys.txt", *ends, cwd=folder)
    assert message.startswith("compare needs at least 2 systems, got 1.")
    message = fails("compare", "sys.txt", "short.txt", *ends, cwd=folder)
    assert message.startswith("line counts differ: sys.txt has 3, short.txt has 1, ref.txt has 3.")
    message = fails("compare", "sys.txt", "sys.txt", *ends, cwd=folder)
    assert message == "sys.txt is repeated as a system. Pass each file once."
    message = fails("compare", "sys.txt", "short.txt", *ends, *ends, cwd=folder)
    assert message == "ref.txt is repeated as a reference. Pass each file once."
    two = ("sys.txt", "ref.txt")
    message = fails("compare", *two, *ends, "--name", "x", "--name", "x", cwd=folder)
    assert (
        message == "two systems are named 'x'. Pass --name once per system, with different names."
    )
    message = fails("compare", *two, *ends, "--baseline", "sy", cwd=folder)
    assert "Did you mean 'sys.txt'?" in message
    assert "Use an integer of at least 1" in fails(
        "compare", *two, *ends, "--resamples", "0", cwd=folder
    )
    assert "Use an integer of at least 1" in fails(
        "compare", *two, *ends, "--trials", "0", cwd=folder
    )
    assert "Use an integer from 1 to 999,999,999" in fails(
        "compare", *two, *ends, "--trials", "1000000000", cwd=folder
    )
    assert "2**64 - 1" in fails("compare", *two, *ends, "--seed", "-1", cwd=folder)
    assert fails("compare", *two, *ends, "--confidence", "95", cwd=folder) == (
        "argument --confidence: '95' is out of range. Use a number above 0 and below 1, such as "
        "0.95."
    )
    assert fails("compare", *two, *ends, "--fail-under", "3", cwd=folder).startswith(
        "unknown option --fail-under"
    )


@pytest.mark.parametrize(
    ("flags", "lacking"),
    [
        (("-m", "bleu", "gleu"), "GLEU (it has BLEU, chrF and TER)"),
        (("--average", "macro"), "--average macro"),
        (("--convention", "jbleu"), "--convention jbleu"),
        (("--tokenize", "fairseq"), "tokenizer 'fairseq' (it has none, zh, 13a, "),
    ],
)
def test_what_sacrebleu_does_not_support_is_refused(flags: tuple[str, ...], lacking: str) -> None:
    ran = truebleu(
        "compare", *FILES[:2], *REFERENCES, *flags, "--compatible", "sacrebleu", cwd=NEWS
    )
    assert (ran.code, ran.out) == (2, "")
    assert f"sacreBLEU has no {lacking}" in ran.err


def test_one_segment_is_refused(tmp_path: Path) -> None:
    for name in ("a", "b", "r"):
        (tmp_path / name).write_text("One segment.\n", encoding="utf-8")
    assert "cannot test 1 segment" in fails("compare", "a", "b", "-r", "r", cwd=tmp_path)
    for name in ("a", "b", "r"):
        (tmp_path / name).write_text("", encoding="utf-8")
    assert "there are no segments" in fails("compare", "a", "b", "-r", "r", cwd=tmp_path)


def test_notices_are_no_part_of_the_output(folder: Path) -> None:
    (folder / "copy.txt").write_bytes((folder / "ref.txt").read_bytes())
    flags = ("-r", "ref.txt", "--trials", "9", "-o", "out.txt")
    ran = truebleu("compare", "sys.txt", "copy.txt", *flags, cwd=folder)
    assert (ran.code, ran.out) == (0, "")
    assert "copy.txt: every line equals the reference ref.txt" in ran.err
    assert (folder / "out.txt").read_text(encoding="utf-8").startswith("cluster  system")


def test_documents_are_resampled_as_blocks(folder: Path) -> None:
    flags = (*REFERENCES, "-q", "--documents")
    out = truebleu("compare", *FILES[:2], *flags, "documents.txt", cwd=NEWS).out
    assert "|documents:13|" in out
    assert "(exact)" in out
    (folder / "two.txt").write_text("a\nb\n", encoding="utf-8")
    two = ("sys.txt", "ref.txt", "-r", "ref.txt", "--documents")
    message = fails("compare", *two, "two.txt", cwd=folder)
    assert message.startswith("got 3 segments, but two.txt has 2 names.")
    assert fails("compare", *two, "no.txt", cwd=folder) == "no.txt: file not found"
    (folder / "hole.txt").write_text("a\n\nb\n", encoding="utf-8")
    message = fails("compare", *two, "hole.txt", cwd=folder)
    assert message.startswith("hole.txt: the document name of segment 2 is ''")
    (folder / "one.txt").write_text("a\na\na\n", encoding="utf-8")
    message = fails("compare", *two, "one.txt", cwd=folder)
    assert message.startswith("one.txt: cannot test 1 document")


@pytest.mark.parametrize("suffix", ["svg", "png", "html"])
def test_a_chart_is_written_in_addition_to_the_table(suffix: str, tmp_path: Path) -> None:
    require_module("altair", "viz")
    require_module("vl_convert", "viz")
    flags = ("--trials", "50", "--resamples", "20", "-q", "--plot", tmp_path / f"plot.{suffix}")
    ran = truebleu("compare", *FILES[:2], *REFERENCES, *flags, cwd=NEWS)
    assert ran.code == 0
    assert ran.out.startswith("cluster")
    assert [path.name for path in tmp_path.iterdir()] == [f"plot.{suffix}"]
    beginning = {"svg": b"<svg", "png": b"\x89PNG", "html": b"<!DOCTYPE html>"}[suffix]
    assert (tmp_path / f"plot.{suffix}").read_bytes().startswith(beginning)


@pytest.mark.parametrize("kind", ["density", "waterfall"])
def test_a_chart_of_each_kind(kind: str, tmp_path: Path) -> None:
    require_module("altair", "viz")
    require_module("vl_convert", "viz")
    flags = ("--trials", "50", "--resamples", "20", "-q", "--plot-kind", kind)
    plain = truebleu("compare", *FILES[:2], *REFERENCES, *flags[:5], cwd=NEWS)
    drawn = truebleu(
        "compare", *FILES[:2], *REFERENCES, *flags, "--plot", tmp_path / "plot.pdf", cwd=NEWS
    )
    assert drawn.out == plain.out
    assert (tmp_path / "plot.pdf").read_bytes().startswith(b"%PDF-")


@pytest.mark.parametrize(
    ("flags", "message"),
    [
        (["--plot-kind", "density"], "--plot-kind requires --plot FILE."),
        (["--plot", "plot.svg", "--plot-kind", "scatter"], "unknown value 'scatter'"),
        (
            ["--plot", "plot.svg", "--plot-kind", "waterfall", "-m", "ter"],
            "chart 'waterfall' requires BLEU, got TER.",
        ),
    ],
)
def test_charts_that_need_more_input(flags: list[str], message: str, tmp_path: Path) -> None:
    require_module("altair", "viz")
    require_module("vl_convert", "viz")
    files = [str(NEWS / name) for name in FILES[:2]]
    references = [str(NEWS / one) if one != "-r" else one for one in REFERENCES]
    assert message in fails("compare", *files, *references, *flags, cwd=tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_an_unknown_file_format_of_a_chart() -> None:
    error = fails("compare", *FILES[:2], *REFERENCES, "--plot", "plot.jpg", cwd=NEWS)
    assert "plot.jpg" in error
    assert "Choose from: .svg, .png, .pdf, .html" in error


def test_charts_that_cannot_be_written(tmp_path: Path) -> None:
    require_module("altair", "viz")
    require_module("vl_convert", "viz")
    plot = tmp_path / "plot.svg"
    error = fails("compare", *FILES[:2], *REFERENCES, "--plot", plot, "-o", plot, cwd=NEWS)
    assert "-o and --plot are the same file" in error
    error = fails("compare", *FILES[:2], *REFERENCES, "--plot", tmp_path / "no/plot.svg", cwd=NEWS)
    assert "not found" in error
    plot.write_bytes(b"a\nb\n")
    error = fails("compare", plot, FILES[0], *REFERENCES, "--plot", plot, cwd=NEWS)
    assert "is also an input" in error
    assert plot.read_bytes() == b"a\nb\n"


def test_an_error_of_counting_names_the_first_system(tmp_path: Path) -> None:
    """All files are read first, so different line counts are reported before other errors."""
    names = [f"r{number}" for number in range(17)]
    for name in ("a", "b", *names):
        (tmp_path / name).write_text("x y\nu v\n", encoding="utf-8")
    references = [word for name in names for word in ("-r", name)]
    flags = ("--reference-length", "average")
    message = fails("compare", "a", "b", *references, *flags, cwd=tmp_path)
    assert message.startswith("system 'a': segment 1 has 17 references; the average")
    (tmp_path / "b").write_text("x y\n", encoding="utf-8")
    message = fails("compare", "a", "b", *references, *flags, cwd=tmp_path)
    assert message.startswith("line counts differ: a has 2, b has 1")


@pytest.mark.parametrize(
    ("systems", "flags", "message"),
    [
        (
            2,
            ("--trials", "18"),
            (
                "--trials 18 is too small: the smallest possible p-value is 0.053, above 0.05. Use "
                "--trials 19 or more."
            ),
        ),
        (2, ("--trials", "19"), ""),
        (
            3,
            ("--trials", "58"),
            (
                "--trials 58 is too small for 3 systems: the smallest possible p-value is 0.017 "
                "(0.051 after Holm's correction for all 3 pairs), above 0.05. Use --trials 59 or "
                "more."
            ),
        ),
        (3, ("--trials", "59"), ""),
        (2, ("--trials", "19", "--confidence", "0.99"), "Use --trials 99 or more"),
        (2, ("--test", "bootstrap", "--resamples", "9"), ""),  # the interval already has a note
    ],
)
def test_too_few_trials_are_reported(systems: int, flags: tuple[str, ...], message: str) -> None:
    ran = truebleu("compare", *FILES[:systems], *REFERENCES, *flags, cwd=NEWS)
    assert ran.code == 0
    assert message in ran.err
    assert ("smallest possible p-value" in ran.err) == bool(message)


def test_few_trials_suffice_where_few_segments_differ(tmp_path: Path) -> None:
    text = "".join(f"the sentence number {number}\n" for number in range(8))
    for name, written in (("a", text), ("b", text.replace("number 3", "three")), ("r", text)):
        (tmp_path / name).write_text(written, encoding="utf-8")
    ran = truebleu("compare", "a", "b", "-r", "r", "--trials", "5", cwd=tmp_path)
    assert "smallest possible p-value" not in ran.err, "the permutation test was exact"


def test_scores_have_the_requested_decimals() -> None:
    weak, strong, reference = (
        NEWS / f"{name}.en.txt" for name in ("system.weak", "system.strong", "reference.a")
    )
    few = ("--trials", "20", "--resamples", "20", "-q")
    ran = truebleu("compare", weak, strong, "-r", reference, *few, "-w", "4")
    value = BLEU().corpus_score(
        *(path.read_text("utf-8").splitlines() for path in (weak, reference))
    )
    assert f" {value.value:.4f}  [" in ran.out


# Quality gate

WEAK, MEDIUM, STRONG = FILES
GATE = ("-r", "reference.a.en.txt", "--fail-if-worse", "-q", "--resamples", "40")


def test_a_regression_has_exit_code_1() -> None:
    ran = truebleu("compare", MEDIUM, WEAK, *GATE, "--trials", "99", "-m", "bleu", "ter", cwd=NEWS)
    assert ran.code == 1
    messages = ran.err.splitlines()
    assert len(messages) == 2
    assert all(message.startswith("truebleu: failed: ") for message in messages)
    assert "weak is significantly worse than medium by BLEU: -18.55, p adj. 0.0100" in messages[0]
    assert "by TER: +22.46" in messages[1]  # higher TER is worse
    assert "cluster" in ran.out
    better = truebleu("compare", WEAK, MEDIUM, STRONG, *GATE, "--trials", "99", cwd=NEWS)
    assert (better.code, better.err) == (0, "")


def test_confidence_and_the_number_of_tests_decide() -> None:
    """The smallest p-value is 1/51 with 50 trials, and 3/51 after Holm's correction for 3 tests."""
    few = ("compare", MEDIUM, WEAK, *GATE, "--trials", "50")
    assert truebleu(*few, cwd=NEWS).code == 1
    assert truebleu(*few, "--confidence", "0.99", cwd=NEWS).code == 0
    more = ("compare", MEDIUM, WEAK, STRONG, "reference.b.en.txt", *GATE, "--trials", "50")
    assert truebleu(*more, "--confidence", "0.97", cwd=NEWS).code == 0
    assert truebleu(*few, "--confidence", "0.97", cwd=NEWS).code == 1


def test_a_lower_score_without_significance_is_no_regression(tmp_path: Path) -> None:
    texts = lines(MEDIUM)
    (tmp_path / "base.txt").write_text("\n".join(texts) + "\n", "utf-8")
    texts[4] = "something else"
    (tmp_path / "new.txt").write_text("\n".join(texts) + "\n", "utf-8")
    files = (str(tmp_path / "base.txt"), str(tmp_path / "new.txt"))
    ran = truebleu("compare", *files, *GATE, "-f", "json", cwd=NEWS)
    assert json.loads(ran.out)["metrics"][0]["pairs"][0]["difference"] < 0
    assert ran.code == 0


def test_the_comment_begins_with_the_verdict() -> None:
    gate = (*GATE, "--trials", "99", "-m", "bleu", "chrf", "-f", "markdown")
    worse = truebleu("compare", MEDIUM, WEAK, STRONG, *gate, cwd=NEWS).out
    assert worse.startswith("**Regression**\n\n- weak is significantly worse than medium by BLEU")
    assert "\n- weak is significantly worse than medium by chrF2" in worse
    summary, _, details = worse.partition("<details>")
    assert "| system | BLEU |" in summary
    assert "| system | chrF2 |" in summary
    assert "signature" not in summary.replace("Tests, power and signatures", "")
    assert "signature: `nrefs:1" in details
    assert details.rstrip().endswith("</details>")
    better = truebleu("compare", MEDIUM, STRONG, *gate, cwd=NEWS).out
    verdict = "**No regression**: no system is significantly worse than medium by BLEU, chrF2"
    assert better.startswith(f"{verdict} (level 0.05)\n")


def test_names_are_escaped_in_the_comment(tmp_path: Path) -> None:
    odd = tmp_path / "a_b*<c.txt"
    odd.write_text("\n".join(lines(WEAK)) + "\n", "utf-8")
    gate = (*GATE, "--trials", "99", "-f", "markdown")
    ran = truebleu("compare", MEDIUM, str(odd), *gate, "--name", "m", "--name", "a_b*<c", cwd=NEWS)
    assert "- a\\_b\\*\\<c is significantly worse than m by BLEU" in ran.out
