"""Tokenization and lowercasing in Python, for tokenizers that the Rust core does not have."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from truebleu import _native
from truebleu.errors import ConfigurationError, InputError, InvalidUnicode
from truebleu.inputs.sequences import LISTS
from truebleu.inputs.validation import cells
from truebleu.metrics.base.settings import before_tokenizing

if TYPE_CHECKING:
    from truebleu.inputs.batch import Batch
    from truebleu.inputs.sequences import Segments
    from truebleu.tokenizers import Tokenizer

BLOCK = 4096
"""Number of segments that Python tokenizes or counts at a time, so that memory stays constant."""


@dataclass(frozen=True, slots=True)
class Preparation:
    """Conversion of segments to lists of tokens by a Python tokenizer and a lowercasing mode.

    `lowercase` is the setting `lowercase` of `BLEU`. Segments that are already lists of tokens are
    lowercased, but not tokenized.
    """

    tokenizer: Tokenizer
    lowercase: bool | str

    def prepared(self, block: Batch) -> Batch:
        """Return a copy of a batch in which each segment is a list of tokens.

        If several metrics score the same segments, the token lists are cached for the next metric.
        """
        return type(block)(
            self._cached_token_lists(block, block.hypotheses),
            [
                self._cached_token_lists(block, stream, reference=True)
                for stream in block.references
            ],
            by_segment=block.by_segment,
            tokens=True,
            flat=block.flat,
        )

    def _cached_token_lists(
        self, block: Batch, segments: Segments, *, reference: bool = False
    ) -> list[Any]:
        if block.shared is None:
            return self.segments(segments, tokens=block.tokens, reference=reference)
        # Fingerprints omit the content of a callable's lists, dicts, sets and slots, so callables
        # with equal fingerprints can return different tokens. The key keeps the callable alive.
        function = id(getattr(self.tokenizer, "function", None))
        key = (self, function, id(segments), reference)
        if key not in block.shared:
            token_lists = self.segments(segments, tokens=block.tokens, reference=reference)
            # Keep the segments alive, so that no other list gets their id.
            block.shared[key] = segments, token_lists
        return block.shared[key][1]  # type: ignore[no-any-return]

    def segments(self, segments: Segments, *, tokens: bool, reference: bool = False) -> list[Any]:
        """Return the token list of each segment, and None for each missing reference.

        `tokens` is True if the segments are already lists of tokens. `reference` is True if they
        are references, which the mode "references-after" lowercases differently from hypotheses.
        """
        present = [segment for segment in segments if segment is not None]
        token_lists = self._lowered(present) if tokens else self._tokenized(present, reference)
        if len(present) == len(segments):
            return token_lists
        following = iter(token_lists)
        return [None if segment is None else next(following) for segment in segments]

    def sentence(self, texts: Segments, *, tokens: bool) -> list[Any]:
        """Return the token list of each text: a hypothesis and its references.

        The hypothesis comes first. `tokens` is True if the texts are already lists of tokens.
        """
        references = self.segments(texts[1:], tokens=tokens, reference=True)
        return self.segments(texts[:1], tokens=tokens) + references

    def tokenizer_error(self, batch: Batch) -> InputError | None:
        """Return the error of the first text in `batch` on which the tokenizer fails, or None.

        The error message has the number of the segment.
        """
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
        """Return the tokens of each text, lowercased if the attribute `lowercase` is set.

        `reference` is True if the texts are references, which the mode "references-after"
        lowercases differently from hypotheses.
        """
        if not self.lowercase:
            return self.tokenizer.tokenize_batch(texts)
        if before_tokenizing(self.lowercase, reference=reference):
            return self.tokenizer.tokenize_batch([self._lower(text) for text in only_text(texts)])
        token_lists = self.tokenizer.tokenize_batch(texts)
        return [[self._lower(token) for token in tokens] for tokens in token_lists]

    def _lowered(self, segments: Sequence[Any]) -> list[list[str]]:
        if not all(isinstance(tokens, LISTS) for tokens in segments):
            raise InputError("a segment is not a list of tokens")  # the caller names the segment
        if any(tokens and isinstance(tokens[0], int) for tokens in segments):
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
    """Return the error for lists of tokens that were passed to a metric that accepts only text.

    `metric` is the name of the metric.
    """
    return InputError(
        f"segments are lists of tokens, but {metric} requires text. Pass each segment as a str."
    )


def only_text(texts: Sequence[Any]) -> Sequence[str]:
    """Return the texts; raise `InputError` if any is not a str.

    The caller replaces this error with one that names the segment.
    """
    if not all(isinstance(text, str) for text in texts):
        raise InputError("a segment is not a str")
    return texts
