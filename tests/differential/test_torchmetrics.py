"""The drop-in for torchmetrics, compared with torchmetrics and torch.

They have some gigabytes: `make differential` installs them separately.
"""

from __future__ import annotations

import math
import re
import warnings
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import truebleu.compat.torchmetrics.functional.text as our_functions
import truebleu.compat.torchmetrics.text as ours
from tests.differential.programs import sides
from tests.generators import tally
from tests.profiles import examples
from tests.requirements import require_module

torch = require_module("torch")
theirs = require_module("torchmetrics.text", "torchmetrics")
their_functions = require_module("torchmetrics.functional.text", "torchmetrics")
pytestmark = [pytest.mark.peer, pytest.mark.filterwarnings("ignore")]

PIECES = [
    "a",
    "b",
    "c",
    "É",
    "狗",
    "2.5",
    "2020",
    ".",
    "-",
    "&amp;",
    "“",
    "€",
    "\n",
    "Σ",
    "。",
    "'",
]
TEXTS = st.builds(
    lambda pieces, space: space.join(pieces),
    st.lists(st.sampled_from(PIECES), max_size=14),
    st.sampled_from([" ", "", "  ", "\u3000"]),
)
BATCHES = st.lists(st.tuples(TEXTS, st.lists(TEXTS, min_size=1, max_size=3)), max_size=4)
WEIGHTS = st.sampled_from([None, "given", "as they are"])
TOKENIZERS = st.sampled_from(["none", "13a", "zh", "intl", "char"])


def weights_of(kind: str | None, n_gram: int) -> list[float] | None:
    if kind is None:
        return None
    return [(order + 1) / (10 if kind == "given" else 1) for order in range(n_gram)]


def same(our: Any, their: Any) -> bool:
    """Check that values are tensors of one type, and equal in single precision."""
    assert (our.dtype, our.shape, our.device) == (their.dtype, their.shape, their.device)
    # The score is exp of a sum, so an error of the logarithms is multiplied by their size.
    return math.isclose(our.item(), their.item(), rel_tol=2e-6, abs_tol=1e-30)


@examples(8.0)
@given(st.lists(BATCHES, min_size=1, max_size=3), st.integers(1, 5), st.booleans(), WEIGHTS)
def test_bleu(batches: Any, n_gram: int, smooth: bool, kind: str | None) -> None:
    settings: Any = (n_gram, smooth, weights_of(kind, n_gram))
    our, their = ours.BLEUScore(*settings), theirs.BLEUScore(*settings)
    for batch in batches:
        given_ = sides(batch)
        tally.count("truebleu against torchmetrics", len(batch))
        assert same(our(*given_), their(*given_))
        assert same(
            our_functions.bleu_score(*given_, *settings),
            their_functions.bleu_score(*given_, *settings),
        )
    assert_same_state(our, their)
    assert same(our.compute(), their.compute())


@examples(8.0)
@given(BATCHES, st.integers(1, 4), st.booleans(), TOKENIZERS, st.booleans())
def test_sacre_bleu(batch: Any, n_gram: int, smooth: bool, tokenize: str, lowercase: bool) -> None:
    settings: Any = (n_gram, smooth, tokenize, lowercase)
    our, their = ours.SacreBLEUScore(*settings), theirs.SacreBLEUScore(*settings)
    given_ = sides(batch)
    tally.count("truebleu against torchmetrics", len(batch))
    assert same(our(*given_), their(*given_))
    assert_same_state(our, their)
    assert same(
        our_functions.sacre_bleu_score(*given_, *settings),
        their_functions.sacre_bleu_score(*given_, *settings),
    )


def without_quotes(text: str) -> str:
    return text.upper().replace("'", "")


@examples(4.0)
@given(
    BATCHES.filter(bool),
    st.booleans(),
    st.sampled_from([None, str.lower, without_quotes]),
    st.sampled_from([None, str.split, list, re.compile(r"\w+|[^\w\s]").findall]),
    st.sampled_from(["best", "avg"]),
)
def test_rouge(batch: Any, stem: bool, normalizer: Any, tokenizer: Any, accumulate: str) -> None:
    settings: Any = (stem, normalizer, tokenizer, accumulate, ("rouge1", "rouge2", "rougeL"))
    score = ours.ROUGEScore(*settings)(*sides(batch))
    expected = theirs.ROUGEScore(*settings)(*sides(batch))
    assert score.keys() == expected.keys()
    for name, value in expected.items():
        assert math.isclose(score[name].item(), value.item(), rel_tol=2e-6, abs_tol=1e-7), name


@examples(2.0)
@given(
    BATCHES.filter(bool),
    st.tuples(st.integers(1, 6), st.integers(0, 3), st.sampled_from([0.0, 0.5, 1.0, 2.0, 3.0])),
    st.booleans(),
    st.booleans(),
)
def test_chrf(batch: Any, orders: Any, lowercase: bool, whitespace: bool) -> None:
    settings: Any = (*orders, lowercase, whitespace, True)
    our, their = (side.CHRFScore(*settings)(*sides(batch)) for side in (ours, theirs))
    tally.count("truebleu against torchmetrics", len(batch))
    assert our[1].shape == (len(batch),)
    result, expected = (torch.cat([value.reshape(-1) for value in pair]) for pair in (our, their))
    torch.testing.assert_close(result, expected, rtol=2e-6, atol=1e-7)


@examples(4.0)
@given(st.lists(st.tuples(TEXTS, TEXTS), min_size=1, max_size=4))
def test_error_rates(pairs: Any) -> None:
    texts = [list(side) for side in zip(*pairs, strict=True)]
    for name in ("WordErrorRate", "CharErrorRate", "MatchErrorRate"):
        result, expected = (getattr(side, name)()(*texts).item() for side in (ours, theirs))
        assert result == expected or (math.isnan(result) and math.isnan(expected)), name


def assert_same_state(our: Any, their: Any) -> None:
    """Check that counts are equal, and that a state of torchmetrics can be loaded and updated."""
    for name, expected in their.metric_state.items():
        assert our.metric_state[name] == expected.long().tolist(), name
    again = our.clone()
    again.reset()
    again.merge_state(their.metric_state)
    assert again.metric_state == our.metric_state


def test_an_empty_state() -> None:
    for kind in ("BLEUScore", "SacreBLEUScore"):
        results = []
        for side in (ours, theirs):
            with warnings.catch_warnings(record=True) as caught:
                warnings.simplefilter("always")
                results.append(getattr(side, kind)().compute())
            assert [each.category for each in caught] == [UserWarning]
        assert same(*results)


def _in_group(rank: int, folder: str, side: str) -> None:
    """Run one of two processes with a batch of its own, and write its results to a file."""
    torch.distributed.init_process_group(
        "gloo", init_method=f"file://{folder}/{side}", rank=rank, world_size=2
    )
    module = {"ours": ours, "theirs": theirs}[side]
    metric = module.BLEUScore()
    batch = [("a b c d e f", ["a b c d e g"]), ("a b c d x", ["a b c d y", "b c d x"])][rank]
    alone = metric([batch[0]], [batch[1]])
    text = f"{alone.item():.6f} {metric.compute().item():.6f} {metric.compute().item():.6f}"
    Path(folder, f"{side}.{rank}").write_text(text, encoding="utf-8")
    torch.distributed.destroy_process_group()


def test_processes_of_torch_distributed(tmp_path: Path) -> None:
    """`compute` gives the score of the counts of all processes."""
    for side in ("ours", "theirs"):
        torch.multiprocessing.spawn(_in_group, (str(tmp_path), side), nprocs=2)
    for rank in range(2):
        our, their = (Path(tmp_path, f"{side}.{rank}").read_text() for side in ("ours", "theirs"))
        assert our == their
        alone, together, again = our.split()
        assert alone != together == again
