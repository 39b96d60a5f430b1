"""The drop-in for pycocoevalcap, compared with the package's Bleu and BleuScorer.

The package has 104 MB (its Java programs): `make differential` installs it separately. Its
PTBTokenizer, which needs Java, is not run.
"""

from __future__ import annotations

import contextlib
import io
import math
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import truebleu.compat.pycocoevalcap as ours
from tests.generators import tally
from tests.profiles import examples
from tests.requirements import require_module

their_bleu = require_module("pycocoevalcap.bleu.bleu", "pycocoevalcap")
their_cider = require_module("pycocoevalcap.cider.cider", "pycocoevalcap")
their_rouge = require_module("pycocoevalcap.rouge.rouge", "pycocoevalcap")
their_scorer = require_module("pycocoevalcap.bleu.bleu_scorer", "pycocoevalcap")
pytestmark = pytest.mark.peer

WORDS = st.lists(st.sampled_from(["a", "b", "c", "d", "é", "狗"]), max_size=12)
SPACES = st.sampled_from([" ", "  ", "\t", "\u3000", "\x1c", "\u2028"])
TEXTS = st.builds(lambda words, space: space.join(words), WORDS, SPACES)
SEGMENTS = st.tuples(TEXTS, st.lists(TEXTS, min_size=1, max_size=5))
CORPORA = st.lists(SEGMENTS, max_size=6)


def printed(call: Any) -> tuple[Any, list[str]]:
    output = io.StringIO()
    with contextlib.redirect_stdout(output):
        result = call()
    return result, output.getvalue().splitlines()


@examples(4.0)
@given(CORPORA, st.integers(1, 4))  # above 4 the original raises IndexError
def test_bleu(corpus: Any, n: int) -> None:
    tally.count("truebleu against pycocoevalcap", len(corpus))
    gts = {f"img{at}": references for at, (_, references) in enumerate(corpus)}
    res = {f"img{at}": [hypothesis] for at, (hypothesis, _) in reversed([*enumerate(corpus)])}
    our = printed(lambda: ours.Bleu(n).compute_score(gts, res))
    their = printed(lambda: their_bleu.Bleu(n).compute_score(gts, res))
    assert our == their


@examples(4.0)
@given(
    CORPORA,
    st.integers(1, 4),
    st.sampled_from([None, "closest", "shortest", "average"]),
    st.sampled_from([None, 0, 3]),
)
def test_scorer(corpus: Any, n: int, option: str | None, special: int | None) -> None:
    def filled(kind: Any) -> Any:
        scorer = kind(n=n, special_reflen=special)
        for segment in corpus:
            scorer += segment
        return scorer

    our, their = filled(ours.BleuScorer), filled(their_scorer.BleuScorer)
    result, output = printed(lambda: our.compute_score(option, verbose=2))
    expected, their_words = printed(lambda: their.compute_score(option, verbose=2))
    assert result[1] == expected[1]
    assert (our.testlen(option), our.size()) == (their.testlen(option), their.size())
    if option == "average":
        # The original adds floats one by one; truebleu's sum is exact.
        assert math.isclose(our.reflen(option), their.reflen(option), rel_tol=1e-15)
        for first, second in zip(result[0], expected[0], strict=True):
            assert math.isclose(first, second, rel_tol=1e-14)
    else:
        assert result[0] == expected[0]
        assert our.reflen(option) == their.reflen(option)
    if option != "average" and special is None:
        # For single segments, the original prints four orders for any n.
        orders = slice(None) if n == 4 else slice(-2, None)
        assert output[orders] == their_words[orders]


@examples(4.0)
@given(CORPORA, st.sampled_from([6.0, 2.5, 3]))
def test_rouge_and_cider(corpus: Any, sigma: float) -> None:
    tally.count("truebleu against pycocoevalcap", len(corpus))
    gts = {f"img{at}": references for at, (_, references) in enumerate(corpus)}
    res = {f"img{at}": [hypothesis] for at, (hypothesis, _) in enumerate(corpus)}
    pairs: list[tuple[Any, Any]] = [(ours.Cider(sigma=sigma), their_cider.Cider(sigma=sigma))]
    if corpus:  # the mean of no values is nan
        pairs.append((ours.Rouge(), their_rouge.Rouge()))
    for our, their in pairs:
        try:
            mean, scores = their.compute_score(gts, res)
        except ValueError:  # no reference has a word
            with pytest.raises(ValueError, match="no reference has a word"):
                our.compute_score(gts, res)
            continue
        result, found_scores = our.compute_score(gts, res)
        assert (result, found_scores.tolist()) == (mean, scores.tolist())
