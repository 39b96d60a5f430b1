"""chrF and chrF++: Popović 2015 and 2017, as implemented in sacreBLEU.

https://aclanthology.org/W15-3049 and https://aclanthology.org/W17-4770
"""

# ruff: noqa: ARG002

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from truebleu import _native
from truebleu.errors import ConfigurationError, InvalidSignature
from truebleu.inputs.arguments import check_count, check_flag, check_number
from truebleu.metrics.base.layout import Column, Layout
from truebleu.metrics.base.metric import Metric, PageFormula
from truebleu.metrics.base.score import Score, new_score, part
from truebleu.metrics.base.settings import check_ignore_case
from truebleu.metrics.base.signature import (
    CASES,
    FLAGS,
    Signature,
    check_keys,
    choice,
    number,
    parsed,
)

if TYPE_CHECKING:
    from typing_extensions import Self


class CHRFScore(Score):
    """chrF score of a corpus or a sentence.

    Attributes that are tuples have one number per n-gram order: first all orders of character
    n-grams, then all orders of word n-grams.

    >>> from truebleu import CHRF
    >>> score = CHRF(char_order=2, word_order=1).sentence_score("the cats", "the cat")
    >>> print(score)
    chrF2+ = 81.04
    >>> score.hypothesis_ngrams, score.reference_ngrams, score.matches
    ((7, 6, 2), (6, 5, 2), (6, 5, 1))
    >>> [round(part, 1) for part in score.precisions], round(score.recall, 1)
    ([85.7, 83.3, 50.0], 83.3)
    """

    __slots__ = ()

    names = (
        "value",
        "char_order",
        "word_order",
        "beta",
        "hypothesis_ngrams",
        "reference_ngrams",
        "matches",
        "precisions",
        "recalls",
        "precision",
        "recall",
        "signature",
    )

    def __new__(
        cls,
        value: float,
        char_order: int,
        word_order: int,
        beta: float,
        row: tuple[int, ...],
        precision: float,
        recall: float,
        signature: Signature,
    ) -> Self:
        """Create a chrF score without checking its components.

        `row` has three counts per n-gram order: of hypothesis n-grams, reference n-grams and
        matches.
        """
        parts = (value, char_order, word_order, beta, row, precision, recall, signature)
        return new_score(cls, parts)

    @property
    def metric(self) -> str:
        """Name of the metric with beta and a plus per order of word n-grams, such as chrF2++."""
        return f"chrF{self.beta}{'+' * self.word_order}"

    char_order: int = part(1, "Maximum order of character n-grams.")
    word_order: int = part(2, "Maximum order of word n-grams: 0 in chrF, 2 in chrF++.")
    beta: float = part(3, "Importance of recall relative to precision.")

    @property
    def hypothesis_ngrams(self) -> tuple[int, ...]:
        """Number of n-grams in the hypotheses per n-gram order.

        For each order, segments whose reference has no n-gram of this order are left out.
        """
        return self._parts[4][::3]  # type: ignore[no-any-return]

    @property
    def reference_ngrams(self) -> tuple[int, ...]:
        """Number of n-grams in the references per n-gram order.

        If a segment has several references, only the reference with the highest score counts.
        """
        return self._parts[4][1::3]  # type: ignore[no-any-return]

    @property
    def matches(self) -> tuple[int, ...]:
        """Number of matched n-grams per n-gram order.

        An n-gram that occurs `a` times in the hypothesis and `b` times in the reference counts
        min(a, b) times.
        """
        return self._parts[4][2::3]  # type: ignore[no-any-return]

    @property
    def precisions(self) -> tuple[float, ...]:
        """Matches divided by hypothesis n-grams, 0 to 100, per n-gram order.

        An order without hypothesis n-grams has precision 0.
        """
        return tuple(map(_percent, self.matches, self.hypothesis_ngrams))

    @property
    def recalls(self) -> tuple[float, ...]:
        """Matches divided by reference n-grams, 0 to 100, per n-gram order.

        An order without reference n-grams has recall 0.
        """
        return tuple(map(_percent, self.matches, self.reference_ngrams))

    precision: float = part(
        5, "Mean of the precisions of all orders for which both texts have n-grams, 0 to 100."
    )
    recall: float = part(
        6, "Mean of the recalls of all orders for which both texts have n-grams, 0 to 100."
    )


def _percent(matches: int, total: int) -> float:
    return 100 * matches / total if total else 0.0


LARGEST_ORDER = 64
LARGEST_BETA = 1e6


class CHRF(Metric["CHRFScore"]):
    """chrF metric: F-score of character n-grams and, with `word_order`, word n-grams.

    >>> chrf = CHRF()
    >>> print(chrf.corpus_score(["the cat sat on the mat"], ["the cat sat on a mat"]))
    chrF2 = 72.08
    >>> print(CHRF(word_order=2).sentence_score("the cat", ["a cat", "the cats"]))
    chrF2++ = 64.50
    >>> hypotheses, references = ["the cat sat", "it rained a lot"], ["the cat sat", "it rained"]
    >>> rows = chrf.statistics(hypotheses, references)
    >>> rows.shape, chrf.layout.names[:3]
    ((2, 18), ('hypothesis_char_1', 'reference_char_1', 'matches_char_1'))
    >>> chrf.score(rows.sum(axis=0)).value == chrf.corpus_score(hypotheses, references).value
    True

    Text is not tokenized, and lists of tokens are rejected. If a segment has several references,
    only the reference with the highest score counts. The corpus score is computed from the summed
    counts of all segments. An n-gram order counts only if both hypothesis and reference have
    n-grams of this order. The score is 0 if one of them has no characters.

    Args:
        char_order: maximum order of character n-grams; default 6. 0 uses word n-grams only.
        word_order: maximum order of word n-grams: 0 in chrF, 2 in chrF++. Words are separated by
            whitespace. A punctuation mark at the end of a word, or else at its start, becomes a
            word of its own.
        beta: importance of recall relative to precision in the F-score; default 2.
        lowercase: whether to lowercase the text.
        whitespace: whether whitespace is part of character n-grams.
        eps_smoothing: whether the score is the mean of the F-scores of all orders, as in chrF++.py,
            NLTK and Moses. An order without matches then counts 1e-16. By default, precisions and
            recalls are averaged first, and the score is the F-score of these means, as in
            sacreBLEU.

    Each argument is an attribute of the metric. `layout` describes the columns of `statistics`.

    Raises:
        ConfigurationError: a setting is invalid; the message lists the valid values.
    """

    __slots__ = ("beta", "char_order", "eps_smoothing", "lowercase", "whitespace", "word_order")

    name = "chrF"
    parameters = (
        "char_order",
        "word_order",
        "beta",
        "lowercase",
        "whitespace",
        "eps_smoothing",
    )
    takes_tokens = False

    char_order: int
    word_order: int
    beta: float
    whitespace: bool
    eps_smoothing: bool

    def __init__(
        self,
        *,
        char_order: int = 6,
        word_order: int = 0,
        beta: float = 2,
        lowercase: bool = False,
        whitespace: bool = False,
        eps_smoothing: bool = False,
    ) -> None:
        settings = {
            "char_order": check_count("char_order", char_order, LARGEST_ORDER, smallest=0),
            "word_order": check_count("word_order", word_order, LARGEST_ORDER, smallest=0),
            "beta": _beta(beta),
            "lowercase": check_ignore_case(lowercase, "chrF"),
            "whitespace": check_flag("whitespace", whitespace),
            "eps_smoothing": check_flag("eps_smoothing", eps_smoothing),
        }
        if not settings["char_order"] and not settings["word_order"]:
            raise ConfigurationError(
                "char_order and word_order are both 0. Set at least one of them to 1 or more."
            )
        self._finish(settings)

    @classmethod
    def from_signature(cls, signature: str | Signature) -> CHRF:
        """Create chrF with the settings in a signature of truebleu or sacreBLEU.

        sacreBLEU's signatures do not contain beta. Beta is read from the metric's name before the
        signature, as in `chrF3|nrefs:1|...`. Without a name, beta is 2. Fields about the data or
        about significance tests are ignored.

        >>> metric = CHRF.from_signature("chrF3|nrefs:1|case:lc|eff:yes|nc:6|nw:2|space:no")
        >>> metric.lowercase, metric.word_order, metric.beta
        (True, 2, 3)

        Raises:
            InvalidSignature: the signature is malformed, has unknown keys, or belongs to another
                metric.
            ConfigurationError: a value in the signature is invalid.
        """
        fields = parsed(signature)
        check_keys(fields, "chrF", ("case", "eff", "nc", "nw", "space"), ("beta",))
        return cls(
            char_order=number(fields, "nc"),
            word_order=number(fields, "nw"),
            beta=_read_beta(fields.get("beta") or _named_beta(signature)),
            lowercase=choice(fields, "case", CASES),
            whitespace=choice(fields, "space", FLAGS),
            eps_smoothing=not choice(fields, "eff", FLAGS),
        )

    def _build(self, tokenizer: str, lowercase: bool | str) -> _native.Metric:
        return _native.chrf(
            char_order=self.char_order,
            word_order=self.word_order,
            beta_squared=float(self.beta**2),
            lowercase=bool(lowercase),
            whitespace=self.whitespace,
            eps_smoothing=self.eps_smoothing,
        )

    def _make_layout(self, columns: tuple[str, ...]) -> Layout:
        def column(name: str) -> Column:
            _, kind, order = name.split("_")
            return Column(name, f"{'character' if kind == 'char' else kind} {order}-gram")

        return Layout(tuple(map(column, columns)))

    def _make_score(
        self, signature: Signature, row: tuple[int, ...], value: float, details: tuple[float, ...]
    ) -> CHRFScore:
        precision, recall = details
        order, words = self.char_order, self.word_order
        return CHRFScore(value, order, words, self.beta, row, precision, recall, signature)

    @property
    def page_formula(self) -> PageFormula:  # type: ignore[override]  # it has settings
        """Formula by which the HTML report computes this metric in JavaScript."""
        settings = {"beta": self.beta, "eps_smoothing": self.eps_smoothing}
        return PageFormula(name="chrf", settings=settings)

    def uses_effective_order(self, *, sentence: bool) -> bool:
        """Return whether an n-gram order is ignored if hypothesis or reference has no such n-gram.

        The result is False with `eps_smoothing`, otherwise True.
        """
        return not self.eps_smoothing

    def _signature_fields(
        self, *, tokens: bool, sentence: bool
    ) -> tuple[list[tuple[str, str]], list[tuple[str, str]], bool]:
        fields = [
            ("case", "lc" if self.lowercase else "mixed"),
            ("eff", "no" if self.eps_smoothing else "yes"),
            ("nc", str(self.char_order)),
            ("nw", str(self.word_order)),
            ("space", "yes" if self.whitespace else "no"),
        ]
        return fields, [("beta", str(self.beta))], self.beta != 2


def _beta(value: Any) -> float:
    """Return beta as an int if it is a whole number, as sacreBLEU prints it, or as a float.

    Raises `ConfigurationError` if beta is not a number from 0 to 1e6.
    """
    beta = check_number("beta", value, zero=True, largest=LARGEST_BETA)
    return int(beta) if beta == int(beta) else beta


def _named_beta(signature: str | Signature) -> str:
    """Return beta from the metric's name before a signature: "3" for `chrF3++|nrefs:1|...`.

    Returns "2" if there is no name, or no number in the name. Case is ignored.
    """
    name = signature.strip().partition("|")[0].lower() if isinstance(signature, str) else ""
    beta = name.removeprefix("chrf").rstrip("+") if name.startswith("chrf") else ""
    return beta or "2"


def _read_beta(text: str) -> float:
    try:
        return float(text)
    except ValueError:
        raise InvalidSignature(f"beta:{text} in a signature of chrF is not a number.") from None
