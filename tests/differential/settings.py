"""Settings that both truebleu and sacreBLEU support, as a strategy for Hypothesis."""

from __future__ import annotations

from dataclasses import dataclass

from hypothesis import strategies as st

from tests.differential import peer
from truebleu import BLEU


@dataclass(frozen=True)
class Shared:
    """Settings of BLEU for both programs."""

    tokenizer: str
    lowercase: bool
    orders: int
    smoothing: str
    smoothing_value: float | None

    def ours(self, *, effective_order: bool | None = None) -> BLEU:
        return BLEU(
            tokenizer=self.tokenizer,
            lowercase=self.lowercase,
            max_ngram_order=self.orders,
            smoothing=self.smoothing,
            smoothing_value=self.smoothing_value,
            effective_order=effective_order,
        )

    def rows(self, hypotheses: list[str], streams: peer.Streams) -> list[list[int]]:
        metric = peer.metric(self.tokenizer, lowercase=self.lowercase, orders=self.orders)
        return peer.rows(metric, hypotheses, streams)

    def score(self, row: list[int], *, effective_order: bool) -> peer.Score:
        return peer.score(
            row, self.smoothing, self.smoothing_value, effective_order=effective_order
        )


def shared() -> st.SearchStrategy[Shared]:
    values = st.floats(0.001, 10, allow_subnormal=False)
    smoothings = st.one_of(
        st.sampled_from(peer.SMOOTHINGS),
        st.tuples(st.sampled_from(["floor", "add-k"]), values),
    )
    return st.builds(
        lambda tokenizer, lowercase, orders, smoothing: Shared(
            tokenizer, lowercase, orders, *smoothing
        ),
        st.sampled_from(peer.TOKENIZERS),
        st.booleans(),
        st.integers(1, 9),
        smoothings,
    )
