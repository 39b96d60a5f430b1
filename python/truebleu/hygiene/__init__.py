"""What is wrong with the data before a wrong number is published.

Every fault that truebleu can tell has one home here: its name, its words, how serious it is and
what to do about it in `kinds`, how it is found in the module of its family. `check` looks for all
of them; `notices` are those that cost next to nothing, for commands that only score.
"""
