"""Drop-ins with the module paths, classes and functions of other packages.

Each is imported explicitly: `import truebleu.compat.sacrebleu as sacrebleu`.
"""
