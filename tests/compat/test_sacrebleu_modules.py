"""Modules of the drop-in: import paths and names as in sacreBLEU, tokenizers, helpers."""

from __future__ import annotations

import importlib
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import truebleu.compat.sacrebleu as ours
from tests.compat.sacrebleu_calls import theirs
from tests.generators import corpora, tally
from tests.in_one_test import in_one_test
from tests.paths import NEWS
from tests.profiles import examples
from tests.requirements import require_module
from tests.unicode_age import comparable
from truebleu.errors import MissingDependency
from truebleu.tokenizers import resolve

pytestmark = pytest.mark.peer

MODULES = (
    "compat",
    "metrics",
    "metrics.base",
    "metrics.bleu",
    "metrics.chrf",
    "metrics.ter",
    "metrics.helpers",
    "metrics.lib_ter",
    "significance",
    "utils",
    "tokenizers",
    "tokenizers.tokenizer_base",
    "tokenizers.tokenizer_none",
    "tokenizers.tokenizer_13a",
    "tokenizers.tokenizer_intl",
    "tokenizers.tokenizer_zh",
    "tokenizers.tokenizer_char",
    "tokenizers.tokenizer_re",
    "tokenizers.tokenizer_ter",
    "tokenizers.tokenizer_spm",
    "tokenizers.tokenizer_ja_mecab",
    "tokenizers.tokenizer_ko_mecab",
)
TOKENIZERS = ("none", "13a", "intl", "zh", "char")
ODD_ENDS = (
    "dog's\u2000",
    "dog's ",
    "ΑΣ\u2000",
    "3. ",
    " .5",
    "ab-\n",
    "a.\n",
    " x. ",
    "",
    " ",
    "\u3000。",
    ".",
    "&amp;\n",
    "<skipped>",
)


@pytest.mark.parametrize("name", MODULES)
def test_every_public_name_of_a_module_is_sacrebleus(name: str) -> None:
    mine = importlib.import_module(f"truebleu.compat.sacrebleu.{name}")
    his = importlib.import_module(f"sacrebleu.{name}")
    public = getattr(mine, "__all__", None) or [
        name
        for name, value in vars(mine).items()
        if getattr(value, "__module__", None) == mine.__name__ and not name.startswith("_")
    ]
    assert public
    assert [name for name in public if not hasattr(his, name)] == []


def test_the_names_of_the_package() -> None:
    mine = set(ours.__all__) - {"STRICT", "compat", "metrics", "tokenizers", "utils"}
    not_there_yet = {
        "DATASETS",
        "download_test_set",
        "get_available_testsets",
        "get_langpairs_for_testset",
        "get_reference_files",
        "get_source_file",
    }
    assert mine == set(theirs.__all__) - not_there_yet
    assert ours.__version__ == theirs.__version__


def test_the_tokenizers_of_bleu() -> None:
    assert list(ours.BLEU.TOKENIZERS) == list(theirs.BLEU.TOKENIZERS)
    assert ours.BLEU.SMOOTH_DEFAULTS == theirs.BLEU.SMOOTH_DEFAULTS


def tokenizers(name: str) -> tuple[Any, Any]:
    return ours.BLEU(tokenize=name).tokenizer, theirs.BLEU(tokenize=name).tokenizer


@pytest.mark.parametrize("name", TOKENIZERS)
@in_one_test("text", ODD_ENDS)
def test_a_tokenizer_can_be_called(name: str, text: str) -> None:
    mine, his = tokenizers(name)
    assert mine(text) == his(text)
    assert mine.signature() == his.signature()


@examples(0.2)
@given(corpora(), st.sampled_from(TOKENIZERS))
def test_tokenizers_on_generated_text(corpus: Any, name: str) -> None:
    tally.count("tokenizers of the drop-in against sacreBLEU", len(corpus))
    mine, his = tokenizers(name)
    for text in corpus.hypotheses:
        comparable_text = comparable(text, tokenizer=name, lowercase=False)
        assert mine(comparable_text) == his(comparable_text), comparable_text


@examples(0.2)
@given(corpora())
def test_the_common_rules_of_13a_and_zh(corpus: Any) -> None:
    mine, his = (
        importlib.import_module(f"{package}.tokenizers.tokenizer_re").TokenizerRegexp()
        for package in ("truebleu.compat.sacrebleu", "sacrebleu")
    )
    assert mine.signature() == his.signature()
    for text in [*corpus.hypotheses, *ODD_ENDS]:
        assert mine(text) == his(text), text


@examples(0.2)
@given(corpora(), st.tuples(*[st.booleans()] * 4))
def test_tercoms_tokenizer(corpus: Any, settings: tuple[bool, ...]) -> None:
    mine, his = (
        importlib.import_module(f"{package}.tokenizers.tokenizer_ter").TercomTokenizer(*settings)
        for package in ("truebleu.compat.sacrebleu", "sacrebleu")
    )
    for text in [*corpus.hypotheses, *ODD_ENDS]:
        comparable_text = comparable(text, tokenizer="none", lowercase=True)
        assert mine(comparable_text) == his(comparable_text), comparable_text


@pytest.mark.parametrize("name", ["ja-mecab", "ko-mecab"])
def test_mecab(name: str) -> None:
    require_module("MeCab" if name == "ja-mecab" else "mecab_ko")
    mine, his = tokenizers(name)
    for text in ("これはペンです。", "오늘 날씨가 좋다.", " a b "):
        assert mine(text).split() == his(text).split()
    assert mine.signature() == his.signature()


@pytest.mark.parametrize("name", ["ja-mecab", "ko-mecab"])
def test_without_mecab_the_error_has_sacrebleus_class_too(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def missing(_: str) -> Any:
        raise MissingDependency("pip install it")

    monkeypatch.setattr("truebleu.compat.sacrebleu.tokenizers.tokenizer_base.resolve", missing)
    with pytest.raises(RuntimeError, match="pip install it") as raised:
        ours.BLEU(tokenize=name)
    assert isinstance(raised.value, MissingDependency)


@pytest.mark.parametrize(
    ("kind", "model"),
    [
        ("TokenizerSPM", "spm"),
        ("Flores101Tokenizer", "flores101"),
        ("Flores200Tokenizer", "flores200"),
        ("spBLEU1KTokenizer", "spBLEU-1K"),
    ],
)
def test_each_class_loads_its_model(kind: str, model: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A stand-in replaces the models, which would have to be downloaded."""
    names: list[str] = []

    def found(name: str) -> Any:
        names.append(name)
        return resolve("13a")

    package = "truebleu.compat.sacrebleu.tokenizers"
    monkeypatch.setattr(f"{package}.tokenizer_base.resolve", found)
    tokenizer = getattr(importlib.import_module(f"{package}.tokenizer_spm"), kind)()
    assert names == [model]
    assert tokenizer("a, b") == "a , b"


def test_the_base_class_has_no_rules() -> None:
    for package in ("truebleu.compat.sacrebleu", "sacrebleu"):
        tokenizer = importlib.import_module(f"{package}.tokenizers.tokenizer_base").BaseTokenizer()
        with pytest.raises(NotImplementedError):
            tokenizer.signature()
        with pytest.raises(NotImplementedError):
            tokenizer("a")


def test_helpers() -> None:
    for line in ("", "a", "the cat sat on the cat", "日本 語 日本"):
        for n in (1, 2, 3):
            for keeps in (False, True):
                assert ours.extract_char_ngrams(line, n, keeps) == theirs.extract_char_ngrams(
                    line, n, keeps
                )
            assert ours.extract_word_ngrams(line.split(), n) == theirs.extract_word_ngrams(
                line.split(), n
            )
        mine, his = ours.metrics.helpers, theirs.metrics.helpers
        assert mine.extract_all_word_ngrams(line, 1, 4) == his.extract_all_word_ngrams(line, 1, 4)
        assert mine.extract_all_char_ngrams(line, 6) == his.extract_all_char_ngrams(line, 6)


def test_lib_ter() -> None:
    mine, his = (
        importlib.import_module(f"{package}.metrics.lib_ter").translation_edit_rate
        for package in ("truebleu.compat.sacrebleu", "sacrebleu")
    )
    for hypothesis in ("", "a", "b a c", "A b"):
        for reference in ("", "a b", "c b a d"):
            words = hypothesis.split(), reference.split()
            assert mine(*words) == his(*words)


def test_utils(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    mine, his = ours.utils, theirs.utils
    assert (mine.my_log(0), mine.my_log(2.5)) == (his.my_log(0), his.my_log(2.5))
    for rows in ([[1, 2.5]], [[1, 2.5], [3, 0.1]], [[0.1, 1], [0.2, 2], [0.3, 3]]):
        assert repr(mine.sum_of_lists(rows)) == repr(his.sum_of_lists(rows))
    for name in ("text", "text.gz"):
        path = str(tmp_path / name)
        with mine.smart_open(path, "wt") as file:
            file.write("ä\r\nb\n")
        with his.smart_open(path) as file:
            assert file.readlines() == ["ä\r\n", "b\n"]
        with mine.smart_open(path) as file:
            assert file.readlines() == ["ä\r\n", "b\n"]
    mine.sanity_check_lengths(["a"], [["a"], ["b"]])
    with pytest.raises(SystemExit):
        mine.sanity_check_lengths(["a"], [["a"], []])
    with pytest.raises(SystemExit):
        mine.sanity_check_lengths(["a"], [["a"], []], "wmt22")
    assert str(Path(mine.SACREBLEU_DIR, "wmt22")) in caplog.text


def test_the_drop_in_is_imported_only_on_request() -> None:
    code = "import sys, truebleu; truebleu.BLEU; print(*sys.modules)"
    run = subprocess.run([sys.executable, "-I", "-c", code], capture_output=True, check=True)
    assert b"truebleu.compat" not in run.stdout


FROM_SACREBLEU = {
    "": ("DATASETS", "dataset", "download_test_set", "get_available_testsets", "get_source_file"),
    ".utils": ("Color", "print_results_table", "get_available_testsets", "filter_subset"),
    ".metrics.lib_ter": ("BeamEditDistance", "trace_to_alignment"),
}


@pytest.mark.parametrize("module", FROM_SACREBLEU)
def test_names_of_the_installed_sacrebleu(module: str) -> None:
    own = importlib.import_module(f"truebleu.compat.sacrebleu{module}")
    installed = importlib.import_module(f"sacrebleu{module}")
    for name in FROM_SACREBLEU[module]:
        assert getattr(own, name) is getattr(installed, name)
    assert not hasattr(own, "no_such_name")


@pytest.mark.parametrize("module", FROM_SACREBLEU)
def test_without_sacrebleu_the_error_says_what_to_install(
    module: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    own = importlib.import_module(f"truebleu.compat.sacrebleu{module}")
    for hidden in ("", ".utils", ".dataset", ".metrics.lib_ter"):
        monkeypatch.setitem(sys.modules, f"sacrebleu{hidden}", None)
    for name in FROM_SACREBLEU[module]:
        with pytest.raises(
            MissingDependency, match=rf"{name} needs sacrebleu\. .* pip install sacrebleu$"
        ):
            getattr(own, name)


def test_small_helpers() -> None:
    from argparse import Namespace

    arguments = Namespace(bleu_force=True, bleu_bleu_x=1, ter_normalized=False)
    for strip in (False, True):
        for prefix in ("bleu", "ter", "chrf"):
            expected = theirs.utils.args_to_dict(arguments, prefix, strip)
            assert ours.utils.args_to_dict(arguments, prefix, strip) == expected
    assert importlib.import_module("truebleu.compat.sacrebleu.version").version_tuple == (2, 6, 0)


def test_the_command_as_a_module() -> None:
    arguments = ["reference.a.en.txt", "-i", "system.medium.en.txt", "-m", "bleu", "chrf", "-b"]
    printed = [
        subprocess.run(
            [sys.executable, "-m", module, *arguments], cwd=NEWS, capture_output=True, check=True
        ).stdout
        for module in ("truebleu.compat.sacrebleu", "sacrebleu")
    ]
    assert printed[0] == printed[1]
    assert printed[0]
