"""Every code point, alone and between other characters, in every tokenizer."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial

from proof.records import Record
from tests import oracle, unicode_age
from tests.differential import peer, test_ter
from tests.differential.code_points import PLACES, batches, scalar_values
from tests.tokenizers.test_mecab import SPECIMENS
from truebleu import _native
from truebleu.tokenizers import resolve

Tokens = Callable[[str], list[str]]
Trial = Callable[[Sequence[str], str], Record]  # arguments: code points, name of the record
ALONE = ("{0}", "{0}{0}")
AROUND_SIGMA = ("{0}", "a{0}B", "A{0}Σ", "AΣ{0}", "AΣ{0}B", "{0}Σ")
MAX_EXAMPLES = 20


def records(scale: float) -> Iterator[Record]:
    return resumed(scale, {})


def resumed(scale: float, done: Mapping[str, Record]) -> Iterator[Record]:
    characters = scalar_values()[:: round(1 / scale)]
    for name, trial in trials().items():
        if name not in done:
            yield trial(characters, name)


def trials() -> dict[str, Trial]:
    """Return the trials by the names of their records."""
    trials: dict[str, Trial] = {}
    for tokenizer in peer.TOKENIZERS:
        for lowercase, case in ((False, "as it is"), (True, "lowercased")):
            name = f"{tokenizer}, {case}, against sacreBLEU"
            trials[name] = partial(against_sacrebleu, tokenizer=tokenizer, lowercase=lowercase)
    for tokenizer in SPECIMENS:
        name = f"{tokenizer}, against sacreBLEU"
        trials[name] = partial(of_mecab, tokenizer=tokenizer)
    for settings in test_ter.EVERY:
        name = f"TER's tokenizer, {test_ter.in_short(settings)}, against sacreBLEU"
        trials[name] = partial(of_ter, settings=settings)
    trials["lowercasing, against Python"] = lowercasing
    for tokenizer in oracle.TOKENIZERS:
        if tokenizer not in peer.TOKENIZERS:
            name = f"{tokenizer}, against its description in plain Python"
            trials[name] = partial(against_its_description, tokenizer=tokenizer)
    return trials


def against_sacrebleu(
    characters: Sequence[str], name: str, *, tokenizer: str, lowercase: bool
) -> Record:
    characters = known_to_both(characters, tokenizer, lowercase=lowercase)
    theirs = peer.tokenizer(tokenizer)
    case = "lc" if lowercase else "mixed"

    def tokens(text: str) -> list[str]:
        return peer.tokens(theirs, text.lower() if lowercase else text)

    return compared(name, characters, lambda text: _native.tokenize(text, tokenizer, case), tokens)


def of_mecab(characters: Sequence[str], name: str, *, tokenizer: str) -> Record:
    theirs = partial(peer.tokens, peer.tokenizer(tokenizer))
    return compared(name, characters, resolve(tokenizer).tokenize, theirs)


def of_ter(characters: Sequence[str], name: str, *, settings: test_ter.Settings) -> Record:
    characters = known_to_both(characters, "none", lowercase=not settings["case_sensitive"])

    def ours(text: str) -> list[str]:
        return _native.tokenize_ter(text, **settings)

    theirs = partial(test_ter.tokens, settings)
    return compared(name, characters, ours, theirs, test_ter.PLACES)


def lowercasing(characters: Sequence[str], name: str) -> Record:
    characters = known_to_both(characters, "none", lowercase=True)
    texts = (context.format(c) for c in characters for context in AROUND_SIGMA)
    wrong = [ascii(text) for text in texts if _native.lower(text) != text.lower()]
    return make_record(name, len(characters) * len(AROUND_SIGMA), wrong)


def against_its_description(characters: Sequence[str], name: str, *, tokenizer: str) -> Record:
    """Compare with the definition in tests/oracle, which other tests compare with the tool."""
    characters = known_to_both(characters, tokenizer, lowercase=False)
    theirs = partial(oracle.tokenize, tokenizer=tokenizer)

    def ours(text: str) -> list[str]:
        return _native.tokenize(text, tokenizer, "mixed")

    return compared(name, characters, ours, theirs)


def known_to_both(characters: Sequence[str], tokenizer: str, *, lowercase: bool) -> list[str]:
    left_out = unicode_age.unknown(tokenizer, lowercase)
    return [c for c in characters if c not in left_out]


def compared(
    name: str,
    characters: Sequence[str],
    ours: Tokens,
    theirs: Tokens,
    contexts: Sequence[str] = PLACES,
) -> Record:
    """Compare the tokens of each character alone and in each context.

    For speed, the contexts are joined into long texts; only those of a long text with different
    tokens are compared one by one.
    """
    wrong = differing([form.format(c) for c in characters for form in ALONE], ours, theirs)
    for batch in batches(characters):
        around = [context.format(c) for c in batch for context in contexts]
        together = " ".join(around)
        if ours(together) != theirs(together):
            singly = differing([f" {text} x" for text in around], ours, theirs)
            wrong += singly or [f"only together: {together!a}"]
    return make_record(name, len(characters) * (len(ALONE) + len(contexts)), wrong)


def differing(texts: Sequence[str], ours: Tokens, theirs: Tokens) -> list[str]:
    return [ascii(text) for text in texts if ours(text) != theirs(text)]


def make_record(name: str, tried: int, wrong: Sequence[str]) -> Record:
    notes = (f"{name}: {', '.join(wrong[:MAX_EXAMPLES])}",) if wrong else ()
    outcome = f"{len(wrong)} differences"
    return Record(name, tried, "texts", outcome, ok=not wrong, notes=notes)
