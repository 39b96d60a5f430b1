"""Tokenization of segments in Python, for tokenizers that the core does not implement."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from truebleu import _native
from truebleu.errors import ConfigurationError, InputError, InvalidUnicode
from truebleu.inputs.validation import cells
from truebleu.metrics.base.settings import before_tokenizing

if TYPE_CHECKING:
    from truebleu.inputs.batch import Batch
    from truebleu.inputs.sequences import Segments
    from truebleu.tokenizers import Tokenizer


@dataclass(frozen=True, slots=True)
class Preparation:
    """Python tokenizer together with the lowercasing to apply (`lowercase` as in BLEU).

    Lists of tokens are not tokenized, but each token is lowercased.
    """

    tokenizer: Tokenizer
    lowercase: bool | str

    def prepared(self, block: Batch) -> Batch:
        """Return the segments as token lists, computed once for metrics that share the block."""
        return type(block)(
            self._once(block, block.hypotheses),
            [self._once(block, stream, reference=True) for stream in block.references],
            by_segment=block.by_segment,
            tokens=True,
            flat=block.flat,
        )

    def _once(self, block: Batch, segments: Segments, *, reference: bool = False) -> list[Any]:
        if block.shared is None:
            return self.segments(segments, tokens=block.tokens, reference=reference)
        key = (self, id(segments), reference)
        if key not in block.shared:
            token_lists = self.segments(segments, tokens=block.tokens, reference=reference)
            # The segments are stored too, so that no other list gets their id.
            block.shared[key] = segments, token_lists
        return block.shared[key][1]  # type: ignore[no-any-return]

    def segments(self, segments: Segments, *, tokens: bool, reference: bool = False) -> list[Any]:
        """Return token lists of texts or of `tokens`; None (a missing reference) stays None."""
        present = [segment for segment in segments if segment is not None]
        token_lists = self._lowered(present) if tokens else self._tokenized(present, reference)
        if len(present) == len(segments):
            return token_lists
        following = iter(token_lists)
        return [None if segment is None else next(following) for segment in segments]

    def sentence(self, texts: Segments, *, tokens: bool) -> list[Any]:
        """Return token lists of the hypothesis (the first text) and its references."""
        references = self.segments(texts[1:], tokens=tokens, reference=True)
        return self.segments(texts[:1], tokens=tokens) + references

    def tokenizer_error(self, batch: Batch) -> InputError | None:
        """Return the error of the first text that the tokenizer rejects, with its segment."""
        for number, where, text in cells(batch):
            error = self._error_of(text)
            if error is not None:
                better = type(error)(f"segment {number}: {where}: {error}", segment=number)
                better.__cause__ = error.__cause__
                return better
        return None

    def _tokenized(self, texts: Sequence[Any], reference: bool) -> list[list[str]]:
        return self.tokenized(texts, reference)

    def tokenized(self, texts: Sequence[Any], reference: bool) -> list[list[str]]:
        """Return the tokens of texts, lowercased as for this side (hypotheses or references)."""
        if not self.lowercase:
            return self.tokenizer.tokenize_batch(texts)
        if before_tokenizing(self.lowercase, reference=reference):
            return self.tokenizer.tokenize_batch([self._lower(text) for text in only_text(texts)])
        token_lists = self.tokenizer.tokenize_batch(texts)
        return [[self._lower(token) for token in tokens] for tokens in token_lists]

    def _lowered(self, segments: Sequence[Any]) -> list[list[str]]:
        if any(isinstance(token, int) for tokens in segments for token in tokens):
            raise ConfigurationError(
                f"lowercase={self.lowercase!r} is not supported with token ids. Leave it out, or "
                "pass tokens as str."
            )
        return [[self._lower(token) for token in only_text(tokens)] for tokens in segments]

    def _lower(self, text: str) -> str:
        try:
            return _native.lower(text, "lc-ascii" if self.lowercase == "ascii" else "lc")
        except UnicodeEncodeError:
            raise InvalidUnicode("invalid Unicode") from None  # the caller names the segment

    def _error_of(self, text: Any) -> InputError | None:
        try:
            self.segments([text], tokens=False)
        except InputError as error:
            return error
        return None


def no_tokens(metric: str) -> InputError:
    """Return the error of a metric that does not accept tokens."""
    return InputError(
        f"segments are lists of tokens, but {metric} requires text. Pass each segment as a str."
    )


def only_text(texts: Sequence[Any]) -> Sequence[str]:
    """Return the texts if all are str; otherwise raise an error, which the caller explains."""
    if not all(isinstance(text, str) for text in texts):
        raise InputError("a segment is not a str")
    return texts
