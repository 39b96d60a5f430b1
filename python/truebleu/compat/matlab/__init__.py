"""MATLAB's BLEU under its own names: `from truebleu.compat.matlab import bleuEvaluationScore`.

What the Text Analytics Toolbox's page of `bleuEvaluationScore` needs to run line by line:
`tokenizedDocument`, `extractSummary` (with `textrankScores`) and `bleuEvaluationScore` itself.
MATLAB's code is not public: everything here follows its documentation and the numbers in it.
"""

from truebleu.compat.matlab.documents import tokenizedDocument
from truebleu.compat.matlab.scoring import bleuEvaluationScore
from truebleu.compat.matlab.summaries import extractSummary, textrankScores

__all__ = ["bleuEvaluationScore", "extractSummary", "textrankScores", "tokenizedDocument"]
