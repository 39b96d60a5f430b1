"""Time per word by text length, as a table and as a chart for the documentation."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from benchmarks import texts
from benchmarks.results import Figure
from benchmarks.strings import warm
from benchmarks.texts import ROOT, Text

if TYPE_CHECKING:
    from collections.abc import Sequence

SECTION = "Time per word by length, from list[str]"
PICTURE = ROOT / "docs" / "images" / "cost-by-length.svg"
TOTAL = 65_536  # words of the hypotheses, and of the references, for each length
LENGTHS = (16, 64, 256, 1024, 4096, 16_384, 65_536)
SHORT = 64  # the length that longer texts are compared with
# For each metric: the longest texts to measure, and targets. `16_384: 1.7` means: up to 16,384
# words, the time per word should be at most 1.7 times that of texts of `SHORT` words.
METRICS: dict[str, tuple[int, dict[int, float]]] = {
    "BLEU": (65_536, {16_384: 1.7, 65_536: 2.2}),
    "GLEU": (65_536, {16_384: 1.7, 65_536: 2.2}),
    "chrF": (65_536, {16_384: 1.7, 65_536: 2.2}),
    "ROUGE-L": (16_384, {4096: 2.0}),
    "TER": (1024, {}),
}


def metric(name: str) -> Any:
    """Create a metric of `METRICS`."""
    import truebleu

    return truebleu.ROUGE("L") if name == "ROUGE-L" else getattr(truebleu, name.upper())()


def joined(text: Text, length: int) -> Text:
    """Return texts made of consecutive segments, each text with at most `length` words per side.

    Segments longer than `length` are left out. The last text may be shorter.
    """
    pairs: list[tuple[bytes, bytes]] = []
    last = total = 0  # words of the last text, and of all texts
    for pair in zip(text.hypotheses, text.references[0], strict=True):
        size = max(len(side.split()) for side in pair)
        if size > length or total + size > TOTAL:
            continue
        if pairs and last + size <= length:
            last += size
            pairs[-1] = (pairs[-1][0] + b" " + pair[0], pairs[-1][1] + b" " + pair[1])
        else:
            last = size
            pairs.append(pair)
        total += size
    hypotheses, references = map(list, zip(*pairs, strict=True))
    return Text(f"{len(pairs)} texts of up to {length} words", hypotheses, [references])


def num_words(text: Text) -> int:
    """Return the number of words of the hypotheses and references together."""
    return sum(len(side.split()) for side in (*text.hypotheses, *text.references[0]))


def figures() -> list[Figure]:
    """Return the time per word of each metric and text length."""
    measured: list[Figure] = []
    segments = texts.english_german()
    texts_by_length = {length: joined(segments, length) for length in LENGTHS}
    words = {length: num_words(text) for length, text in texts_by_length.items()}
    for name, (longest, allowed) in METRICS.items():
        seconds = {
            length: warm(metric(name), text, method="segment_scores") / words[length]
            for length, text in texts_by_length.items()
            if length <= longest
        }
        for length, time in seconds.items():
            limits = [factor for limit, factor in sorted(allowed.items()) if length <= limit]
            limit = limits[0] * seconds[SHORT] * 1e9 if limits and length > SHORT else None
            measured.append(
                Figure(
                    SECTION, f"{name}, {length:,} words", time * 1e9, unit="ns",
                    lower_is_better=True, target=limit,
                    detail=f"{time / seconds[SHORT]:.2f} of that of {SHORT} words",
                )
            )  # fmt: skip
    return measured


def picture(measured: Sequence[Figure]) -> str:
    """Draw the figures of this module as SVG."""
    import altair as alt
    import vl_convert

    from truebleu.display.charts import style

    records = []
    for figure in measured:
        name, words = figure.label.removesuffix(" words").split(", ")
        records.append({"metric": name, "words": int(words.replace(",", "")), "ns": figure.value})
    names = list(METRICS)

    def styled(kind: Any, values: Sequence[Any]) -> Any:
        legend = alt.Legend(title=None, orient="right", symbolStrokeWidth=1.5)
        scale = alt.Scale(domain=names, range=list(values[: len(names)]))
        return kind("metric:N", scale=scale, legend=legend)

    def axis(field: str, title: str, values: Sequence[float], kind: Any) -> Any:
        ticks = alt.Axis(title=title, values=list(values), format=",d", gridColor="#EEEEEE")
        return kind(field, scale=alt.Scale(type="log", nice=False), axis=ticks)

    base = style.data_of(records).encode(
        x=axis("words:Q", "words of each text", LENGTHS, alt.X),
        y=axis("ns:Q", "nanoseconds per word", (5, 10, 20, 50, 100, 200, 500, 1000), alt.Y),
        color=styled(alt.Color, style.SYSTEMS),
        shape=styled(alt.Shape, style.SHAPES),
    )
    layers = [base.mark_line(strokeWidth=1.5), base.mark_point(filled=True, opacity=1, size=50)]
    chart = alt.LayerChart(layer=layers).properties(width=420, height=240)
    described = chart.properties(description="Time per word of five metrics by length of text")
    return vl_convert.vegalite_to_svg(style.configured(described).to_dict()) + "\n"
