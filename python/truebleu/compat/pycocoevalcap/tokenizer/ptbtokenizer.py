"""A drop-in for `pycocoevalcap.tokenizer.ptbtokenizer` of pycocoevalcap 1.2, without Java.

There is one difference. Line separators inside a caption (U+000D, U+2028 and others) are treated as
spaces. In pycocoevalcap, all captions after such a separator are assigned to wrong images.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from truebleu.compat.pycocoevalcap.errors import NoCaption, NotText
from truebleu.compat.pycocoevalcap.texts import checked_text
from truebleu.errors import of_type
from truebleu.tokenizers.ptb import DROPPED, ptb_tokenizer

PUNCTUATIONS = sorted(DROPPED)
"""Tokens that are removed."""


class PTBTokenizer:
    """Penn Treebank tokenizer that lowercases captions and removes punctuation.

    >>> PTBTokenizer().tokenize({"img1": [{"caption": "A dog's bed isn't blue."}]})
    {'img1': ["a dog 's bed is n't blue"]}
    """

    def tokenize(
        self, captions_for_image: Mapping[Any, Sequence[Mapping[str, Any]]]
    ) -> dict[Any, list[str]]:
        """Return the tokenized captions of each image id. Tokens are joined with spaces.

        Args:
            captions_for_image: for each image id, a list of dicts. Each dict has a caption under
                the key `caption`.

        Raises:
            KeyError: a dict has no key `caption`.
            TypeError: a caption is not a str, or an argument is not a dict of lists of dicts.
        """
        if not hasattr(captions_for_image, "items"):
            raise NotText(
                f"captions_for_image is {of_type(captions_for_image)}. Pass a dict with a "
                "list of dicts per id."
            )
        return {
            key: [self._joined(f"id {key!r}", caption) for caption in captions]
            for key, captions in captions_for_image.items()
        }

    def _joined(self, where: str, caption: Any) -> str:
        if not isinstance(caption, Mapping):
            raise NotText(
                f"{where}: a caption is {of_type(caption)}. Pass dicts, {{'caption': 'a dog'}}."
            )
        if "caption" not in caption:
            raise NoCaption(
                f"{where}: a dict has no key 'caption' (keys: {', '.join(map(repr, caption))}). "
                "Pass {'caption': 'a dog'}."
            )
        text = checked_text(where, "a caption", caption["caption"])
        return " ".join(ptb_tokenizer().tokenize(text))
