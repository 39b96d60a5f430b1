"""The LaTeX table of a comparison: its content, and whether it compiles."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path
from typing import Any

import pytest

from tests.news import lines
from tests.requirements import require_latex
from truebleu import BLEU, CHRF, NIST, TER, Comparison, Runs, ScoreColumn, compare
from truebleu.display.table import latex_text

SYSTEMS = {name: lines(f"system.{name}.en.txt") for name in ("weak", "medium", "strong")}
REFERENCES = lines("reference.a.en.txt")
HOSTILE = (
    "a_b%c&d#e",
    r"\input{x}^^M~$",
    "[b]*",
    "*",
    "ünïcødé ß ł",
    "Ж系统😀ąđ«þ»",
    "line\nend\x07|<>\"--''",
    "% comment",
)


@pytest.fixture(scope="module")
def comparison() -> Comparison:
    return compare(SYSTEMS, REFERENCES)


def compiled(tmp_path: Path, *tables: str, preamble: str = "") -> None:
    """Compile tables in one document, and a list of them."""
    program = require_latex()
    head = rf"\documentclass{{article}}{preamble}\usepackage{{booktabs}}\begin{{document}}"
    source = "\n".join([head, *tables, r"\listoftables", r"\end{document}"])
    (tmp_path / "paper.tex").write_text(source, encoding="utf-8")
    command = [program, "-interaction=nonstopmode", "-halt-on-error", "paper.tex"]
    for _ in range(2):  # the second run reads the list of tables that the first run wrote
        ran = subprocess.run(command, cwd=tmp_path, capture_output=True, timeout=100, check=False)
        assert ran.returncode == 0, ran.stdout.decode("utf-8", "replace")[-2000:]


def test_the_table_has_all_results_of_a_comparison(comparison: Comparison) -> None:
    latex = comparison.to_latex(sort="input")
    assert [line for line in latex.split("\n") if line.startswith("%")] == [
        r"% truebleu 2.0.0, seed 12345; requires \usepackage{booktabs}",
        "% adjusted p vs weak (2 tests): medium 2.0e-04, strong 2.0e-04",
        (
            "% adjusted p, all pairs (3 tests): weak-medium 3.0e-04, weak-strong 3.0e-04, "
            "medium-strong 3.0e-04"
        ),
        "% MDD vs weak: medium 4.53, strong 6.27",
        "% human agreement (Kocmi et al. 2024): medium 88%, strong 88%",
        f"% comparison: {comparison.settings}",
    ]
    table = latex[latex.index(r"\begin{table}") :]
    assert table.split("\n")[:11] == [
        r"\begin{table}[t]",
        r"\centering",
        r"\begin{tabular}{lrcrcr}",
        r"\toprule",
        r"System & BLEU $\uparrow$ & 95\% CI & $\Delta$ & 95\% CI of $\Delta$ & $p$ (adj.) \\",
        r"\midrule",
        r"weak (baseline) & 13.05 & [10.38, 15.95] &  &  &  \\",
        (
            r"medium & 31.60$^\dagger$ & [28.33, 35.13] & $+18.55$ & $[+15.54, +21.79]$ & "
            r"$<0.001$ \\"
        ),
        (
            r"strong & \textbf{44.72}$^\dagger$ & [41.01, 48.47] & $+31.68$ & $[+27.33, +35.92]$ & "
            r"$<0.001$ \\"
        ),
        r"\bottomrule",
        r"\end{tabular}",
    ]
    caption = re.search(r"\\caption\{(.*)\}\n", table)
    assert caption is not None
    assert caption[1].startswith(
        r"BLEU on 104 segments with 95\% bootstrap confidence intervals (1,000 resamples). Bold: "
    )
    assert (
        r"significantly better/worse than the baseline (paired approximate randomization, 10,000 "
        r"trials, Holm-adjusted $p\le 0.05$, 2 tests). truebleu 2.0.0, signature \texttt{nrefs:1"
    ) in caption[1]
    assert table.endswith("\\label{tab:bleu}\n\\end{table}")


def test_the_best_system_is_first(comparison: Comparison) -> None:
    rows = re.findall(r"^(\w+).* \\\\$", comparison.to_latex(), re.MULTILINE)
    assert rows == ["System", "strong", "medium", "weak"]


def test_marks_follow_the_direction_of_the_metric() -> None:
    result = compare(SYSTEMS, REFERENCES, [BLEU(), TER()], baseline="medium")
    latex = result.to_latex()
    assert latex.count(r"\begin{table}") == 1
    assert r"System & BLEU $\uparrow$ & TER $\downarrow$ \\" in latex
    assert r"strong & \textbf{44.72}$^\dagger$ & \textbf{39.68}$^\dagger$ \\" in latex
    assert r"medium (baseline) & 31.60 & 53.14 \\" in latex
    assert r"weak & 13.05$^\ddagger$ & 75.60$^\ddagger$ \\" in latex
    assert "2 tests per metric" in latex
    assert len(re.findall(r"(?:BLEU|TER) \\texttt\{nrefs:1", latex)) == 2
    assert r"\label{tab:bleu-ter}" in latex
    wide = result.to_latex(intervals=True, tabular=True)
    assert r"95\% CI & TER $\downarrow$ & 95\% CI \\" in wide
    assert "[28.33, 35.13]" in wide
    assert r"\caption" not in wide
    assert wide.endswith(r"\end{tabular}")


def test_a_cluster_that_is_not_significantly_worse_is_bold() -> None:
    twins = {"a": SYSTEMS["strong"], "b": [*SYSTEMS["strong"][:-1], "x"], "c": SYSTEMS["weak"]}
    latex = compare(twins, REFERENCES, baseline="c").to_latex()
    assert latex.count(r"\textbf{") == 2
    assert r"c (baseline) & 13.05 &" in latex


def test_warnings_are_above_the_table() -> None:
    found = compare(SYSTEMS, REFERENCES, trials=9, resamples=200)
    assert f"% warning: {found.warnings[0]}" in found.to_latex().split("\n")


def test_characters_that_pdflatex_does_not_support() -> None:
    assert latex_text("é中Ж a") == r"é{\ifdefined\Umathcode 中Ж\else U+4E2D U+0416\fi} a"


@pytest.mark.parametrize("preamble", ["", r"\usepackage[T1]{fontenc}"])
def test_tables_compile(tmp_path: Path, preamble: str) -> None:
    systems = dict(zip(HOSTILE, [*SYSTEMS.values()] * 3, strict=False))
    settings: Any = {"trials": 300, "resamples": 200}
    metrics: list[Any] = [
        BLEU(),
        TER(),
        NIST(),
        ScoreColumn("CO_MET%", {name: range(104) for name in systems}),
    ]
    hostile = compare(systems, REFERENCES, metrics, **settings)
    documents = [str(place // 9) for place in range(104)]
    runs = {"a": Runs(SYSTEMS["weak"], SYSTEMS["medium"]), "b": SYSTEMS["strong"]}
    of_runs = compare(runs, REFERENCES, CHRF(), documents=documents, test="bootstrap", **settings)
    tables = [
        hostile.to_latex(),
        hostile.to_latex(intervals=True),
        compare(systems, REFERENCES, **settings).to_latex(),
        hostile.to_latex(tabular=True),
        of_runs.to_latex(),
    ]
    compiled(tmp_path, *tables, preamble=preamble)
