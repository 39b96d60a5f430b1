"""Drop-ins: other programs' module paths, classes and functions, with truebleu's counting inside.

Nothing here is imported unless it is asked for: `import truebleu.compat.sacrebleu as sacrebleu`.
"""
