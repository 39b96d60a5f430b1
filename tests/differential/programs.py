"""Random texts for comparisons of conventions with the programs that they reproduce."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from truebleu import References

PIECES = [
    "a",
    "b",
    "B",
    "the",
    "É",
    "狗",
    "2.5",
    "2020",
    "3.",
    ".",
    ",",
    "-",
    "&amp;",
    "“",
    "€",
    "'",
]
WORDS = st.lists(st.sampled_from(PIECES), max_size=14)
TEXTS = st.builds(
    lambda pieces, space: space.join(pieces),
    WORDS,
    st.sampled_from([" ", "", "  ", "\u3000", "\u00a0", "\t"]),
)
CORPORA = st.lists(
    st.tuples(TEXTS, st.lists(TEXTS, min_size=1, max_size=3)), min_size=1, max_size=5
)
TOKENIZED = st.lists(
    st.tuples(WORDS, st.lists(WORDS, min_size=1, max_size=3)), min_size=1, max_size=5
)


def sides(corpus: Any) -> tuple[list[Any], list[list[Any]]]:
    """Return the hypotheses, and the references of each."""
    return [hypothesis for hypothesis, _ in corpus], [references for _, references in corpus]


def ours(corpus: Any) -> tuple[list[Any], References]:
    """Return the hypotheses and references as arguments of `corpus_score`."""
    hypotheses, references = sides(corpus)
    return hypotheses, References.per_segment(references)
