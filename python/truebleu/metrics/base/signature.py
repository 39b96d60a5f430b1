"""Signatures of scores, which contain all settings that are needed to reproduce a score.

A signature is a list of `key:value` fields with vertical bars between them. The format is that of
sacreBLEU (https://github.com/mjpost/sacrebleu#version-signatures):

    nrefs:1|case:mixed|eff:no|tok:13a|smooth:exp|version:truebleu-2.0.0

sacreBLEU's signatures omit some settings: the n-gram order, the weights, the rule for the reference
length, the scale, the tokenizer's model and the number of segments. The full form of a signature
contains them, before the version. The short form contains one of them only if its value differs
from sacreBLEU's.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeVar

from truebleu.errors import InvalidSignature, inspected, nearest
from truebleu.metrics.base.settings import CASE_NAMES

Value = TypeVar("Value")


# sacreBLEU's short names of keys, which it prints with `--short`.
LONG_KEYS = {
    "#": "nrefs", "bs": "bs", "ar": "ar", "rs": "seed", "t": "test", "l": "lang", "o": "origlang",
    "S": "subset", "c": "case", "e": "eff", "tok": "tok", "s": "smooth", "v": "version",
    "nr": "norm", "pn": "punct", "as": "asian",
}  # fmt: skip


# Characters that would end a field or a line are escaped in values.
ESCAPES = {"%": "%25", "|": "%7C", "\n": "%0A", "\r": "%0D"}


@dataclass(frozen=True, slots=True, repr=False)
class Signature:
    """Settings that produced a score: an ordered, immutable mapping from str to str.

    Two signatures are equal if they print the same text.

    >>> signature = Signature.parse("nrefs:1|case:mixed|eff:no|tok:13a|smooth:exp|version:2.6.0")
    >>> signature["tok"]
    '13a'
    >>> Signature.parse(str(signature)) == signature
    True
    """

    fields: Iterable[tuple[str, str]] = field(compare=False)
    """Fields that are always printed."""

    extra: Iterable[tuple[str, str]] = field(default=(), compare=False)
    """Fields that only the full form prints."""

    _values: dict[str, str] = field(init=False, compare=False)
    _text: str = field(init=False)

    def __post_init__(self) -> None:
        """Compute the printed form. If several fields have the same key, the last one counts."""
        values = dict(self.fields)
        text = "|".join(f"{key}:{_escape(value)}" for key, value in values.items())
        set_attribute = object.__setattr__
        set_attribute(self, "fields", tuple(values.items()))
        set_attribute(self, "extra", tuple(self.extra))
        set_attribute(self, "_values", values)
        set_attribute(self, "_text", text)

    @classmethod
    def parse(cls, text: str) -> Signature:
        """Create a signature from its text.

        The text may be a signature of truebleu in short or full form, or a signature of sacreBLEU
        with long or short keys. A metric's name at the start (`BLEU|nrefs:1|...`, as in score
        lines) is ignored. Raises `InvalidSignature` for a field that is not `key:value` and for a
        repeated key.

        >>> str(Signature.parse("#:1|c:mixed|e:no|tok:13a|s:exp|v:2.6.0"))
        'nrefs:1|case:mixed|eff:no|tok:13a|smooth:exp|version:2.6.0'
        """
        if not isinstance(text, str):
            raise InvalidSignature(f"signature {inspected(text)} is not a str.")
        parts = text.strip().split("|")
        if len(parts) > 1 and ":" not in parts[0]:
            parts = parts[1:]
        pairs = [_field(part, text) for part in parts]
        pairs = _long_keys(pairs)
        keys = [key for key, _ in pairs]
        twice = next((key for key in keys if keys.count(key) > 1), None)
        if twice is not None:
            raise InvalidSignature(f"the signature {text!r} has {twice!r} twice.")
        return cls(pairs)

    def full(self) -> Signature:
        """Return the full form, which includes the fields that sacreBLEU omits.

        If this signature was parsed from a short form, these fields are unknown and are left out.
        """
        if not self.extra:
            return self
        version = [("version", self._values["version"])] if "version" in self._values else []
        fields = [pair for pair in self.fields if pair[0] != "version"]
        return Signature([*fields, *self.extra, *version])

    def format(self, full: bool = False) -> str:
        """Return the signature as text, in the full form if `full` is True."""
        return str(self.full() if full else self)

    def get(self, key: str, default: str | None = None) -> str | None:
        """Return the value of a key, or `default` if the signature does not have the key."""
        return self._values.get(key, default)

    def keys(self) -> tuple[str, ...]:
        """Return the keys in printed order."""
        return tuple(self._values)

    def values(self) -> tuple[str, ...]:
        """Return the values in printed order."""
        return tuple(self._values.values())

    def items(self) -> tuple[tuple[str, str], ...]:
        """Return the (key, value) pairs in printed order."""
        return tuple(self.fields)

    def __getitem__(self, key: str) -> str:
        return self._values[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self._values)

    def __len__(self) -> int:
        return len(self._values)

    def __contains__(self, key: object) -> bool:
        return key in self._values

    def __str__(self) -> str:
        return self._text

    def __repr__(self) -> str:
        return f"Signature.parse({self._text!r})"


def describe_difference(first: Signature, second: Signature) -> str:
    """Return text with the fields in which two signatures differ; "" if they are equal.

    >>> first, second = "case:mixed|tok:13a", "case:lc|tok:13a"
    >>> describe_difference(Signature.parse(first), Signature.parse(second))
    'case:mixed and case:lc'
    """
    return ", ".join(
        f"{key}:{first.get(key, '-')} and {key}:{second.get(key, '-')}"
        for key in dict.fromkeys([*first.keys(), *second.keys()])
        if first.get(key) != second.get(key)
    )


def join_bracket(name: str, value: float | None) -> str:
    """Return a name and a value in the form that signatures use, such as `floor[0.10]`.

    The value prints with two decimals if these are exact, otherwise with all its decimals. If it is
    None, the result is the name alone.

    >>> join_bracket("floor", 0.1), join_bracket("add-k", 0.001), join_bracket("exp", None)
    ('floor[0.10]', 'add-k[0.001]', 'exp')
    """
    if value is None:
        return name
    short = f"{value:.2f}"
    return f"{name}[{short if float(short) == value else repr(float(value))}]"


def split_bracket(text: str) -> tuple[str, float | None]:
    """Return the name and the value in a text such as `floor[0.10]`, the inverse of `join_bracket`.

    Raises `InvalidSignature` if the text has another form.

    >>> split_bracket("floor[0.10]")
    ('floor', 0.1)
    """
    name, bracket, value = text.partition("[")
    if not bracket:
        return text, None
    try:
        if value.endswith("]"):
            return name, float(value[:-1])
    except ValueError:
        pass
    raise InvalidSignature(f"{text!r} is not a name with a number in brackets.")


def _field(part: str, text: str) -> tuple[str, str]:
    key, colon, value = part.partition(":")
    if not key or not colon or not value:
        raise InvalidSignature(
            f"{part!r} in the signature {text!r} is not key:value. A signature looks like "
            "nrefs:1|case:mixed|eff:no|tok:13a|smooth:exp|version:2.6.0"
        )
    return key.strip(), _unescape(value.strip())


def _long_keys(pairs: list[tuple[str, str]]) -> list[tuple[str, str]]:
    """Return (key, value) pairs with sacreBLEU's short keys replaced by the long ones.

    Two short keys have two meanings. `s` is `space` in chrF and `smooth` in other metrics. `t` is
    `tok` in TER and `test` (the test set) in other metrics.
    """
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


# Helpers of metrics that create settings from a signature


# Keys of facts about the data: test set, languages, and how the text was re-segmented.
DATA_KEYS = ("test", "lang", "origlang", "subset", "reseg")

# Keys of data and significance tests, which are not settings of a metric.
IGNORED = ("nrefs", "segments", "version", "bs", "ar", "seed", *DATA_KEYS)


# Keys that only the signature of one metric has.
METRIC_BY_KEY = {
    "smooth": "BLEU", "nc": "chrF", "nw": "chrF", "space": "chrF", "norm": "TER", "punct": "TER",
    "asian": "TER", "min": "GLEU", "max": "GLEU", "syn": "METEOR", "alpha": "METEOR",
    "edits": "WER", "column": "a column of scores", "model": "EmbeddingSimilarity",
    "rouge": "ROUGE", "nist": "NIST", "cider": "CIDEr",
}  # fmt: skip
CASES = {"mixed": False, "lc": True}
LOWERCASES = {case: lowercase for lowercase, case in CASE_NAMES.items()}
FLAGS = {"no": False, "yes": True}


def parsed(signature: str | Signature) -> Signature:
    """Return the argument as a `Signature`; parse it if it is a str."""
    return signature if isinstance(signature, Signature) else Signature.parse(signature)


def metric_of(signature: Signature) -> str | None:
    """Return the name of the metric to which a signature belongs, as its keys show.

    Returns None if the keys do not identify a metric.
    """
    metric = next((METRIC_BY_KEY[key] for key in signature if key in METRIC_BY_KEY), None)
    return "CER" if metric == "WER" and signature["edits"] == "characters" else metric


def check_keys(
    signature: Signature, metric: str, required: Sequence[str], optional: Sequence[str]
) -> None:
    """Raise `InvalidSignature` if a required key is missing, or a key or a number is invalid.

    `metric` is the name of the metric, `required` and `optional` are the keys of its signatures.
    The keys of fields about the data and about significance tests are always allowed.
    """
    known_keys = (*required, *optional, *IGNORED)
    unknown = [key for key in signature if key not in known_keys]
    for key in unknown:
        if key in METRIC_BY_KEY:
            raise InvalidSignature(
                f"the signature {str(signature)!r} belongs to {METRIC_BY_KEY[key]} (it has "
                f"{key!r}), not to {metric}."
            )
    if unknown:
        close = nearest(unknown[0], known_keys)
        hint = f". Did you mean {close!r}?" if close else "."
        raise InvalidSignature(
            f"the signature {str(signature)!r} has the unknown key {unknown[0]!r}{hint} truebleu "
            f"{_version()} reads {', '.join(known_keys)}"
        )
    missing = [key for key in required if key not in signature]
    if missing:
        raise InvalidSignature(
            f"the signature {str(signature)!r} lacks {', '.join(missing)}. Pass the complete "
            "signature."
        )
    for key in ("nrefs", "segments"):
        if signature.get(key, "var") != "var":
            number(signature, key)


def choice(signature: Signature, key: str, choices: Mapping[str, Value]) -> Value:
    """Return `choices[text]`, where `text` is the value of the signature's field `key`.

    Raises `InvalidSignature` if `text` is not a key of `choices`.
    """
    if signature[key] in choices:
        return choices[signature[key]]
    raise InvalidSignature(
        f"unknown {key}:{signature[key]} in the signature {str(signature)!r}. Choose from: "
        f"{', '.join(f'{key}:{choice}' for choice in choices)}."
    )


def number(signature: Signature, key: str) -> int:
    """Return the field `key` as an int; raise `InvalidSignature` if it is not an integer."""
    try:
        return int(signature[key])
    except ValueError:
        raise InvalidSignature(
            f"{key}:{signature[key]} in the signature {str(signature)!r} is not an integer"
        ) from None


def decimal(signature: Signature, key: str) -> float:
    """Return the field `key` as a float; raise `InvalidSignature` if it is not a number."""
    return _float(signature, key, signature[key])


def decimal_list(signature: Signature, key: str) -> list[float]:
    """Return the comma-separated numbers in the field `key` as floats.

    Raises `InvalidSignature` if a part of the field is not a number.
    """
    return [_float(signature, key, text) for text in signature[key].split(",")]


def _float(signature: Signature, key: str, text: str) -> float:
    try:
        return float(text)
    except ValueError:
        raise InvalidSignature(
            f"{key}:{signature[key]} in the signature {str(signature)!r}: {text!r} is not a number."
        ) from None


def _version() -> str:
    from truebleu import _native

    return _native.__version__
