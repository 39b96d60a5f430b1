"""A drop-in for MATLAB's BLEU: `from truebleu.compat.matlab import bleuEvaluationScore`.

It reproduces four functions of MATLAB's Text Analytics Toolbox: `bleuEvaluationScore`,
`tokenizedDocument`, `extractSummary` and `textrankScores`. MATLAB's code is not public. The
functions therefore follow MATLAB's documentation, and reproduce the numbers printed in it.
"""

from truebleu.compat.matlab.documents import tokenizedDocument
from truebleu.compat.matlab.scoring import bleuEvaluationScore
from truebleu.compat.matlab.summaries import extractSummary, textrankScores

__all__ = ["bleuEvaluationScore", "extractSummary", "textrankScores", "tokenizedDocument"]
