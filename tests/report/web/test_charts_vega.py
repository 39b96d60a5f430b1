"""Charts as Vega-Lite: valid, self-contained, and with the page's numbers."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import pytest

from tests.report.web.charting import CLIPBOARD, chart_rows, copy_vega_lite
from tests.report.web.corpora import Corpus, example, make_corpus
from tests.report.web.touring import go

if TYPE_CHECKING:
    from playwright.sync_api import Page

SELECTED = "screen=compare&query=delta%3E5"
HOSTILE = ['</script><b>"', "a.b[0]\\'${x}\n"]


@pytest.fixture
def copied_page(report_page: Callable[..., Page]) -> Callable[..., Page]:
    """Return a function `copied_page(corpus, fragment, scheme)`; pages may use the clipboard."""

    def opened(corpus: Corpus, fragment: str = "", scheme: str = "light") -> Page:
        settings = {"permissions": CLIPBOARD, "color_scheme": scheme}
        return report_page(
            corpus.systems, corpus.references, fragment=fragment, page=settings, **corpus.options
        )

    return opened


def values(spec: dict[str, Any]) -> list[dict[str, Any]]:
    """Return the first data of a specification, at any depth."""
    if "data" in spec:
        results: list[dict[str, Any]] = spec["data"]["values"]
        return results
    return values((spec.get("layer") or spec["vconcat"])[0])


def columns(spec: dict[str, Any], *names: str) -> list[list[Any]]:
    return [[row[name] for name in names] for row in values(spec)]


def colours(spec: dict[str, Any], layer: int = 0) -> dict[str, str]:
    """Return the meanings of a layer's colors."""
    scale = spec["layer"][layer]["encoding"]["color"]["scale"]
    return dict(zip(scale["domain"], scale["range"], strict=True))


def test_the_numbers_equal_those_of_the_tables(copied_page: Callable[..., Page]) -> None:
    page = copied_page(example(), SELECTED)
    spec = copy_vega_lite(page, "differences")
    assert spec["$schema"].startswith("https://vega.github.io/schema/vega-lite/v")
    ties, *steps = chart_rows(page, "differences")
    assert columns(spec, "from", "to", "segments", "selected") == steps
    assert f"ties: {ties[2]}, {ties[3]} of them" in " ".join(spec["title"]["subtitle"])
    assert spec["layer"][0]["encoding"]["x"]["title"] == "difference of segment scores, B - A"
    density = columns(copy_vega_lite(page, "density"), "x", "x2", "y", "y2", "segments", "selected")
    assert density == chart_rows(page, "density")
    lengths = columns(
        copy_vega_lite(page, "difference-by-length"), "step", "count", "low", "median", "high"
    )
    table_rows = [row for row in chart_rows(page, "difference-by-length") if row[1]]
    assert lengths == [[str(label), *rest] for label, *rest in table_rows]
    resamples = columns(copy_vega_lite(page, "bootstrap"), "from", "to", "resamples")
    assert resamples == chart_rows(page, "bootstrap")


@pytest.mark.parametrize(
    ("scheme", "expected_colors", "paper"),
    [("light", ["#a33c00", "#005a8e"], "#f4f6f8"), ("dark", ["#ffb27a", "#7cc4f5"], "#1c2026")],
)
def test_the_colors_are_those_of_the_page(
    copied_page: Callable[..., Page], scheme: str, expected_colors: list[str], paper: str
) -> None:
    page = copied_page(example(), "screen=compare", scheme)
    spec = copy_vega_lite(page, "differences")
    assert list(colours(spec).values()) == expected_colors
    assert spec["background"] == paper
    waterfall = copy_vega_lite(page, "waterfall")
    *parts, total = chart_rows(page, "waterfall")
    steps = values(waterfall)[1:-1]
    assert [[step["part"], pytest.approx(step["to"] - step["from"])] for step in steps] == parts
    assert values(waterfall)[-1]["to"] - values(waterfall)[0]["to"] == pytest.approx(total[1])
    assert colours(waterfall)["gain"] == expected_colors[1]


def test_scores_by_buckets_have_their_bands(copied_page: Callable[..., Page]) -> None:
    corpus = make_corpus(4, 80, seed=3)
    page = copied_page(corpus, "screen=buckets")
    spec = copy_vega_lite(page, "buckets")
    table_rows = chart_rows(page, "buckets")
    rows = values(spec)
    for index, name in enumerate(corpus.systems):
        mine = [row for row in rows if row["system"] == name]
        # Charts of two systems have a band for each value, charts of more have none.
        first = 2 + 3 * index if index < 2 else 8 + index - 2
        assert [row["score"] for row in mine] == [row[first] for row in table_rows]
        assert all(("low" in row) == (index < 2) for row in mine)
    counts = spec["vconcat"][1]["data"]["values"]
    assert [row["segments"] for row in counts] == [row[1] for row in table_rows]


def test_pairs_and_intervals_of_many_systems(copied_page: Callable[..., Page]) -> None:
    page = copied_page(make_corpus(10, 40, seed=2))
    pairs = values(copy_vega_lite(page, "pairs"))
    rows_by_pair = {row[0]: row[1:] for row in chart_rows(page, "pairs")}
    assert len(pairs) == 90
    for pair in pairs:
        assert pair["p"] == rows_by_pair[pair["row"]][list(rows_by_pair).index(pair["column"])]
    page.get_by_text("Scores as a chart").click()
    intervals = columns(copy_vega_lite(page, "scores"), "system", "score", "low", "high")
    assert intervals == chart_rows(page, "scores")


def test_names_are_not_evaluated(copied_page: Callable[..., Page]) -> None:
    corpus = Corpus(
        {name: ["x y z w", "a b c d"][:: 1 - 2 * place] for place, name in enumerate(HOSTILE)},
        [["x y z w", "a b c d"]],
    )
    page = copied_page(corpus, "screen=compare")
    assert [row["part"] for row in values(copy_vega_lite(page, "waterfall"))][:: 5 + 1] == [
        f"A: {HOSTILE[0]}",
        f"B: {HOSTILE[1]}",
    ]
    copy_vega_lite(page, "density")
    go(page, "buckets")
    series = {row["system"] for row in values(copy_vega_lite(page, "buckets"))}
    assert series == set(HOSTILE)


def test_one_system_has_no_comparison(copied_page: Callable[..., Page]) -> None:
    page = copied_page(make_corpus(1, 40), "screen=compare")
    spec = copy_vega_lite(page, "scores-of-segments")
    assert list(colours(spec)) == ["segments"]
    assert columns(spec, "from", "to", "segments") == [
        row[:3] for row in chart_rows(page, "scores-of-segments")
    ]
    copy_vega_lite(page, "score-by-length")
