"""Integrations of truebleu with training, evaluation and data libraries.

The modules cover LLM evaluation platforms (listed in `evaluator`), rewards (`rewards`, also
`truebleu.Reward`), RL and training libraries (`trl`, `verl`, `verifiers`, `lm_eval`,
`transformers`, `torch`), tables (`columns`) and Spark (`spark`). Modules are imported on first use.
"""
