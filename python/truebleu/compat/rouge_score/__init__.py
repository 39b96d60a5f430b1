"""A drop-in for rouge-score 0.1.2: `rouge_scorer`, `scoring`, `tokenizers` and `tokenize`.

Classes, functions, results and errors are those of `rouge_score`. Scores are bit-identical.
`RougeScorer.score_batch`, which rouge-score does not have, scores many pairs in one call.
"""
