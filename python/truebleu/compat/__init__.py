"""Drop-in replacements for other packages, with their module paths, classes and functions.

To use a drop-in, import it under the name of the package that it replaces: `import
truebleu.compat.sacrebleu as sacrebleu`.
"""
