"""Run a command that downloads sacreBLEU's test sets from the addresses in a file.

python with_test_sets.py REGISTRY sacrebleu|truebleu [ARGUMENTS]
"""

from __future__ import annotations

import json
import runpy
import sys
from pathlib import Path

from sacrebleu.dataset import DATASETS


def main() -> None:
    registry, module, *arguments = sys.argv[1:]
    for name, files in json.loads(Path(registry).read_text(encoding="utf-8")).items():
        DATASETS[name].data = [address for address, _ in files]
        DATASETS[name].md5 = [md5 for _, md5 in files]
    sys.argv = [module, *arguments]
    runpy.run_module(module, run_name="__main__", alter_sys=True)


if __name__ == "__main__":
    main()
