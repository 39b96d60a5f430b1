"""Scripts that complete command lines in a shell, from the table of flags."""

from __future__ import annotations

from truebleu.cli.completing.bash import bash_script
from truebleu.cli.completing.fish import fish_script
from truebleu.cli.completing.zsh import zsh_script

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

__all__ = ["SHELLS"]

SHELLS: dict[str, Callable[[], Iterator[str]]] = {
    "bash": bash_script,
    "zsh": zsh_script,
    "fish": fish_script,
}
"""What gives the lines of each shell's script."""
