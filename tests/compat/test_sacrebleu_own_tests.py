"""sacreBLEU's own tests, run against the drop-in with only their imports changed.

The tests are not part of this repository: pip downloads sacreBLEU's source distribution once.
"""

from __future__ import annotations

import re
import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path

import pytest

from tests.paths import ROOT
from tests.requirements import missing

VERSION = "2.6.0"
TESTS = {
    "bleu": 27,
    "sentence_bleu": 30,
    "chrf": 25,
    "ter": 7,
    "tokenizer_ter": 11,
    "significance": 30,
}
DATA = "test/wmt17_en_de_systems.pkl.bz2"  # data of the significance tests
IMPORTS = (
    (r"^import sacrebleu$", "import truebleu.compat.sacrebleu as sacrebleu"),
    (r"^from sacrebleu\b", "from truebleu.compat.sacrebleu"),
)


def downloaded() -> Path:
    """Return sacreBLEU's source distribution from its folder; download it if it is missing."""
    environment = ROOT / ".venv"
    folder = environment if environment.is_dir() else Path(tempfile.gettempdir())
    path = folder / "truebleu-tests" / f"sacrebleu-{VERSION}.tar.gz"
    if not path.exists():
        command = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps"]
        command += ["--disable-pip-version-check", "--no-binary", "sacrebleu", "--retries", "1"]
        command += ["--dest", str(path.parent), f"sacrebleu=={VERSION}"]
        run = subprocess.run(command, capture_output=True, text=True, check=False)
        if run.returncode or not path.exists():
            missing("sacrebleu-tests", f"pip cannot download sacrebleu {VERSION}: {run.stderr}")
    return path


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with the tests, whose imports name the drop-in."""
    folder = tmp_path_factory.mktemp("sacrebleu")
    with tarfile.open(downloaded()) as archive:
        for name in TESTS:
            file = archive.extractfile(f"sacrebleu-{VERSION}/test/test_{name}.py")
            assert file is not None
            text = file.read().decode()
            for pattern, ours in IMPORTS:
                text = re.sub(pattern, ours, text, flags=re.MULTILINE)
            assert not re.search(r"^\s*(import|from) sacrebleu\b", text, re.MULTILINE)
            (folder / f"test_{name}.py").write_text(text, encoding="utf-8")
        data = archive.extractfile(f"sacrebleu-{VERSION}/{DATA}")
        assert data is not None
        (folder / DATA).parent.mkdir()
        (folder / DATA).write_bytes(data.read())
    return folder


@pytest.mark.timeout(900)  # the significance tests take a minute
@pytest.mark.parametrize(("name", "count"), TESTS.items())
def test_sacrebleus_tests_pass(name: str, count: int, folder: Path) -> None:
    command = [sys.executable, "-m", "pytest", "-q", "-c", "/dev/null", "-p", "no:cacheprovider"]
    command += ["--rootdir", str(folder), str(folder / f"test_{name}.py")]
    run = subprocess.run(command, capture_output=True, text=True, check=False, cwd=folder)
    assert run.returncode == 0, run.stdout
    assert re.search(rf"^{count} passed in", run.stdout, re.MULTILINE), run.stdout
