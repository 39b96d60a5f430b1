"""Drop-in replacements for other packages, with their module paths, classes and functions.

Import a drop-in under the name of the package that it replaces:
`import truebleu.compat.sacrebleu as sacrebleu`.
"""
