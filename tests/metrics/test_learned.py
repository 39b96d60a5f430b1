"""Learned metrics: small models, and stand-ins for packages that are too large for tests.

The stand-ins `comet` and `bert_score` are folders on the path with the functions that truebleu
calls. Their models are text files with a number, by which scores are multiplied.
"""

from __future__ import annotations

import json
import os
import pickle
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.cli.command import fails, truebleu
from truebleu import (
    BLEU,
    ConfigurationError,
    EmptyCorpus,
    Evaluation,
    InputError,
    LengthMismatch,
    MissingDependency,
    ModelIdentity,
    References,
    Runs,
    ScoreColumn,
    compare,
    learned_scores,
    write_report,
)
from truebleu.metrics.learned.families import FAMILIES, find_model
from truebleu.metrics.models.files import hash_of, offline
from truebleu.metrics.registry import LEARNED, is_learned

SOURCE = ["x", "y", "z", "x"]
REFERENCES = ["a b c d e", "b c d e f", "c d e f g", "d e f g h"]
SYSTEMS = {
    "base": ["a b", "b c d e", "c", "d e f g"],
    "new": ["a b c d e", "b c d e f", "c d e f", "d e f g"],
}


class Counting:
    """Model that scores the length ratio to the first reference, and counts its calls."""

    def __init__(self) -> None:
        self.calls: list[int] = []

    def __call__(self, hypotheses: Any, references: Any, _sources: Any) -> list[float]:
        self.calls.append(len(hypotheses))
        pairs = zip(hypotheses, references, strict=True)
        return [len(ours) / len(theirs[0]) for ours, theirs in pairs]


def lengths(systems: Any = None, references: Any = REFERENCES, **settings: Any) -> ScoreColumn:
    model = settings.pop("model", None) or Counting()
    settings = {"name": "length", "revision": "1", **settings}
    return learned_scores(model, systems or SYSTEMS, references, **settings)


def test_the_column_has_the_scores_and_the_identity() -> None:
    column = lengths()
    assert column.values("base").tolist() == [3 / 9, 7 / 9, 1 / 9, 7 / 9]
    assert column.model == ModelIdentity(name="length", revision="1", library="own")
    signature = str(column.signature())
    assert signature.startswith(
        "column:length|better:higher|model:length|revision:1|library:own|sha256"
    )
    assert pickle.loads(pickle.dumps(column)) == column
    assert lengths(revision="2") != column
    assert lengths(higher_is_better=False).higher_is_better is False


def test_equal_segments_are_scored_once_in_batches() -> None:
    model = Counting()
    calls: list[tuple[int, int]] = []
    lengths(model=model, batch_size=1, progress=lambda done, of: calls.append((done, of)))
    assert model.calls == [7]  # not 8, because the systems have an equal last segment
    assert calls == [(7, 7)]
    many = [f"{i}" for i in range(70)]
    lengths({"a": many}, many, model=model, batch_size=1)
    assert model.calls[1:] == [32, 32, 6]


def test_the_cache_depends_on_model_and_texts(tmp_path: Path) -> None:
    model = Counting()
    first = lengths(model=model, cache=tmp_path / "scores")
    again = lengths(model=model, cache=tmp_path / "scores")
    assert (model.calls, again) == ([7], first)
    lengths(model=model, cache=tmp_path / "scores", source=SOURCE)
    lengths(model=model, cache=tmp_path / "scores", revision="2")
    assert model.calls == [7, 7, 7]
    lengths({"base": ["new", *SYSTEMS["base"][1:]]}, model=model, cache=tmp_path / "scores")
    assert model.calls[3:] == [1]
    for file in tmp_path.rglob("*.npz"):
        file.write_bytes(b"damaged")
    with pytest.raises(InputError, match="file is damaged"):
        lengths(model=model, cache=tmp_path / "scores")


def test_compare_evaluation_and_report_accept_the_column(tmp_path: Path) -> None:
    column = lengths()
    comparison = compare(SYSTEMS, REFERENCES, [BLEU(), column], seed=1)
    assert comparison.metrics[1].metric == "length"
    assert "model:length|revision:1|library:own" in comparison.to_json()
    people = ScoreColumn("people", {"base": [1, 2, 3, 4], "new": [5, 6, 7, 8]})
    result = Evaluation([BLEU(), column, people]).run(SYSTEMS, REFERENCES)
    assert result.correlate("people", by="segment")
    page = tmp_path / "report.html"
    write_report(page, SYSTEMS, REFERENCES, metrics=[BLEU(), column])
    assert "model:length" in page.read_text(encoding="utf-8")


def test_without_references_and_with_several() -> None:
    seen: list[Any] = []

    def model(hypotheses: Any, references: Any, sources: Any) -> list[int]:
        seen.append((references[0], sources))
        return [1] * len(hypotheses)

    lengths(model=model, references=None, source=SOURCE)
    lengths(model=model, references=References.streams([REFERENCES, SYSTEMS["base"]]))
    assert seen[0] == ([], ["x", "y", "z", "x", "x", "y", "z"])
    assert seen[1] == ([REFERENCES[0], SYSTEMS["base"][0]], None)


@pytest.mark.parametrize(
    ("settings", "kind", "message"),
    [
        ({"name": None}, ConfigurationError, "needs a name and a revision"),
        ({"model": 3}, ConfigurationError, "model=3 is not supported"),
        ({"model": "comet"}, ConfigurationError, "has no name of a model. Use comet:MODEL"),
        ({"model": "cometa:x"}, ConfigurationError, "Did you mean 'comet'"),
        ({"model": "comet: "}, ConfigurationError, "has no name of a model"),
        ({"batch_size": 0}, ConfigurationError, "batch_size"),
        ({"progress": 3}, ConfigurationError, "progress=3 is not callable"),
        ({"systems": {"a": []}, "references": []}, EmptyCorpus, "there are no segments"),
        ({"systems": {"a": [["b"]]}, "references": [["b"]]}, InputError, "system 'a': learned"),
        ({"systems": {"a": ["b", None]}, "references": ["a", "b"]}, InputError, "system 'a': "),
        ({"systems": {"a": ["b"]}}, LengthMismatch, "system 'a': got 1 hypothesis and 4 ref"),
        ({"systems": {"a": Runs(["b"], ["c"])}, "references": ["d"]}, InputError, "2 runs"),
        ({"systems": {"a": ["b"], "c": []}, "references": None}, LengthMismatch, "different num"),
        ({"source": "abc"}, InputError, "source is a str"),
        ({"source": ["a"]}, LengthMismatch, "4 segments, but source has 1 text"),
        ({"source": ["a", "b", None, "d"]}, InputError, "source: text 3"),
        ({"model": lambda *_: [1.0]}, InputError, "returned list of 1 for 7 segments"),
        ({"model": lambda a, *_: ["x"] * len(a)}, InputError, "one number per segment"),
        ({"model": lambda a, *_: [np.nan] * len(a)}, InputError, "returned nan for 'a b'"),
    ],
)
def test_wrong_arguments(settings: dict[str, Any], kind: type[Exception], message: str) -> None:
    with pytest.raises(kind, match=message):
        lengths(**settings)


def test_a_wrong_name_is_refused_before_scoring() -> None:
    model = Counting()
    with pytest.raises(ConfigurationError, match="is not a text of one line"):
        lengths(model=model, name="a\nb")
    assert model.calls == []


def test_a_wrong_identity() -> None:
    with pytest.raises(ConfigurationError, match="name='' is not valid"):
        ModelIdentity(name="")
    with pytest.raises(ConfigurationError, match="Use a text or None"):
        ModelIdentity(name="a", revision=1)  # type: ignore[arg-type]
    with pytest.raises(ConfigurationError, match="Use ModelIdentity"):
        ScoreColumn("a", {"b": [1]}, model="c")  # type: ignore[arg-type]


# Metrics with stand-ins for their packages


COMET = """
import os
from pathlib import Path
CALLS = []

class Model:
    def __init__(self, path):
        self.factor = float(Path(path).read_text())
    def requires_references(self):
        return "referenceless" not in (Path(PATH).parents[1] / "hparams.yaml").read_text()
    def predict(self, samples, batch_size, gpus, progress_bar):
        CALLS.append((samples, batch_size, gpus, progress_bar))
        if any(sample["mt"] == "fail" for sample in samples):
            raise RuntimeError("out of memory")
        class Output:
            scores = [self.factor * len(sample["mt"]) for sample in samples]
        return Output

def load_from_checkpoint(path, local_files_only):
    global PATH
    PATH = path
    assert local_files_only and os.environ["HF_HUB_OFFLINE"] == "1"
    return Model(path)
"""
BERT_SCORE = """
import numpy as np

class BERTScorer:
    def __init__(self, model_type, num_layers, batch_size):
        self.layer = num_layers
    def score(self, cands, refs, batch_size):
        best = [max(float(c == r) for r in group) for c, group in zip(cands, refs)]
        return None, None, np.array(best) * self.layer
"""
TORCH = "class cuda:\n    is_available = staticmethod(lambda: False)\n"


@pytest.fixture
def packages(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Put the stand-ins on the path, and a COMET model of factor 2 into `model`."""
    for name, code in (("comet", COMET), ("bert_score", BERT_SCORE), ("torch", TORCH)):
        folder = tmp_path / "packages" / name
        folder.mkdir(parents=True)
        (folder / "__init__.py").write_text(code, encoding="utf-8")
        monkeypatch.delitem(sys.modules, name, raising=False)
    utilities = tmp_path / "packages" / "bert_score" / "utils.py"
    utilities.write_text("model2layers = {'roberta-large': 17}\n", encoding="utf-8")
    monkeypatch.delitem(sys.modules, "bert_score.utils", raising=False)
    monkeypatch.syspath_prepend(tmp_path / "packages")
    write_comet(tmp_path / "model", 2)
    return tmp_path


@pytest.fixture(autouse=True)
def forget_packages() -> Any:
    """Remove the imported stand-ins."""
    yield
    for name in ("comet", "bert_score", "bert_score.utils", "torch"):
        if "packages" in str(getattr(sys.modules.get(name), "__file__", "")):
            del sys.modules[name]


def write_comet(folder: Path, factor: float, kind: str = "regression_metric") -> None:
    (folder / "checkpoints").mkdir(parents=True, exist_ok=True)
    (folder / "checkpoints" / "model.ckpt").write_text(f"{factor}", encoding="utf-8")
    (folder / "hparams.yaml").write_text(f"class_identifier: {kind}\n", encoding="utf-8")


def test_comet(packages: Path) -> None:
    name = f"comet:{packages / 'model'}"
    column = learned_scores(name, SYSTEMS, REFERENCES, source=SOURCE, batch_size=3)
    assert column.name == "COMET"
    assert column.values("base").tolist() == [6, 14, 2, 14]
    samples, *options = sys.modules["comet"].CALLS[0]
    assert samples[0] == {"src": "x", "mt": "a b", "ref": "a b c d e"}
    assert options == [3, 0, False]
    assert column.model is not None
    assert (column.model.name, column.model.library) == ("model", "unbabel-comet")
    by_file = f"{name}/checkpoints/model.ckpt"
    assert learned_scores(by_file, SYSTEMS, REFERENCES, source=SOURCE) == column


def test_identity_and_cache_depend_on_the_weights(packages: Path) -> None:
    settings: dict[str, Any] = {"source": SOURCE, "cache": packages / "cache"}
    name = f"comet:{packages / 'model'}"
    first = learned_scores(name, SYSTEMS, REFERENCES, **settings)
    assert learned_scores(name, SYSTEMS, REFERENCES, **settings) == first
    assert len(sys.modules["comet"].CALLS) == 1
    write_comet(packages / "model", 3)
    second = learned_scores(name, SYSTEMS, REFERENCES, **settings)
    assert second.values("base").tolist() == [9, 21, 3, 21]
    assert first.model is not None
    assert second.model is not None
    assert first.model.weights != second.model.weights


def test_comet_without_references(packages: Path) -> None:
    write_comet(packages / "model", 2, "referenceless_regression_metric")
    name = f"comet:{packages / 'model'}"
    column = learned_scores(name, SYSTEMS, source=SOURCE)
    assert column.values("new").tolist() == [18, 18, 14, 14]
    assert "ref" not in sys.modules["comet"].CALLS[0][0][0]


@pytest.mark.parametrize(
    ("texts", "kind", "message"),
    [
        ({"source": None}, InputError, r"COMET reads the source. Pass source="),
        ({"references": None}, ConfigurationError, "one reference per segment, and got 0"),
        (
            {"systems": {"a": ["fail"]}, "references": ["b"], "source": ["c"]},
            ConfigurationError,
            r"the COMET model '.*' cannot score: out of memory",
        ),
        ({"revision": "1"}, ConfigurationError, "is a path, whose files are its revision"),
        ({"higher_is_better": False}, ConfigurationError, "of COMET higher is better"),
    ],
)
def test_wrong_texts_for_comet(
    packages: Path, texts: dict[str, Any], kind: type[Exception], message: str
) -> None:
    usual = {"systems": SYSTEMS, "references": REFERENCES, "source": SOURCE}
    with pytest.raises(kind, match=message):
        learned_scores(f"comet:{packages / 'model'}", **{**usual, **texts})


def test_files_that_are_not_models(packages: Path) -> None:
    with pytest.raises(ConfigurationError, match=r"is not a COMET model: there is no file .*ckpt"):
        find_model(f"comet:{packages}")
    (packages / "model" / "checkpoints" / "model.ckpt").write_text("words", encoding="utf-8")
    with pytest.raises(ConfigurationError, match=r"cannot be loaded: could not convert string"):
        learned_scores(f"comet:{packages / 'model'}", SYSTEMS, REFERENCES, source=SOURCE)


def test_bert_score(packages: Path) -> None:
    (packages / "encoder").mkdir()
    references = References.streams([SYSTEMS["new"], REFERENCES])
    column = learned_scores(f"bertscore:{packages / 'encoder'}#9", SYSTEMS, references)
    assert column.values("base").tolist() == [0, 0, 0, 9]
    assert column.model is not None
    assert (column.name, column.model.name) == ("BERTScore", "encoder#9")
    with pytest.raises(ConfigurationError, match="BERTScore reads references"):
        learned_scores(f"bertscore:{packages / 'encoder'}#9", SYSTEMS)
    with pytest.raises(ConfigurationError, match=r"knows no layer of .*encoder#9 takes layer 9"):
        find_model(f"bertscore:{packages / 'encoder'}")
    with pytest.raises(ConfigurationError, match="the layer 'x' of"):
        find_model(f"bertscore:{packages / 'encoder'}#x")


def test_nothing_is_downloaded(packages: Path) -> None:
    with pytest.raises(ConfigurationError, match="is not on this machine, and truebleu downloads"):
        find_model("comet:Unbabel/no-such-model")
    with pytest.raises(ConfigurationError, match=r"hf download no/model --revision 1$"):
        find_model("comet:no/model", "1")


def test_names_of_model_files_need_not_be_utf_8(tmp_path: Path) -> None:
    try:
        (tmp_path / "a\udcff.bin").write_bytes(b"x")
    except OSError:
        pytest.skip("the file system requires UTF-8")
    assert hash_of(tmp_path).startswith("sha256-")


def test_offline_mode_ends_after_loading(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HF_HUB_OFFLINE", "0")
    monkeypatch.delenv("TRANSFORMERS_OFFLINE", raising=False)
    with offline():
        assert os.environ["HF_HUB_OFFLINE"] == os.environ["TRANSFORMERS_OFFLINE"] == "1"
    assert os.environ["HF_HUB_OFFLINE"] == "0"
    assert "TRANSFORMERS_OFFLINE" not in os.environ


@pytest.mark.parametrize(
    ("name", "package"),
    [("comet:x", "unbabel-comet"), ("bertscore:x", "bert-score"), ("metricx:x", "transformers")],
)
def test_a_missing_package(name: str, package: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("truebleu.metrics.learned.families.find_spec", lambda _: None)
    with pytest.raises(MissingDependency, match=f"pip install {package}"):
        find_model(name)


def test_names() -> None:
    assert tuple(FAMILIES) == LEARNED
    assert is_learned("COMET:x")
    assert not is_learned("comet")
    assert not is_learned("bleu:x")


# On the command line


@pytest.fixture
def files(packages: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for name, texts in {**SYSTEMS, "ref": REFERENCES, "src": SOURCE}.items():
        (packages / f"{name}.txt").write_text("\n".join(texts) + "\n", encoding="utf-8")
    monkeypatch.chdir(packages)
    return packages


BASE = ("base.txt", "new.txt", "-r", "ref.txt", "--source", "src.txt")
RUNS = (*BASE[2:], "-m", "comet:model")
SIGNED = "column:COMET|better:higher|model:model|weights:sha256-"


def test_score_with_a_learned_metric(files: Path) -> None:
    ran = truebleu("score", *BASE, "-m", "chrf", "comet:model", "-b", cwd=files)
    assert (ran.code, ran.err) == (0, "")
    assert [line.split("\t")[1] for line in ran.out.splitlines()] == ["9.0000", "16.0000"]
    ran = truebleu("score", *BASE, "-m", "comet:model", "--per-segment", "-f", "json", cwd=files)
    base, new = json.loads(ran.out)
    assert (base["segment_scores"], new["segment_scores"]) == ([6, 14, 2, 14], [18, 18, 14, 14])
    assert base["signature"].startswith(SIGNED)


def test_other_commands_with_a_learned_metric(files: Path) -> None:
    learned = ("-m", "comet:model", "--model-cache", "cache")
    ran = truebleu("score", *BASE, "--confidence", "0.95", *learned, cwd=files)
    assert (ran.code, SIGNED in ran.out) == (0, True)
    for command in ("compare", "evaluate"):
        ran = truebleu(command, *BASE, *learned, cwd=files)
        assert (ran.code, SIGNED in ran.out) == (0, True)
    assert truebleu("report", *BASE, *learned, cwd=files).code == 0
    assert SIGNED in (files / "report.html").read_text(encoding="utf-8")
    assert len(sys.modules["comet"].CALLS) == 1  # the other metrics read the cache


def test_two_models_of_a_family(files: Path) -> None:
    write_comet(files / "other", 3)
    ran = truebleu("evaluate", *BASE, "-m", "comet:model,comet:other", cwd=files)
    assert ran.out.splitlines()[0].split() == ["system", "COMET", "model", "COMET", "other"]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("score", "base.txt", "-r", "ref.txt", "-m", "comet:model"), "Add --source FILE."),
        (("score", *BASE, "-m", "comet:no/model"), "hf download no/model"),
        (("score", *BASE, "-m", "comet:model", "--fail-under", "1"), "--fail-under is not"),
        (("score", *BASE, "-m", "comet:model", "--model-cache", "ref.txt"), "is not a folder. Use"),
        (("score", *BASE, "-m", "comet:model", "-t", "zh"), "is not supported with comet:model"),
        (("evaluate", "--wmt", "x", "en-de", "-m", "comet:model"), "not supported with --wmt"),
        (("check", "base.txt", "-r", "ref.txt", "-m", "comet:model"), "by this command. Use "),
        (
            ("compare", "--runs", "a=base.txt,new.txt", "b=src.txt,ref.txt", *RUNS),
            "COMET scores one run",
        ),
    ],
)
def test_wrong_commands(files: Path, arguments: tuple[str, ...], message: str) -> None:
    assert message in fails(*arguments, cwd=files)
