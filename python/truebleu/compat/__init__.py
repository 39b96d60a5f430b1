"""Drop-in replacements with the module paths, classes and functions of other packages.

Each drop-in is imported explicitly: `import truebleu.compat.sacrebleu as sacrebleu`.
"""
