"""A drop-in for rouge-score 0.1.2: `rouge_scorer`, `scoring`, `tokenizers` and `tokenize`.

Classes, functions, results and errors are those of rouge-score. Scores are bit-identical.
`RougeScorer.score_batch` is an addition that scores many texts in one call.
"""
