"""BLEU and related metrics with the exact scores of sacreBLEU, significance tests and explanations.

>>> import truebleu
>>> bleu = truebleu.BLEU()
>>> score = bleu.corpus_score(["The cat sat on a mat."], ["The cat sat on the mat."])
>>> print(score)
BLEU = 48.89 85.7/66.7/40.0/25.0 (BP = 1.000 ratio = 1.000 hyp_len = 7 ref_len = 7)

`import truebleu` loads no submodule. A submodule is loaded when one of its names is first used.
"""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from truebleu._native import __version__
    from truebleu.checks.check import check
    from truebleu.checks.results import Check, Finding
    from truebleu.errors import (
        ConfigurationError,
        EmptyCorpus,
        InputError,
        InvalidSignature,
        InvalidUnicode,
        LengthMismatch,
        MissingDependency,
        ReferenceShapeError,
        ShortTextWarning,
        TrueBleuError,
        UnknownConvention,
        UnknownSetting,
        UnknownTokenizer,
    )
    from truebleu.evaluation.evaluation import Evaluation
    from truebleu.evaluation.ranking import MetricRanking
    from truebleu.evaluation.results import EvaluationResult
    from truebleu.evaluation.score_files import read_scores
    from truebleu.evaluation.wmt import WMTTestSet, read_wmt
    from truebleu.explanation.diagnose import diagnose
    from truebleu.explanation.explain import explain
    from truebleu.explanation.identify import identify
    from truebleu.explanation.results import Explanation
    from truebleu.explanation.tools import compare_conventions
    from truebleu.functional import (
        corpus_bleu,
        corpus_chrf,
        corpus_ter,
        sentence_bleu,
        sentence_chrf,
        sentence_ter,
    )
    from truebleu.inputs.ids import Ids
    from truebleu.inputs.references import References
    from truebleu.inputs.runs import Runs
    from truebleu.integrations.columns import Columns, ColumnStream, Numbers, from_columns
    from truebleu.integrations.rewards.reward import Reward
    from truebleu.metrics.base.accumulator import Accumulator
    from truebleu.metrics.base.signature import Signature
    from truebleu.metrics.bleu import BLEU
    from truebleu.metrics.bleu_score import BLEUScore
    from truebleu.metrics.chrf import CHRF, CHRFScore
    from truebleu.metrics.cider import CIDEr, CIDErScore
    from truebleu.metrics.diversity import Diversity, measure_diversity, self_bleu
    from truebleu.metrics.document_frequencies import DocumentFrequencies
    from truebleu.metrics.embedding import EmbeddingScore, EmbeddingSimilarity
    from truebleu.metrics.error_rates import CER, WER, CERScore, WERScore
    from truebleu.metrics.gleu import GLEU, GLEUScore
    from truebleu.metrics.learned.scores import learned_scores
    from truebleu.metrics.meteor import METEOR, METEORScore
    from truebleu.metrics.models.identity import ModelIdentity
    from truebleu.metrics.nist import NIST, NISTScore
    from truebleu.metrics.pairwise import pairwise
    from truebleu.metrics.rouge import ROUGE, ROUGEScore
    from truebleu.metrics.rouge_variants import ROUGERates, ROUGEVariants
    from truebleu.metrics.score_column import ColumnScore, ScoreColumn
    from truebleu.metrics.ter import TER, TERScore
    from truebleu.report.report import write_report
    from truebleu.reranking.candidates import Choice
    from truebleu.reranking.mbr import mbr, mbr_each
    from truebleu.reranking.oracle import best_of, best_of_each
    from truebleu.segmentation.results import Segmentation
    from truebleu.segmentation.segmentation import resegment
    from truebleu.significance.compare import compare, confidence_interval
    from truebleu.significance.results import Comparison, ConfidenceInterval

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
    "CIDEr",
    "CIDErScore",
    "Check",
    "Choice",
    "ColumnScore",
    "ColumnStream",
    "Columns",
    "Comparison",
    "ConfidenceInterval",
    "ConfigurationError",
    "Diversity",
    "DocumentFrequencies",
    "EmbeddingScore",
    "EmbeddingSimilarity",
    "EmptyCorpus",
    "Evaluation",
    "EvaluationResult",
    "Explanation",
    "Finding",
    "GLEUScore",
    "Ids",
    "InputError",
    "InvalidSignature",
    "InvalidUnicode",
    "LengthMismatch",
    "METEORScore",
    "MetricRanking",
    "MissingDependency",
    "ModelIdentity",
    "NISTScore",
    "Numbers",
    "ROUGERates",
    "ROUGEScore",
    "ROUGEVariants",
    "ReferenceShapeError",
    "References",
    "Reward",
    "Runs",
    "ScoreColumn",
    "Segmentation",
    "ShortTextWarning",
    "Signature",
    "TERScore",
    "TrueBleuError",
    "UnknownConvention",
    "UnknownSetting",
    "UnknownTokenizer",
    "WERScore",
    "WMTTestSet",
    "__version__",
    "best_of",
    "best_of_each",
    "check",
    "compare",
    "compare_conventions",
    "confidence_interval",
    "corpus_bleu",
    "corpus_chrf",
    "corpus_ter",
    "diagnose",
    "explain",
    "from_columns",
    "identify",
    "learned_scores",
    "mbr",
    "mbr_each",
    "measure_diversity",
    "pairwise",
    "read_scores",
    "read_wmt",
    "resegment",
    "self_bleu",
    "sentence_bleu",
    "sentence_chrf",
    "sentence_ter",
    "write_report",
]

# Module of each public name; names that are not listed are in `errors`. Type checkers read only the
# imports and the list above, so a new name needs a line in all three.
_HOMES = {
    "__version__": "_native",
    "Accumulator": "metrics.base.accumulator",
    "BLEU": "metrics.bleu",
    "BLEUScore": "metrics.bleu_score",
    "CER": "metrics.error_rates",
    "CERScore": "metrics.error_rates",
    "CHRF": "metrics.chrf",
    "CHRFScore": "metrics.chrf",
    "CIDEr": "metrics.cider",
    "CIDErScore": "metrics.cider",
    "Check": "checks.results",
    "Choice": "reranking.candidates",
    "ColumnScore": "metrics.score_column",
    "ColumnStream": "integrations.columns",
    "Columns": "integrations.columns",
    "Comparison": "significance.results",
    "ConfidenceInterval": "significance.results",
    "Diversity": "metrics.diversity",
    "DocumentFrequencies": "metrics.document_frequencies",
    "EmbeddingScore": "metrics.embedding",
    "EmbeddingSimilarity": "metrics.embedding",
    "Evaluation": "evaluation.evaluation",
    "EvaluationResult": "evaluation.results",
    "MetricRanking": "evaluation.ranking",
    "WMTTestSet": "evaluation.wmt",
    "Explanation": "explanation.results",
    "Finding": "checks.results",
    "GLEU": "metrics.gleu",
    "GLEUScore": "metrics.gleu",
    "Ids": "inputs.ids",
    "METEOR": "metrics.meteor",
    "METEORScore": "metrics.meteor",
    "ModelIdentity": "metrics.models.identity",
    "NIST": "metrics.nist",
    "NISTScore": "metrics.nist",
    "ROUGE": "metrics.rouge",
    "ROUGERates": "metrics.rouge_variants",
    "ROUGEScore": "metrics.rouge",
    "ROUGEVariants": "metrics.rouge_variants",
    "Numbers": "integrations.columns",
    "References": "inputs.references",
    "Reward": "integrations.rewards.reward",
    "Runs": "inputs.runs",
    "ScoreColumn": "metrics.score_column",
    "Segmentation": "segmentation.results",
    "Signature": "metrics.base.signature",
    "TER": "metrics.ter",
    "TERScore": "metrics.ter",
    "WER": "metrics.error_rates",
    "WERScore": "metrics.error_rates",
    "best_of": "reranking.oracle",
    "best_of_each": "reranking.oracle",
    "check": "checks.check",
    "compare": "significance.compare",
    "compare_conventions": "explanation.tools",
    "confidence_interval": "significance.compare",
    "corpus_bleu": "functional",
    "corpus_chrf": "functional",
    "corpus_ter": "functional",
    "diagnose": "explanation.diagnose",
    "explain": "explanation.explain",
    "from_columns": "integrations.columns",
    "identify": "explanation.identify",
    "learned_scores": "metrics.learned.scores",
    "mbr": "reranking.mbr",
    "mbr_each": "reranking.mbr",
    "measure_diversity": "metrics.diversity",
    "pairwise": "metrics.pairwise",
    "self_bleu": "metrics.diversity",
    "read_scores": "evaluation.score_files",
    "read_wmt": "evaluation.wmt",
    "resegment": "segmentation.segmentation",
    "sentence_bleu": "functional",
    "sentence_chrf": "functional",
    "sentence_ter": "functional",
    "write_report": "report.report",
}


def __getattr__(name: str) -> object:
    if name not in __all__:
        raise AttributeError(f"module 'truebleu' has no attribute {name!r}")
    from importlib import import_module

    value: object = getattr(import_module(f"truebleu.{_HOMES.get(name, 'errors')}"), name)
    globals()[name] = value  # the next access then does not call this function
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
