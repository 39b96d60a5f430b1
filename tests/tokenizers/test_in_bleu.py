"""BLEU with tokenizers outside the core: counts, scores and signatures equal sacreBLEU's."""

from __future__ import annotations

import pickle
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.differential import peer, wmt
from tests.profiles import EXAMPLES, PROFILE
from tests.requirements import require_module
from tests.tokenizers import training
from tests.tokenizers.test_mecab import SPECIMENS, texts_of
from truebleu import BLEU, References
from truebleu.errors import ConfigurationError, InputError
from truebleu.tokenizers import hf_tokenizer, models, spm_model

if TYPE_CHECKING:
    from pathlib import Path


def check_equal(ours: BLEU, theirs: Any, hypotheses: list[str], streams: peer.Streams) -> None:
    """Check that counts and scores are equal, and signatures except for the version."""
    references = References.streams(streams)
    rows = ours.statistics(hypotheses, references)
    assert rows.tolist() == peer.rows(theirs, hypotheses, streams)
    expected = theirs.corpus_score(hypotheses, streams)
    score = ours.corpus_score(hypotheses, references)
    if score.value != 100:
        assert str(score) == str(expected)
    if score.value == 100 or not peer.BITS_ARE_EQUAL:
        assert score.value == pytest.approx(expected.score, rel=1e-12)
    else:
        assert score.value == expected.score
    ours_signature = str(ours.signature(references=len(streams))).rpartition("|version:")
    theirs_signature = str(theirs.get_signature()).rpartition("|version:")
    if all(cell is not None for stream in streams for cell in stream):
        assert ours_signature[0] == theirs_signature[0]


@pytest.fixture(scope="module", params=["ja-mecab", "ko-mecab"])
def name(request: pytest.FixtureRequest) -> str:
    require_module({"ja-mecab": "MeCab", "ko-mecab": "mecab_ko"}[request.param])
    language: str = request.param
    return language


@pytest.mark.peer
@pytest.mark.parametrize("lowercase", [False, True])
@settings(max_examples=EXAMPLES[PROFILE])
@given(data=st.data())
def test_generated_text_has_equal_counts(name: str, lowercase: bool, data: st.DataObject) -> None:
    hypotheses = data.draw(texts_of(name))
    streams: list[list[str | None]] = []
    for _ in range(data.draw(st.integers(1, 3))):
        drawn = data.draw(texts_of(name))
        streams.append([(drawn * len(hypotheses))[at] for at in range(len(hypotheses))])
    if len(streams) > 1 and data.draw(st.booleans()):
        streams[0][data.draw(st.integers(0, len(hypotheses) - 1))] = None
    ours = BLEU(tokenizer=name, lowercase=lowercase)
    theirs = peer.metric(name, lowercase=lowercase)
    check_equal(ours, theirs, hypotheses, streams)


@pytest.mark.peer
@pytest.mark.data
@pytest.mark.parametrize("system", ["Online-W", "NT5", "Online-A"])
def test_japanese_of_wmt_has_equal_counts(system: str) -> None:
    require_module("MeCab")
    texts = wmt.read("wmt22/en-ja", system)
    check_equal(
        BLEU(tokenizer="ja-mecab"), peer.metric("ja-mecab"), texts.hypotheses, texts.streams
    )


@pytest.mark.peer
def test_sentence_scores_equal_sacrebleus(name: str) -> None:
    ours = BLEU(tokenizer=name)
    theirs = peer.bleu.BLEU(tokenize=name, effective_order=True)
    pieces = SPECIMENS[name]
    hypotheses = ["".join(pieces[at : at + 6]) for at in range(10)]
    references = ["".join(pieces[at + 1 : at + 6]) + pieces[at] for at in range(10)]
    expected = [
        theirs.sentence_score(hypothesis, [reference]).score
        for hypothesis, reference in zip(hypotheses, references, strict=True)
    ]
    assert ours.segment_scores(hypotheses, references).tolist() == expected
    result = [
        ours.sentence_score(hypothesis, reference).value
        for hypothesis, reference in zip(hypotheses, references, strict=True)
    ]
    assert result == expected


def test_a_signature_rebuilds_the_metric(name: str) -> None:
    metric = BLEU(tokenizer=name, smoothing="floor")
    again = BLEU.from_signature(metric.signature(references=1))
    assert again.tokenizer == metric.tokenizer
    assert again.signature(references=1) == metric.signature(references=1)
    assert pickle.loads(pickle.dumps(metric)) == metric


def test_several_threads_give_equal_scores(name: str) -> None:
    metric = BLEU(tokenizer=name)
    hypotheses = list(SPECIMENS[name]) * 30
    references = hypotheses[1:] + hypotheses[:1]
    expected = metric.corpus_score(hypotheses, references, threads=1)
    with ThreadPoolExecutor(8) as pool:
        score = pool.map(lambda _: metric.corpus_score(hypotheses, references), range(16))
    assert set(score) == {expected}


@pytest.fixture
def published(homes: tuple[Path, Path], model: bytes, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Put the small model where sacreBLEU stores its flores200."""
    spm = require_module("sacrebleu.tokenizers.tokenizer_spm", "sacrebleu")
    monkeypatch.setattr(spm, "SACREBLEU_DIR", str(homes[1]))
    unpinned = models.MODELS["flores200"]._replace(sha256=None)
    monkeypatch.setitem(models.MODELS, "flores200", unpinned)
    path = homes[1] / "models" / "flores200sacrebleuspm"
    path.parent.mkdir(parents=True)
    path.write_bytes(model)
    return path


@pytest.mark.peer
def test_sentencepiece_with_a_published_name(published: Path) -> None:
    hypotheses, streams = training.lines(1), [training.lines(2), training.lines(1)[::-1]]
    ours, theirs = BLEU(tokenizer="flores200"), peer.metric("flores200")
    check_equal(ours, theirs, hypotheses, streams)
    full = ours.signature(references=2, full=True)
    assert full["tok"] == "flores200"
    assert full["tokhash"] == ours.tokenizer.fingerprint
    assert BLEU.from_signature(full).tokenizer == ours.tokenizer


@pytest.mark.peer
def test_sentencepiece_with_a_custom_model(published: Path) -> None:
    hypotheses, references = training.lines(1), training.lines(2)
    own = BLEU(tokenizer=spm_model(published))
    named = BLEU(tokenizer="flores200")
    assert own != named
    assert own.statistics(hypotheses, references).tolist() == (
        named.statistics(hypotheses, references).tolist()
    )
    score = own.corpus_score(hypotheses, references)
    assert score.signature["tok"] == "spm-model"
    assert score.signature["tokhash"] == own.tokenizer.fingerprint
    assert pickle.loads(pickle.dumps(own)) == own
    with pytest.raises(ConfigurationError, match="--spm-model FILE"):
        BLEU.from_signature(score.signature)


def sacrebleus_13a(text: str) -> str:
    return str(require_module("sacrebleu.tokenizers.tokenizer_13a").Tokenizer13a()(text))


@pytest.mark.peer
@pytest.mark.parametrize("lowercase", [False, True])
def test_a_callable_with_the_tokens_of_13a_counts_as_the_core_does(lowercase: bool) -> None:
    hypotheses, streams = training.lines(1), [training.lines(2), training.lines(3)]
    references = References.streams(streams)
    ours = BLEU(tokenizer=sacrebleus_13a, lowercase=lowercase)
    core = BLEU(tokenizer="13a", lowercase=lowercase)
    assert (
        ours.statistics(hypotheses, references).tolist()
        == core.statistics(hypotheses, references).tolist()
    )
    assert ours.corpus_score(hypotheses, references).value == (
        core.corpus_score(hypotheses, references).value
    )
    assert (
        ours.segment_scores(hypotheses, references).tolist()
        == core.segment_scores(hypotheses, references).tolist()
    )


def test_a_signature_has_the_fingerprint_of_the_callable() -> None:
    metric = BLEU(tokenizer=sacrebleus_13a)
    signature = metric.corpus_score(["a b c d"], ["a b c d"]).signature
    assert signature["tok"] == "python[tests.tokenizers.test_in_bleu.sacrebleus_13a]"
    assert signature["tokhash"] == metric.tokenizer.fingerprint
    assert type(signature).parse(str(signature)) == signature
    assert pickle.loads(pickle.dumps(metric)) == metric
    assert metric == BLEU(tokenizer=sacrebleus_13a)


def test_an_error_of_the_callable_names_the_segment() -> None:
    def only_short(text: str) -> list[str]:
        return text.split() if len(text) < 10 else None  # type: ignore[return-value]

    with pytest.raises(InputError, match=r"segment 2: .*the text .much too long. is None"):
        BLEU(tokenizer=only_short).corpus_score(["a", "much too long"], ["a", "b"])


def test_hugging_face_tokens(tmp_path: Path) -> None:
    hf = require_module("tokenizers")
    tokenizer = hf.Tokenizer(hf.models.WordLevel({"[UNK]": 0, "a": 1, "b": 2}, unk_token="[UNK]"))
    tokenizer.pre_tokenizer = hf.pre_tokenizers.Whitespace()
    path = tmp_path / "tokenizer.json"
    tokenizer.save(str(path))
    metric = BLEU(tokenizer=hf_tokenizer(path))
    score = metric.corpus_score(["a b c a"], ["a b d b"])
    tokens = [tokenizer.encode(text).tokens for text in ("a b c a", "a b d b")]
    assert score.matches == BLEU().corpus_score(tokens[:1], tokens[1:]).matches
    assert score.signature["tok"] == "hf-tokenizer"
    assert score.signature["tokhash"] == metric.tokenizer.fingerprint
