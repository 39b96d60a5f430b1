"""TER metric: Snover et al. 2006, https://aclanthology.org/2006.amta-papers.25."""

from __future__ import annotations

from typing import TYPE_CHECKING

from truebleu import _native
from truebleu.errors import InvalidSignature
from truebleu.inputs.arguments import check_flag
from truebleu.metrics.base.layout import AVERAGE_PARTS, Column, Layout
from truebleu.metrics.base.metric import Metric, PageFormula
from truebleu.metrics.base.score import Score, new_score, part
from truebleu.metrics.base.signature import CASES, FLAGS, Signature, check_keys, choice, parsed

if TYPE_CHECKING:
    from typing_extensions import Self


class TERScore(Score):
    """TER score of a corpus or a sentence; lower is better.

    0 is perfect. Scores can exceed 100.

    >>> from truebleu import TER
    >>> score = TER().corpus_score(["the cat sat on a mat"], ["a cat sat on the mat today"])
    >>> print(score)
    TER = 42.86
    >>> score.edits, score.reference_length
    (3, 7.0)
    """

    __slots__ = ()

    metric = "TER"
    names = ("value", "edits", "reference_length", "signature")
    higher_is_better = False
    bounded = False

    def __new__(
        cls, value: float, edits: int, reference_length: float, signature: Signature
    ) -> Self:
        """Create a score from its components, without checking them."""
        return new_score(cls, (value, edits, reference_length, signature))

    edits: int = part(
        1, "Number of insertions, deletions, substitutions and shifts, for the best reference."
    )
    reference_length: float = part(
        2, "Number of reference tokens; for a segment with several references, the mean number."
    )


class TER(Metric[TERScore]):
    """TER metric (translation edit rate): edits per 100 reference words; lower is better.

    An edit inserts, deletes or substitutes a word, or shifts a block of words. Scores equal those
    of sacreBLEU 2.6, because the tokenizer and the search for shifts are those of sacreBLEU.

    >>> ter = TER()
    >>> ter.sentence_score("on the mat sat the cat", "the cat sat on the mat").edits
    2
    >>> ter.segment_scores(["a cat", "it rained"], ["the cat", "it rained"]).tolist()
    [50.0, 0.0]
    >>> ter.statistics(["a cat", "it rained"], ["the cat", "it rained"])[:, 0].tolist()
    [1, 0]
    >>> str(ter.signature(references=1)).rpartition("|")[0]
    'nrefs:1|case:lc|tok:tercom|norm:no|punct:yes|asian:no'

    If a segment has several references, the reference with the fewest edits counts. The reference
    length is the mean length of all references. The statistics store this length in units of
    1/720720 token. The stored length is exact if the number of references is a divisor of 720720,
    such as 1 to 16; otherwise it is rounded. Without reference words, the score is 100 if there are
    edits, and 0 if there are none. Settings do not affect segments that are lists of tokens, and
    their signature has `tok:none`.

    Args:
        normalized: whether to decode entities such as `&quot;` and to separate punctuation from
            words.
        no_punct: whether to delete the punctuation marks `. , ? : ; ! " ( )`.
        asian_support: whether `normalized` also splits Chinese and Japanese text into characters,
            and `no_punct` also deletes Chinese and Japanese punctuation.
        case_sensitive: whether to keep case; False lowercases the text.

    Raises:
        ConfigurationError: a setting is not True or False.
    """

    __slots__ = ("asian_support", "case_sensitive", "no_punct", "normalized")

    name = "TER"
    parameters = ("normalized", "no_punct", "asian_support", "case_sensitive")
    higher_is_better = False
    bounded = False
    page_formula = PageFormula(name="ratio", settings={"empty": "one"})
    lowercase = False  # lists of tokens are not lowercased

    normalized: bool
    no_punct: bool
    asian_support: bool
    case_sensitive: bool

    def __init__(
        self,
        *,
        normalized: bool = False,
        no_punct: bool = False,
        asian_support: bool = False,
        case_sensitive: bool = False,
    ) -> None:
        self._finish(
            {
                "normalized": check_flag("normalized", normalized),
                "no_punct": check_flag("no_punct", no_punct),
                "asian_support": check_flag("asian_support", asian_support),
                "case_sensitive": check_flag("case_sensitive", case_sensitive),
            }
        )

    @classmethod
    def from_signature(cls, signature: str | Signature) -> TER:
        """Create TER with the settings in a signature of truebleu or sacreBLEU.

        `tok:none` in a signature means that the segments were lists of tokens. The settings have
        no effect on such lists. Fields about the data or about significance tests are ignored.

        >>> TER.from_signature("nrefs:1|case:mixed|tok:tercom|norm:yes|punct:yes|asian:no")
        TER(normalized=True, case_sensitive=True)

        Raises:
            InvalidSignature: the signature is malformed, has an unknown key or value, or belongs to
                another metric.
        """
        fields = parsed(signature)
        check_keys(fields, "TER", ("case", "tok", "norm", "punct", "asian"), ())
        if fields["tok"] not in ("tercom", "none"):
            raise InvalidSignature(
                f"tok:{fields['tok']} in the signature {str(fields)!r}: TER requires "
                "tok:tercom, or tok:none for lists of tokens."
            )
        return cls(
            normalized=choice(fields, "norm", FLAGS),
            no_punct=not choice(fields, "punct", FLAGS),
            asian_support=choice(fields, "asian", FLAGS),
            case_sensitive=not choice(fields, "case", CASES),
        )

    def _build(self, tokenizer: str, lowercase: bool | str) -> _native.Metric:  # noqa: ARG002
        # One native metric counts both text and tokens, because it does not tokenize tokens.
        return _native.ter(**self.settings())

    def _make_layout(self, columns: tuple[str, ...]) -> Layout:
        edits, length = columns
        return Layout((Column(edits, "edit"), Column(length, "token", AVERAGE_PARTS)))

    def _make_score(
        self,
        signature: Signature,
        row: tuple[int, ...],
        value: float,
        details: tuple[float, ...],  # noqa: ARG002
    ) -> TERScore:
        return TERScore(value, row[0], row[1] / AVERAGE_PARTS, signature)

    def _signature_fields(
        self,
        *,
        tokens: bool,
        sentence: bool,  # noqa: ARG002
    ) -> tuple[list[tuple[str, str]], list[tuple[str, str]], bool]:
        def flag(value: bool) -> str:
            return "yes" if value else "no"

        as_given = self.case_sensitive or tokens
        fields = [
            ("case", "mixed" if as_given else "lc"),
            ("tok", "none" if tokens else "tercom"),
            ("norm", flag(self.normalized and not tokens)),
            ("punct", flag(not self.no_punct or tokens)),
            ("asian", flag(self.asian_support and not tokens)),
        ]
        return fields, [], False
