"""BLEU that can be reproduced: sacreBLEU's number to the last digit, hundreds of times faster.

>>> import truebleu
>>> bleu = truebleu.BLEU()
>>> score = bleu.corpus_score(["The cat sat on a mat."], ["The cat sat on the mat."])
>>> print(score)
BLEU = 48.89 85.7/66.7/40.0/25.0 (BP = 1.000 ratio = 1.000 hyp_len = 7 ref_len = 7)

Names are loaded when they are first used, so that `import truebleu` costs next to nothing.
"""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from truebleu._native import __version__
    from truebleu.all_pairs import pairwise
    from truebleu.columns import Columns, ColumnStream, Numbers, from_columns
    from truebleu.comparison import Comparison
    from truebleu.contamination import Overlap, overlap
    from truebleu.disagreement import compare_conventions, diagnose
    from truebleu.diversity import Diversity, measure_diversity, self_bleu
    from truebleu.embedding import EmbeddingScore, EmbeddingSimilarity
    from truebleu.errors import (
        ConfigurationError,
        EmptyCorpus,
        InputError,
        InvalidSignature,
        InvalidUnicode,
        LengthMismatch,
        MissingDependency,
        ReferenceShapeError,
        TrueBleuError,
        UnknownConvention,
        UnknownTokenizer,
    )
    from truebleu.evaluated import EvaluationResult
    from truebleu.evaluation import Evaluation
    from truebleu.explanation import Explanation, explain
    from truebleu.functional import (
        corpus_bleu,
        corpus_chrf,
        corpus_ter,
        sentence_bleu,
        sentence_chrf,
        sentence_ter,
    )
    from truebleu.hygiene.checking import check
    from truebleu.hygiene.findings import Check, Finding
    from truebleu.identification import identify
    from truebleu.io.numbers import read_scores
    from truebleu.metrics.accumulator import Accumulator
    from truebleu.metrics.bleu import BLEU
    from truebleu.metrics.chrf import CHRF, CHRFScore
    from truebleu.metrics.error_rates import CER, WER, CERScore, WERScore
    from truebleu.metrics.gleu import GLEU, GLEUScore
    from truebleu.metrics.meteor import METEOR, METEORScore
    from truebleu.metrics.nist import NIST, NISTScore
    from truebleu.metrics.rouge import ROUGE, ROUGEScore
    from truebleu.metrics.score_column import ColumnScore, ScoreColumn
    from truebleu.metrics.ter import TER, TERScore
    from truebleu.references import References
    from truebleu.reporting import write_report
    from truebleu.runs import Runs
    from truebleu.scores import BLEUScore
    from truebleu.selection.choice import Choice
    from truebleu.selection.expected import mbr, mbr_each
    from truebleu.selection.oracle import best_of, best_of_each
    from truebleu.showing import Views
    from truebleu.signature import Signature
    from truebleu.significance import compare
    from truebleu.training.reward import Reward

__all__ = [
    "BLEU",
    "CER",
    "CHRF",
    "GLEU",
    "METEOR",
    "NIST",
    "ROUGE",
    "TER",
    "WER",
    "Accumulator",
    "BLEUScore",
    "CERScore",
    "CHRFScore",
    "Check",
    "Choice",
    "ColumnScore",
    "ColumnStream",
    "Columns",
    "Comparison",
    "ConfigurationError",
    "Diversity",
    "EmbeddingScore",
    "EmbeddingSimilarity",
    "EmptyCorpus",
    "Evaluation",
    "EvaluationResult",
    "Explanation",
    "Finding",
    "GLEUScore",
    "InputError",
    "InvalidSignature",
    "InvalidUnicode",
    "LengthMismatch",
    "METEORScore",
    "MissingDependency",
    "NISTScore",
    "Numbers",
    "Overlap",
    "ROUGEScore",
    "ReferenceShapeError",
    "References",
    "Reward",
    "Runs",
    "ScoreColumn",
    "Signature",
    "TERScore",
    "TrueBleuError",
    "UnknownConvention",
    "UnknownTokenizer",
    "WERScore",
    "__version__",
    "best_of",
    "best_of_each",
    "check",
    "compare",
    "compare_conventions",
    "corpus_bleu",
    "corpus_chrf",
    "corpus_ter",
    "diagnose",
    "explain",
    "from_columns",
    "identify",
    "mbr",
    "mbr_each",
    "measure_diversity",
    "overlap",
    "pairwise",
    "read_scores",
    "self_bleu",
    "sentence_bleu",
    "sentence_chrf",
    "sentence_ter",
    "write_report",
]

# Where each name lives. A new metric is a line here, beside its line in `metrics.registry`.
_HOMES = {
    "__version__": "_native",
    "Accumulator": "metrics.accumulator",
    "BLEU": "metrics.bleu",
    "BLEUScore": "scores",
    "CER": "metrics.error_rates",
    "CERScore": "metrics.error_rates",
    "CHRF": "metrics.chrf",
    "CHRFScore": "metrics.chrf",
    "Check": "hygiene.findings",
    "Choice": "selection.choice",
    "ColumnScore": "metrics.score_column",
    "ColumnStream": "columns",
    "Columns": "columns",
    "Comparison": "comparison",
    "Diversity": "diversity",
    "EmbeddingScore": "embedding",
    "EmbeddingSimilarity": "embedding",
    "Evaluation": "evaluation",
    "EvaluationResult": "evaluated",
    "Explanation": "explanation",
    "Finding": "hygiene.findings",
    "GLEU": "metrics.gleu",
    "GLEUScore": "metrics.gleu",
    "METEOR": "metrics.meteor",
    "METEORScore": "metrics.meteor",
    "NIST": "metrics.nist",
    "NISTScore": "metrics.nist",
    "ROUGE": "metrics.rouge",
    "ROUGEScore": "metrics.rouge",
    "Numbers": "columns",
    "Overlap": "contamination",
    "References": "references",
    "Reward": "training.reward",
    "Runs": "runs",
    "ScoreColumn": "metrics.score_column",
    "Signature": "signature",
    "TER": "metrics.ter",
    "TERScore": "metrics.ter",
    "WER": "metrics.error_rates",
    "WERScore": "metrics.error_rates",
    "best_of": "selection.oracle",
    "best_of_each": "selection.oracle",
    "check": "hygiene.checking",
    "compare": "significance",
    "compare_conventions": "disagreement",
    "corpus_bleu": "functional",
    "corpus_chrf": "functional",
    "corpus_ter": "functional",
    "diagnose": "disagreement",
    "explain": "explanation",
    "from_columns": "columns",
    "identify": "identification",
    "mbr": "selection.expected",
    "mbr_each": "selection.expected",
    "measure_diversity": "diversity",
    "overlap": "contamination",
    "pairwise": "all_pairs",
    "self_bleu": "diversity",
    "read_scores": "io.numbers",
    "sentence_bleu": "functional",
    "sentence_chrf": "functional",
    "sentence_ter": "functional",
    "write_report": "reporting",
}


def _views() -> "Views":
    # `truebleu.showing` asks for it: what stands below the views cannot import them.
    from truebleu.views import notebook

    return notebook


def __getattr__(name: str) -> object:
    if name not in __all__:
        raise AttributeError(f"module 'truebleu' has no attribute {name!r}")
    from importlib import import_module

    value: object = getattr(import_module(f"truebleu.{_HOMES.get(name, 'errors')}"), name)
    globals()[name] = value  # so that the next look-up does not come here
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
