"""Other libraries that call truebleu or hold its data.

Rewards (`rewards`, also `truebleu.Reward`), RL and training libraries (`trl`, `verl`, `verifiers`,
`lm_eval`, `transformers`, `torch`), tables (`columns`) and Spark (`spark`). Each module is imported
only when asked for.
"""
