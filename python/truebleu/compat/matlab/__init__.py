"""A drop-in for MATLAB's BLEU: `from truebleu.compat.matlab import bleuEvaluationScore`.

The module has all functions of the documentation page of `bleuEvaluationScore` (Text Analytics
Toolbox): `tokenizedDocument`, `extractSummary` (with `textrankScores`) and `bleuEvaluationScore`.
MATLAB's code is not public, so the module follows the documentation and the numbers in it.
"""

from truebleu.compat.matlab.documents import tokenizedDocument
from truebleu.compat.matlab.scoring import bleuEvaluationScore
from truebleu.compat.matlab.summaries import extractSummary, textrankScores

__all__ = ["bleuEvaluationScore", "extractSummary", "textrankScores", "tokenizedDocument"]
