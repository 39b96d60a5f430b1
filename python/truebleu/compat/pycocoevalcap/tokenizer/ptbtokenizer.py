"""A drop-in for `pycocoevalcap.tokenizer.ptbtokenizer` of pycocoevalcap 1.2, without Java.

There is one intended difference: line ends inside a caption (U+000D, U+2028 and others) are read as
spaces. In the original, they shift all later captions to other images.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from truebleu.compat.pycocoevalcap.errors import NotText
from truebleu.compat.pycocoevalcap.texts import checked_text
from truebleu.tokenizers.ptb import DROPPED, ptb_tokenizer

PUNCTUATIONS = sorted(DROPPED)
"""Tokens that are dropped."""


class PTBTokenizer:
    """Tokenizer of captions: lowercase Penn Treebank words without punctuation.

    >>> PTBTokenizer().tokenize({"img1": [{"caption": "A dog's bed isn't blue."}]})
    {'img1': ["a dog 's bed is n't blue"]}
    """

    def tokenize(
        self, captions_for_image: Mapping[Any, Sequence[Mapping[str, Any]]]
    ) -> dict[Any, list[str]]:
        """Return the tokens of the captions of each id, joined by spaces.

        Args:
            captions_for_image: a list of dicts with the key `caption` for each id.

        Raises:
            KeyError: a dict without `caption`.
            TypeError: a caption is not a str, or is passed in place of a dict.
        """
        return {
            key: [self._joined(f"id {key!r}", caption) for caption in captions]
            for key, captions in captions_for_image.items()
        }

    def _joined(self, where: str, caption: Any) -> str:
        if not isinstance(caption, Mapping):
            raise NotText(
                f"{where}: a caption is a {type(caption).__name__}. Pass dicts, "
                "{'caption': 'a dog'}."
            )
        text = checked_text(where, "a caption", caption["caption"])
        return " ".join(ptb_tokenizer().tokenize(text))
