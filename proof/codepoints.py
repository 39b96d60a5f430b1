"""Every code point, alone and in company, through every tokenizer."""

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
Trial = Callable[[Sequence[str], str], Record]  # of code points and the record's words
ALONE = ("{0}", "{0}{0}")
AROUND_SIGMA = ("{0}", "a{0}B", "A{0}Σ", "AΣ{0}", "AΣ{0}B", "{0}Σ")
SHOWN = 20


def records(scale: float) -> Iterator[Record]:
    return resumed(scale, {})


def resumed(scale: float, done: Mapping[str, Record]) -> Iterator[Record]:
    every = scalar_values()[:: round(1 / scale)]
    for what, trial in trials().items():
        if what not in done:
            yield trial(every, what)


def trials() -> dict[str, Trial]:
    """Give what is tried, by the words of its record."""
    found: dict[str, Trial] = {}
    for tokenizer in peer.TOKENIZERS:
        for lowercase, case in ((False, "as it is"), (True, "lower-cased")):
            what = f"{tokenizer}, {case}, against sacreBLEU"
            found[what] = partial(against_sacrebleu, tokenizer=tokenizer, lowercase=lowercase)
    for tokenizer in SPECIMENS:
        what = f"{tokenizer}, against sacreBLEU"
        found[what] = partial(of_mecab, tokenizer=tokenizer)
    for settings in test_ter.EVERY:
        what = f"TER's tokenizer, {test_ter.in_short(settings)}, against sacreBLEU"
        found[what] = partial(of_ter, settings=settings)
    found["lower-casing, against Python"] = lower_casing
    for tokenizer in oracle.TOKENIZERS:
        if tokenizer not in peer.TOKENIZERS:
            what = f"{tokenizer}, against its description in plain Python"
            found[what] = partial(against_its_description, tokenizer=tokenizer)
    return found


def against_sacrebleu(
    every: Sequence[str], what: str, *, tokenizer: str, lowercase: bool
) -> Record:
    known = known_to_both(every, tokenizer, lowercase=lowercase)
    theirs = peer.tokenizer(tokenizer)
    case = "lc" if lowercase else "mixed"

    def tokens(text: str) -> list[str]:
        return peer.tokens(theirs, text.lower() if lowercase else text)

    return compared(what, known, lambda text: _native.tokenize(text, tokenizer, case), tokens)


def of_mecab(every: Sequence[str], what: str, *, tokenizer: str) -> Record:
    theirs = partial(peer.tokens, peer.tokenizer(tokenizer))
    return compared(what, every, resolve(tokenizer).tokenize, theirs)


def of_ter(every: Sequence[str], what: str, *, settings: test_ter.Settings) -> Record:
    known = known_to_both(every, "none", lowercase=not settings["case_sensitive"])

    def ours(text: str) -> list[str]:
        return _native.tokenize_ter(text, **settings)

    theirs = partial(test_ter.tokens, settings)
    return compared(what, known, ours, theirs, test_ter.PLACES)


def lower_casing(every: Sequence[str], what: str) -> Record:
    known = known_to_both(every, "none", lowercase=True)
    texts = (place.format(c) for c in known for place in AROUND_SIGMA)
    wrong = [ascii(text) for text in texts if _native.lower(text) != text.lower()]
    return told(what, len(known) * len(AROUND_SIGMA), wrong)


def against_its_description(every: Sequence[str], what: str, *, tokenizer: str) -> Record:
    """Tokenizers of other tools: their description in tests/oracle, which tests hold to them."""
    known = known_to_both(every, tokenizer, lowercase=False)
    theirs = partial(oracle.tokenize, tokenizer=tokenizer)
    return compared(what, known, lambda text: _native.tokenize(text, tokenizer, "mixed"), theirs)


def known_to_both(every: Sequence[str], tokenizer: str, *, lowercase: bool) -> list[str]:
    left_out = unicode_age.unknown(tokenizer, lowercase)
    return [c for c in every if c not in left_out]


def compared(
    what: str,
    characters: Sequence[str],
    ours: Tokens,
    theirs: Tokens,
    places: Sequence[str] = PLACES,
) -> Record:
    """Compare the tokens of texts that are one place, and of texts of many places."""
    wrong = differing([place.format(c) for c in characters for place in ALONE], ours, theirs)
    for batch in batches(characters):
        around = [place.format(c) for c in batch for place in places]
        together = " ".join(around)
        if ours(together) != theirs(together):
            found = differing([f" {text} x" for text in around], ours, theirs)
            wrong += found or [f"only together: {together!a}"]
    return told(what, len(characters) * (len(ALONE) + len(places)), wrong)


def differing(texts: Sequence[str], ours: Tokens, theirs: Tokens) -> list[str]:
    return [ascii(text) for text in texts if ours(text) != theirs(text)]


def told(what: str, tried: int, wrong: Sequence[str]) -> Record:
    notes = (f"{what}: {', '.join(wrong[:SHOWN])}",) if wrong else ()
    outcome = f"{len(wrong)} differences"
    return Record(what, tried, "texts", outcome, ok=not wrong, notes=notes)
