"""Segments made into token lists in Python, for what the core does not tokenize itself."""

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
    """A tokenizer in Python, and how everything is lower-cased (`lowercase` as in BLEU).

    Lists of tokens pass the tokenizer by and are only lower-cased, token by token.
    """

    tokenizer: Tokenizer
    lowercase: bool | str

    def prepared(self, block: Batch) -> Batch:
        """The same segments as token lists, which metrics that share the block make once."""
        return type(block)(
            self._once(block, block.hypotheses),
            [self._once(block, each, reference=True) for each in block.references],
            by_segment=block.by_segment,
            tokens=True,
            flat=block.flat,
        )

    def _once(self, block: Batch, given: Segments, *, reference: bool = False) -> list[Any]:
        if block.shared is None:
            return self.segments(given, tokens=block.tokens, reference=reference)
        key = (self, id(given), reference)
        if key not in block.shared:
            made = self.segments(given, tokens=block.tokens, reference=reference)
            block.shared[key] = given, made  # kept, so that no other list has its id
        found: list[Any] = block.shared[key][1]
        return found

    def segments(self, given: Segments, *, tokens: bool, reference: bool = False) -> list[Any]:
        """Token lists of texts or of `tokens`; None, a missing reference, stays."""
        present = [segment for segment in given if segment is not None]
        made = self._lowered(present) if tokens else self._tokenized(present, reference)
        if len(present) == len(given):
            return made
        following = iter(made)
        return [None if segment is None else next(following) for segment in given]

    def sentence(self, given: Segments, *, tokens: bool) -> list[Any]:
        """The same of a hypothesis, which is the first, and its references."""
        of_references = self.segments(given[1:], tokens=tokens, reference=True)
        return self.segments(given[:1], tokens=tokens) + of_references

    def tokenizer_error(self, batch: Batch) -> InputError | None:
        """The first text that the tokenizer cannot do, with the segment's number."""
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
        """Return the tokens of texts, lower-cased as those of this side are."""
        if not self.lowercase:
            return self.tokenizer.tokenize_batch(texts)
        if before_tokenizing(self.lowercase, reference=reference):
            return self.tokenizer.tokenize_batch([self._lower(text) for text in only_text(texts)])
        made = self.tokenizer.tokenize_batch(texts)
        return [[self._lower(token) for token in tokens] for tokens in made]

    def _lowered(self, segments: Sequence[Any]) -> list[list[str]]:
        if any(isinstance(token, int) for tokens in segments for token in tokens):
            raise ConfigurationError(
                f"lowercase={self.lowercase!r} means nothing for token ids: leave it out, or hand "
                "over tokens as str"
            )
        return [[self._lower(token) for token in only_text(tokens)] for tokens in segments]

    def _lower(self, text: str) -> str:
        try:
            return _native.lower(text, "lc-ascii" if self.lowercase == "ascii" else "lc")
        except UnicodeEncodeError:
            raise InvalidUnicode("a segment is no Unicode text") from None  # the caller says which

    def _error_of(self, text: Any) -> InputError | None:
        try:
            self.segments([text], tokens=False)
        except InputError as error:
            return error
        return None


def no_tokens(metric: str) -> InputError:
    """For a metric that takes text only."""
    return InputError(
        f"the segments are lists of tokens, and {metric} is about text as it stands: hand over "
        "each segment as one str"
    )


def only_text(texts: Sequence[Any]) -> Sequence[str]:
    """The same texts; an error, explained by the caller, when something else is among them."""
    if not all(isinstance(text, str) for text in texts):
        raise InputError("a segment is no text")
    return texts
