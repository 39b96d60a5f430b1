"""The signature of a score: all that is needed to get the number again.

A signature is a row of `key:value` fields with bars between them, as sacreBLEU introduced it
(https://github.com/mjpost/sacrebleu#version-signatures):

    nrefs:1|case:mixed|eff:no|tok:13a|smooth:exp|version:truebleu-1.0.0

sacreBLEU leaves out the order of the n-grams, the weights, the rule for the reference length, the
scale, the tokenizer's model and the number of segments. So does the short form here, where these
have sacreBLEU's values; the full form says them, before the version.
"""

from __future__ import annotations

from truebleu.errors import InvalidSignature, inspected
from truebleu.frozen import Frozen

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

__all__ = ["Signature", "apart", "join_bracket", "split_bracket"]

# sacreBLEU's short names of keys, which it prints with `--short`.
LONG_KEYS = {
    "#": "nrefs", "bs": "bs", "ar": "ar", "rs": "seed", "t": "test", "l": "lang", "o": "origlang",
    "S": "subset", "c": "case", "e": "eff", "tok": "tok", "s": "smooth", "v": "version",
    "nr": "norm", "pn": "punct", "as": "asian",
}  # fmt: skip

# What would end a field or a line must not stand in a value as it is.
ESCAPES = {"%": "%25", "|": "%7C", "\n": "%0A", "\r": "%0D"}


class Signature(Frozen):
    """An ordered, immutable mapping from key to value, both `str`.

    Two signatures are equal when they print the same.

    >>> signature = Signature.parse("nrefs:1|case:mixed|eff:no|tok:13a|smooth:exp|version:2.6.0")
    >>> signature["tok"]
    '13a'
    >>> Signature.parse(str(signature)) == signature
    True
    """

    __slots__ = ("_fields", "_rest", "_text")

    _fields: dict[str, str]
    _rest: tuple[tuple[str, str], ...]
    _text: str

    def __init__(
        self, fields: Iterable[tuple[str, str]], rest: Iterable[tuple[str, str]] = ()
    ) -> None:
        """Make a signature of `fields`; `rest` are those that only the full form shows."""
        pairs = dict(fields)
        object.__setattr__(self, "_fields", pairs)
        object.__setattr__(self, "_rest", tuple(rest))
        text = "|".join(f"{key}:{_escape(value)}" for key, value in pairs.items())
        object.__setattr__(self, "_text", text)

    @classmethod
    def parse(cls, text: str) -> Signature:
        """Read a signature: short, full, sacreBLEU's own, or sacreBLEU's with short keys.

        A metric's name in front (`BLEU|nrefs:1|...`, as score lines have it) is passed over.
        Raises `InvalidSignature` when a field has no `key:value` form or a key comes twice.

        >>> str(Signature.parse("#:1|c:mixed|e:no|tok:13a|s:exp|v:2.6.0"))
        'nrefs:1|case:mixed|eff:no|tok:13a|smooth:exp|version:2.6.0'
        """
        if not isinstance(text, str):
            raise InvalidSignature(f"a signature is a str, this is {inspected(text)}")
        parts = text.strip().split("|")
        if len(parts) > 1 and ":" not in parts[0]:
            parts = parts[1:]
        pairs = [_field(part, text) for part in parts]
        pairs = _long_keys(pairs)
        keys = [key for key, _ in pairs]
        twice = next((key for key in keys if keys.count(key) > 1), None)
        if twice is not None:
            raise InvalidSignature(f"{twice!r} stands twice in the signature {text!r}")
        return cls(pairs)

    def full(self) -> Signature:
        """The form that also says what sacreBLEU leaves out, as far as it is known.

        A signature that was read from its short form knows no more than it says.
        """
        if not self._rest:
            return self
        version = [("version", self._fields["version"])] if "version" in self._fields else []
        kept = [pair for pair in self._fields.items() if pair[0] != "version"]
        return Signature([*kept, *self._rest, *version])

    def format(self, full: bool = False) -> str:
        """The printed form; with `full` that of `full()`."""
        return str(self.full() if full else self)

    def get(self, key: str, default: str | None = None) -> str | None:
        """The value of a key, or `default` when the signature does not have it."""
        return self._fields.get(key, default)

    def keys(self) -> tuple[str, ...]:
        """The keys, in the order in which they are printed."""
        return tuple(self._fields)

    def values(self) -> tuple[str, ...]:
        """The values, in the order in which they are printed."""
        return tuple(self._fields.values())

    def items(self) -> tuple[tuple[str, str], ...]:
        """Keys and values, in the order in which they are printed."""
        return tuple(self._fields.items())

    def __getitem__(self, key: str) -> str:
        return self._fields[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self._fields)

    def __len__(self) -> int:
        return len(self._fields)

    def __contains__(self, key: object) -> bool:
        return key in self._fields

    def __str__(self) -> str:
        return self._text

    def __repr__(self) -> str:
        return f"Signature.parse({self._text!r})"

    def __eq__(self, other: object) -> bool:
        return self._text == other._text if isinstance(other, Signature) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._text)

    def __reduce__(self) -> tuple[type[Signature], tuple[object, object]]:
        return Signature, (self.items(), self._rest)


def apart(first: Signature, other: Signature) -> str:
    """The fields in which two signatures differ, in words; empty where there are none.

    >>> apart(Signature.parse("case:mixed|tok:13a"), Signature.parse("case:lc|tok:13a"))
    'case:mixed and case:lc'
    """
    return ", ".join(
        f"{key}:{first.get(key, '-')} and {key}:{other.get(key, '-')}"
        for key in dict.fromkeys([*first.keys(), *other.keys()])
        if first.get(key) != other.get(key)
    )


def join_bracket(name: str, value: float | None) -> str:
    """A name with its value in brackets, at two decimals where these are exact.

    >>> join_bracket("floor", 0.1), join_bracket("add-k", 0.001), join_bracket("exp", None)
    ('floor[0.10]', 'add-k[0.001]', 'exp')
    """
    if value is None:
        return name
    short = f"{value:.2f}"
    return f"{name}[{short if float(short) == value else repr(float(value))}]"


def split_bracket(text: str) -> tuple[str, float | None]:
    """What `join_bracket` joined. Raises `InvalidSignature` when it is no such thing.

    >>> split_bracket("floor[0.10]")
    ('floor', 0.1)
    """
    name, bracket, value = text.partition("[")
    if not bracket:
        return text, None
    try:
        return name, float(value.removesuffix("]"))
    except ValueError:
        raise InvalidSignature(f"{text!r} should be a name with a number in brackets") from None


def _field(part: str, text: str) -> tuple[str, str]:
    key, colon, value = part.partition(":")
    if not key or not colon or not value:
        raise InvalidSignature(
            f"{part!r} in the signature {text!r} is no `key:value`. A signature looks like "
            f"nrefs:1|case:mixed|eff:no|tok:13a|smooth:exp|version:2.6.0"
        )
    return key.strip(), _unescape(value.strip())


def _long_keys(pairs: list[tuple[str, str]]) -> list[tuple[str, str]]:
    """Short keys spelled out; `s` is chrF's `space` beside `nc`, `t` is TER's tokenizer."""
    names = {key for key, _ in pairs}

    def long(key: str, value: str) -> str:
        if key == "s" and "nc" in names:
            return "space"
        if key == "t" and value == "tercom":
            return "tok"
        return LONG_KEYS.get(key, key)

    return [(long(key, value), value) for key, value in pairs]


def _escape(value: str) -> str:
    for raw, code in ESCAPES.items():
        if raw in value:
            value = value.replace(raw, code)
    return value


def _unescape(value: str) -> str:
    for raw, code in reversed(ESCAPES.items()):
        value = value.replace(code, raw)
    return value
