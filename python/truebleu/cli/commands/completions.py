"""Command `truebleu completions`, which prints completion scripts of shells."""

from __future__ import annotations

from argparse import Namespace

from truebleu.cli.command import Command, UsageError
from truebleu.cli.complete import SNIPPETS
from truebleu.cli.flags import files
from truebleu.errors import allowed
from truebleu.io.console import write_lines
from truebleu.io.program import DONE


def run_completions(args: Namespace) -> int:
    """Run `truebleu completions`: print the script of a shell, and return the exit code."""
    if len(args.files) != 1:
        problem = "too many shells" if args.files else "missing shell"
        raise UsageError(f"{problem}. Choose from: {', '.join(SNIPPETS)}.")
    shell = args.files[0]
    if shell not in SNIPPETS:
        raise UsageError(allowed("shell", shell, SNIPPETS))
    write_lines([SNIPPETS[shell].strip()])
    return DONE


COMMAND = Command(
    name="completions",
    usage=["completions bash|zsh|fish"],
    about="Print the script that completes commands, options, values and file names in bash, zsh "
    "or fish. Load it when the shell starts.",
    examples=[
        ("bash, in ~/.bashrc", 'eval "$(truebleu completions bash)"'),
        ("zsh, in ~/.zshrc after compinit", "source <(truebleu completions zsh)"),
        ("fish, in ~/.config/fish/config.fish", "truebleu completions fish | source"),
    ],
    flags=[
        *files.general(threads=False),
    ],
    run=run_completions,
    words=lambda: tuple(SNIPPETS),
)
