"""Scores inside training: rewards, and what trainers and evaluation harnesses call.

`Reward` (also `truebleu.Reward`) is what all rewards are made of. Each library has a module of its
own here, which is imported only when asked for: `trl`, `verl`, `verifiers`, `lm_eval`, `trainer`
(Hugging Face's Trainer) and `torch` (a metric for distributed evaluation). None of them needs the
library that it is for, but `torch`.
"""
