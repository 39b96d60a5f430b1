"""A drop-in for MATLAB's BLEU: `from truebleu.compat.matlab import bleuEvaluationScore`.

The module has the functions that the documentation page of `bleuEvaluationScore` (Text Analytics
Toolbox) uses: `tokenizedDocument`, `extractSummary` and `bleuEvaluationScore`. It also has
`textrankScores`. MATLAB's code is not public. The module therefore follows the documentation, and
reproduces the numbers that are printed there.
"""

from truebleu.compat.matlab.documents import tokenizedDocument
from truebleu.compat.matlab.scoring import bleuEvaluationScore
from truebleu.compat.matlab.summaries import extractSummary, textrankScores

__all__ = ["bleuEvaluationScore", "extractSummary", "textrankScores", "tokenizedDocument"]
