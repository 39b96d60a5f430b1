"""Charts of comparisons: their content, and their file formats."""

from __future__ import annotations

import os
import re
import shutil
import struct
import subprocess
import sys
from pathlib import Path

import pytest

from tests.display.drawings import texts_of
from tests.news import MEDIUM, REFERENCE, STRONG, WEAK
from tests.requirements import require_module
from truebleu import BLEU, TER, Comparison, compare
from truebleu.display.charts.records import lines
from truebleu.display.numbers import p_brief, with_minus
from truebleu.errors import ConfigurationError, InputError, MissingDependency
from truebleu.wording import signed

HOSTILE = "</script><script>alert(1)</script>\n\ud800"


METRICS = (BLEU(), TER())


def test_a_long_signature_has_several_lines() -> None:
    signature = "|".join(f"name{number}:{'x' * 30}" for number in range(9))
    result = lines(signature)
    assert len(result) == 3
    assert "".join(result) == signature
    assert max(map(len, result)) <= 120
    assert lines("a:b|c:d") == ["a:b|c:d"]


@pytest.fixture(scope="module")
def comparison() -> Comparison:
    require_module("altair", "viz")
    require_module("vl_convert", "viz")
    systems = {"medium": MEDIUM, "same": MEDIUM, "weak": WEAK, "strong": STRONG}
    return compare(systems, REFERENCE, METRICS, trials=500, resamples=100)


def drawn(comparison: Comparison, path: Path) -> list[str]:
    comparison.plot(path)
    return texts_of(path.read_text(encoding="utf-8"))


def test_all_numbers_are_in_the_chart(comparison: Comparison, tmp_path: Path) -> None:
    source = drawn(comparison, tmp_path / "plot.svg")
    for metric in comparison:
        assert metric.metric in source
        assert str(metric.signature) in source
        for number, system in enumerate(metric.systems, 1):
            assert f"{system.name} ({number})" in source
            assert f"{system.score.value:.2f}" in source
        for pair in metric.against_baseline():
            assert with_minus(signed(pair.difference, 2)) in source
        for pair in metric.pairs:
            assert source.count(p_brief(pair.p_adjusted, 0.05)) >= 2


def test_findings_differ_in_shape_and_not_only_in_color(
    comparison: Comparison, tmp_path: Path
) -> None:
    shown = drawn(comparison, tmp_path / "plot.svg")
    # Two of the four systems are equal, so five of six pairs differ, by each of two metrics.
    assert (shown.count("▲"), shown.count("▼")) == (10, 10)


def test_the_distribution_of_each_difference_is_drawn(
    comparison: Comparison, tmp_path: Path
) -> None:
    from truebleu.display.charts.records import INSIDE, OUTSIDE, distribution_records

    source = drawn(comparison, tmp_path / "plot.svg")
    heading = "Bootstrap distribution of the difference, 100 resamples"
    assert source.count(heading) == len(METRICS)
    for metric in comparison:
        records = distribution_records(metric)
        for number, pair in enumerate(metric.against_baseline(), 2):
            label = f"{pair.second} ({number})"
            mine = [record for record in records if record["strip"].startswith(f"{label}\n")]
            assert mine[0]["strip"].split("\n")[1] in source
            lines_drawn = {one["kind"]: one["start"] for one in mine if one["kind"] != "step"}
            assert lines_drawn == {"zero": 0, "difference": pair.difference}
            bars = [one for one in mine if one["kind"] == "step"]
            low, high = pair.interval
            for bar in bars:
                inside = low <= bar["start"] and bar["end"] <= high
                assert bar["color"] == (INSIDE if inside else OUTSIDE)
            # A bar that contains an end of the interval is drawn in two parts of equal height.
            cut = [bar for bar in bars if bar["start"] in {low, high} and low < high]
            total = sum(bar["count"] for bar in bars) - sum(bar["count"] for bar in cut)
            assert total == sum(pair.histogram.counts) == 100
    same = next(pair for pair in comparison[0].pairs if pair.second == "same")
    assert same.histogram.counts == (100,)


def lightness(color: str) -> float:
    red, green, blue = (int(color[i : i + 2], 16) / 255 for i in (1, 3, 5))
    light: float = 0.2126 * red**2.2 + 0.7152 * green**2.2 + 0.0722 * blue**2.2
    return light


def test_inside_and_outside_differ_in_grayscale() -> None:
    from truebleu.display.charts.records import INSIDE, OUTSIDE

    # WCAG requires a contrast of 3 for graphics.
    assert (lightness(OUTSIDE) + 0.05) / (lightness(INSIDE) + 0.05) > 3


def test_lower_is_better_for_ter(comparison: Comparison) -> None:
    from truebleu.display.charts.records import system_records

    findings = {
        metric.metric: [one.get("finding") for one in system_records(metric, comparison.settings)]
        for metric in comparison
    }
    expected = [None, "open", "worse", "better"]
    assert findings == {"BLEU": expected, "TER": expected}


def test_a_png_is_twice_as_large_as_the_svg(comparison: Comparison, tmp_path: Path) -> None:
    comparison.plot(tmp_path / "plot.PNG")
    comparison.plot(str(tmp_path / "plot.svg"))
    png = (tmp_path / "plot.PNG").read_bytes()
    assert png.startswith(b"\x89PNG\r\n\x1a\n")
    size = re.search(r'<svg[^>]* width="(\d+)"', (tmp_path / "plot.svg").read_text("utf-8"))
    assert size is not None
    assert struct.unpack(">I", png[16:20])[0] == pytest.approx(2 * int(size[1]), abs=2)


def test_a_page_has_no_external_resources(comparison: Comparison, tmp_path: Path) -> None:
    comparison.plot(tmp_path / "plot.html")
    page = (tmp_path / "plot.html").read_text(encoding="utf-8")
    assert "default-src 'none'" in page
    around = re.sub(r"(<script[^>]*>).*?</script>", r"\1", page, flags=re.DOTALL)
    assert re.findall(r"<script[^>]*>", around) == ['<script type="module">']
    assert not re.search(r"\b(src|href)\s*=|url\(|@import", around.replace("default-src", ""))
    script = page.split('<script type="module">')[1].split("</script>")[0]
    assert not re.search(r"\bimport\s*(\(|[\w{*'\"][^;\n]*['\"]https?:)", script)
    assert '"url"' not in script.split("vegaEmbed('#plot'")[1]


def test_the_script_of_a_page_runs(comparison: Comparison, tmp_path: Path) -> None:
    node = shutil.which("node")
    if node is None:
        pytest.skip("node: not installed")
    comparison.plot(tmp_path / "plot.html")
    page = (tmp_path / "plot.html").read_text(encoding="utf-8")
    script = page.split('<script type="module">')[1].split("</script>")[0]
    library, call = script.split("vegaEmbed('#plot'")
    noted = "globalThis.window = globalThis;\n" + library
    noted += "console.log(typeof window.vegaEmbed);\n"
    noted += "const shown = (place, spec) => console.log(place, spec.vconcat.length);\n"
    (tmp_path / "script.mjs").write_text(noted + "shown('#plot'" + call, encoding="utf-8")
    ran = subprocess.run(
        [node, str(tmp_path / "script.mjs")], capture_output=True, text=True, check=True
    )
    assert ran.stdout.split("\n")[:2] == ["function", "#plot 4"]


@pytest.mark.parametrize("suffix", ["svg", "html"])
def test_names_are_never_markup(suffix: str, comparison: Comparison, tmp_path: Path) -> None:
    systems = {"<b>&": MEDIUM, HOSTILE: WEAK}
    result = compare(systems, REFERENCE, trials=50, resamples=20)
    result.plot(tmp_path / f"plot.{suffix}")
    content = (tmp_path / f"plot.{suffix}").read_text(encoding="utf-8")
    assert "alert(1)" in content
    assert "<script>alert" not in content
    assert "<b>" not in content.split("vegaEmbed('#plot'")[-1]


@pytest.mark.parametrize("count", [2, 12])
def test_long_names_and_many_systems(count: int, comparison: Comparison, tmp_path: Path) -> None:
    name = "a-very-long-name-of-a-system-that-was-trained-on-everything-there-is.{:02}.txt"
    systems = {name.format(number): MEDIUM for number in range(count)}
    result = compare(systems, REFERENCE, trials=20, resamples=20)
    source = drawn(result, tmp_path / "plot.svg")
    for number in range(count):
        ending = f"{number:02}.txt ({number + 1})"
        label = next(text for text in source if text.endswith(ending))
        assert len(label) < 50
    assert source.count("1") >= count * (count - 1)


@pytest.mark.parametrize("name", ["plot", "plot.jpg", "plot.svg.gz", ".svg"])
def test_an_unknown_suffix_is_refused(name: str, comparison: Comparison, tmp_path: Path) -> None:
    with pytest.raises(ConfigurationError, match=r"Choose from: \.svg, \.png, \.pdf, \.html"):
        comparison.plot(tmp_path / name)
    assert list(tmp_path.iterdir()) == []


def test_a_missing_folder_is_an_error(comparison: Comparison, tmp_path: Path) -> None:
    with pytest.raises(InputError, match="cannot write"):
        comparison.plot(tmp_path / "nowhere" / "plot.svg")


def test_a_path_is_text_or_a_path(comparison: Comparison, tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"^path=None is not a path\. Pass a str"):
        comparison.plot(None)  # type: ignore[arg-type]
    comparison.plot(os.fsencode(tmp_path / "plot.svg"))  # type: ignore[arg-type]
    assert (tmp_path / "plot.svg").exists()


@pytest.mark.parametrize("package", ["altair", "vl_convert"])
def test_missing_packages_are_named(package: str, monkeypatch: pytest.MonkeyPatch) -> None:
    from truebleu.display.charts import check_plot

    monkeypatch.setitem(sys.modules, package, None)
    with pytest.raises(MissingDependency, match=r"pip install altair vl-convert-python$"):
        check_plot("plot.svg")


def test_the_packages_are_imported_only_to_draw() -> None:
    modules = "truebleu.display.charts, truebleu.significance.compare"
    code = f"import sys, {modules}; print('altair' in sys.modules)"
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert ran.stdout == "False\n"


@pytest.mark.parametrize(
    ("p", "shown"),
    [(1.0, "1"), (0.0504, "0.0504"), (0.05, "0.050"), (0.0496, "0.050"), (0.00099, "<0.001")],
)
def test_rounded_p_values_stay_on_their_side_of_the_level(p: float, shown: str) -> None:
    assert p_brief(p, 0.05) == shown
