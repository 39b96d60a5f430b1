"""METEOR: Banerjee and Lavie 2005, https://aclanthology.org/W05-0909, as implemented in NLTK."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from truebleu import _native
from truebleu.errors import InvalidSignature
from truebleu.inputs.arguments import check_flag, check_number
from truebleu.metrics.base.python_metric import MeanScore, PythonMetric
from truebleu.metrics.base.settings import CASE_NAMES, check_lowercase
from truebleu.metrics.base.signature import (
    LOWERCASES,
    Signature,
    check_keys,
    choice,
    decimal,
    parsed,
)
from truebleu.metrics.base.statistics import mean_rows
from truebleu.metrics.wordnet import FORMS, Thesaurus, Words, wordnet_version
from truebleu.tokenizers import Tokenizer, resolve
from truebleu.tokenizers import from_signature as tokenizer_from_signature

STEMS = {"no": False, "porter": True}


class METEORScore(MeanScore):
    """METEOR score of a segment, or of a corpus (the mean of its segment scores): 0 to 1.

    >>> from truebleu import METEOR
    >>> score = METEOR(synonyms=None).corpus_score(["the cats sat"], ["the cat sat"])
    >>> print(score)
    METEOR = 0.9815
    >>> score.segments
    1
    """

    __slots__ = ()

    metric = "METEOR"


class METEOR(PythonMetric[METEORScore]):
    """METEOR metric: F-score of matched words, stems and synonyms, with a fragmentation penalty.

    Scores equal those of NLTK 3.10 (`nltk.translate.meteor_score`). If a segment has several
    references, only the reference with the highest score counts. The corpus score is the mean of
    the segment scores, as in Hugging Face's `meteor`; NLTK has no corpus score.

    WordNet synonyms need the package nltk (the extra `meteor`) and its data,
    `nltk.download("wordnet")`. If they are not installed, `synonyms="auto"` uses no synonyms, and
    the signature has `syn:no`.

    >>> meteor = METEOR(synonyms={"quick": ["fast"]})
    >>> meteor.segment_scores(["the quick dogs", "it"], ["the fast dog", "they"]).round(4).tolist()
    [0.9815, 0.0]
    >>> str(METEOR(synonyms=None).signature(references=1)).rpartition("|")[0]
    'nrefs:1|case:lc|tok:13a|stem:porter|syn:no|alpha:0.9|beta:3.0|gamma:0.5'

    Args:
        tokenizer: as in `BLEU`. If you tokenize texts yourself, pass lists of tokens; scores then
            equal NLTK's for these tokens.
        lowercase: as in `BLEU`, but True by default, as in NLTK.
        stem: whether words with equal stems match. Words are stemmed by NLTK's Porter stemmer.
        synonyms: "auto" uses WordNet if NLTK's data is installed. "wordnet" requires WordNet. None
            uses no synonyms. A mapping from a hypothesis word to the reference words that it may
            match, or a callable that returns these words, defines your own synonyms.
        alpha: weight of precision in the harmonic mean, 0 to 1; the weight of recall is 1 - alpha.
        beta: exponent of the fragmentation penalty, 0 or more.
        gamma: maximum penalty, 0 to 1.

    Raises:
        ConfigurationError: a setting is invalid.
        MissingDependency: `synonyms` is "wordnet", and nltk or its data is not installed.
    """

    __slots__ = ("alpha", "beta", "gamma", "lowercase", "stem", "synonyms", "words")

    name = "METEOR"
    score_class = METEORScore
    parameters = ("tokenizer", "lowercase", "stem", "synonyms", "alpha", "beta", "gamma")
    scale = 1
    takes_tokens = True

    tokenizer: Tokenizer
    lowercase: bool | str
    stem: bool
    synonyms: Thesaurus | None
    alpha: float
    beta: float
    gamma: float
    words: Words | None

    def __init__(
        self,
        *,
        tokenizer: str | Tokenizer | Callable[[str], str | list[str]] = "13a",
        lowercase: bool | str = True,
        stem: bool = True,
        synonyms: str
        | Mapping[str, Iterable[str]]
        | Callable[[str], Iterable[str]]
        | Thesaurus
        | None = "auto",
        alpha: float = 0.9,
        beta: float = 3.0,
        gamma: float = 0.5,
    ) -> None:
        thesaurus = Thesaurus.of(synonyms)
        settings = {
            "lowercase": check_lowercase(lowercase),
            "stem": check_flag("stem", stem),
            "synonyms": thesaurus,
            "alpha": check_number("alpha", alpha, zero=True, largest=1),
            "beta": check_number("beta", beta, zero=True),
            "gamma": check_number("gamma", gamma, zero=True, largest=1),
            "words": Words(thesaurus) if thesaurus else None,
        }
        self._finish(settings, resolve(tokenizer))

    @classmethod
    def from_signature(cls, signature: str | Signature) -> METEOR:
        """Create METEOR with the settings in a signature.

        Raises:
            InvalidSignature: the signature is malformed or belongs to another metric. Also raised
                if the synonyms were a user's mapping or callable, or came from another version of
                WordNet than the installed one.
        """
        fields = parsed(signature)
        keys = ("case", "tok", "stem", "syn", "alpha", "beta", "gamma")
        check_keys(fields, "METEOR", keys, ("tokhash",))
        return cls(
            tokenizer=tokenizer_from_signature(fields["tok"], fields.get("tokhash")),
            lowercase=choice(fields, "case", LOWERCASES),
            stem=choice(fields, "stem", STEMS),
            synonyms=_synonyms_of(fields),
            alpha=decimal(fields, "alpha"),
            beta=decimal(fields, "beta"),
            gamma=decimal(fields, "gamma"),
        )

    def compute_rows(
        self, hypotheses: Sequence[Any], references: Sequence[Sequence[Any]]
    ) -> _native.Array:
        """Return the sufficient statistics of each segment as rows of integers.

        The arguments have texts if the Rust core has the tokenizer, and otherwise lists of words.
        """
        return mean_rows(self.exact_scores(hypotheses, references), "METEOR")

    def exact_scores(
        self, hypotheses: Sequence[Any], references: Sequence[Sequence[Any]]
    ) -> _native.Array:
        """Return the score of each segment as float64, without rounding.

        In contrast, `compute_rows` rounds scores to multiples of 2^-60. Segments are text if the
        Rust core has the tokenizer. Otherwise they are lists of words, which the caller has
        lowercased.
        """
        is_text = isinstance(hypotheses[0], str)
        tokenizer = self.tokenizer.native or "none"
        texts = _native.MeteorTexts(
            tokenizer if is_text else "none",
            CASE_NAMES[self.lowercase if is_text else False],
            self.stem,
        )
        texts.add(hypotheses, references)
        meaning = self.words.meaning if self.words else None
        return texts.scores(meaning, alpha=self.alpha, beta=self.beta, gamma=self.gamma)

    def _signature_fields(
        self,
        *,
        tokens: bool,
        sentence: bool,  # noqa: ARG002
    ) -> tuple[list[tuple[str, str]], list[tuple[str, str]], bool]:
        fields = [
            ("case", CASE_NAMES[self.lowercase]),
            ("tok", "none" if tokens else self.tokenizer.signature_name),
            ("stem", "porter" if self.stem else "no"),
            ("syn", self.synonyms.signature_name if self.synonyms else "no"),
            ("alpha", repr(self.alpha)),
            ("beta", repr(self.beta)),
            ("gamma", repr(self.gamma)),
        ]
        return self._with_model(fields, tokens=tokens)


def _synonyms_of(signature: Signature) -> str | None:
    synonyms = signature["syn"]
    if synonyms == "no":
        return None
    if synonyms == f"wordnet-{wordnet_version()}":
        return "wordnet"
    raise InvalidSignature(
        f"unsupported syn:{synonyms} in the signature {str(signature)!r}. Use syn:no or {FORMS} of "
        "the installed version, or pass other synonyms to METEOR()."
    )
