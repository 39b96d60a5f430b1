"""Learned metrics with the real packages, and tiny models with random weights."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.requirements import require_module
from truebleu import learned_scores

torch = require_module("torch")
transformers = require_module("transformers")
tokenizers = require_module("tokenizers")

pytestmark = pytest.mark.filterwarnings("ignore")  # of packages that COMET imports

SYSTEMS = {"a": ["the cat sat on a mat", "it rained"], "b": ["the dog", "it rained all day"]}
REFERENCES = ["the cat sat on the mat", "it rained all day"]
SOURCE = ["a dog", "mat day"]
WORDS = [
    "the",
    "cat",
    "sat",
    "on",
    "mat",
    "a",
    "dog",
    "it",
    "rained",
    "all",
    "day",
    "source",
    ":",
    "candidate",
    "reference",
]
VOCABULARY = 250112  # the words of mT5, so that it has MetricX's token
TOKEN = 250089


@pytest.fixture
def encoder(tmp_path: Path) -> Path:
    """Create a BERT model of two layers."""
    torch.manual_seed(0)
    folder = tmp_path / "encoder"
    folder.mkdir()
    words = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", *WORDS]
    (folder / "vocab.txt").write_text("\n".join(words) + "\n", encoding="utf-8")
    transformers.BertTokenizerFast(
        vocab_file=str(folder / "vocab.txt"), model_max_length=64
    ).save_pretrained(folder)
    config = transformers.BertConfig(
        vocab_size=len(words),
        hidden_size=16,
        num_hidden_layers=2,
        num_attention_heads=2,
        intermediate_size=16,
    )
    transformers.BertModel(config).save_pretrained(folder)
    return folder


def test_bert_score(encoder: Path) -> None:
    bert_score = require_module("bert_score", "bert-score")
    column = learned_scores(f"bertscore:{encoder}#2", SYSTEMS, REFERENCES)
    for system, texts in SYSTEMS.items():
        _, _, values = bert_score.score(
            texts, REFERENCES, model_type=str(encoder), num_layers=2, device="cpu"
        )
        assert column.values(system) == pytest.approx(values.tolist(), abs=1e-5)
    assert "library:bert-score-" in str(column.signature())


def test_comet(encoder: Path, tmp_path: Path) -> None:
    comet = require_module("comet", "unbabel-comet")
    lightning = require_module("pytorch_lightning")
    models = require_module("comet.models")
    model = models.RegressionMetric(
        encoder_model="BERT",
        pretrained_model=str(encoder),
        layer="mix",
        hidden_sizes=[8],
        load_pretrained_weights=False,
    )
    checkpoint = tmp_path / "tiny" / "checkpoints" / "model.ckpt"
    checkpoint.parent.mkdir(parents=True)
    content = {
        "state_dict": model.state_dict(),
        "hyper_parameters": dict(model.hparams),
        "pytorch-lightning_version": lightning.__version__,
        "epoch": 0,
        "global_step": 0,
    }
    torch.save(content, checkpoint)
    settings = checkpoint.parents[1] / "hparams.yaml"
    settings.write_text("class_identifier: regression_metric\n", encoding="utf-8")
    column = learned_scores(f"comet:{tmp_path / 'tiny'}", SYSTEMS, REFERENCES, source=SOURCE)
    loaded = comet.load_from_checkpoint(str(checkpoint))
    for system, texts in SYSTEMS.items():
        samples = [
            {"src": source, "mt": text, "ref": reference}
            for source, text, reference in zip(SOURCE, texts, REFERENCES, strict=True)
        ]
        expected = loaded.predict(samples, gpus=0, progress_bar=False).scores
        assert column.values(system) == pytest.approx(expected, abs=1e-5)


@pytest.mark.parametrize(
    ("name", "form"),
    [
        ("metricx-24-tiny", "source: {source} candidate: {text} reference: {reference}"),
        ("metricx-23-tiny", "candidate: {text} reference: {reference}"),
        ("metricx-23-qe-tiny", "candidate: {text} source: {source}"),
    ],
)
def test_metricx(tmp_path: Path, name: str, form: str) -> None:
    folder = tmp_path / name
    tokenizer, model = make_metricx(folder)
    column = learned_scores(f"metricx:{folder}", SYSTEMS, REFERENCES, source=SOURCE)
    assert column.higher_is_better is False
    start = torch.zeros((1, 1), dtype=torch.long)
    for system, texts in SYSTEMS.items():
        for i, text in enumerate(texts):
            read = form.format(source=SOURCE[i], text=text, reference=REFERENCES[i])
            ids = torch.tensor([tokenizer(read)["input_ids"][:-1]])
            with torch.no_grad():
                logit = model(input_ids=ids, decoder_input_ids=start).logits[0, 0, TOKEN].item()
            expected = min(max(logit, 0), 25)
            assert column.values(system)[i] == pytest.approx(expected, abs=1e-5)
    assert (column.values("a") > 0).any()


def make_metricx(folder: Path) -> tuple[Any, Any]:
    """Create an mT5 model of one layer with a tokenizer of words."""
    torch.manual_seed(0)
    ids = {word: i for i, word in enumerate(["<pad>", "</s>", "<unk>", *WORDS])}
    words = tokenizers.Tokenizer(tokenizers.models.WordLevel(ids, unk_token="<unk>"))
    words.pre_tokenizer = tokenizers.pre_tokenizers.Whitespace()
    words.post_processor = tokenizers.processors.TemplateProcessing(
        single="$A </s>", special_tokens=[("</s>", 1)]
    )
    tokenizer = transformers.PreTrainedTokenizerFast(
        tokenizer_object=words, pad_token="<pad>", eos_token="</s>", unk_token="<unk>"
    )
    tokenizer.save_pretrained(folder)
    config = transformers.MT5Config(
        vocab_size=VOCABULARY,
        d_model=8,
        d_kv=4,
        d_ff=8,
        num_layers=1,
        num_decoder_layers=1,
        num_heads=2,
        decoder_start_token_id=0,
        pad_token_id=0,
        initializer_factor=20.0,
    )
    model = transformers.MT5ForConditionalGeneration(config).eval()
    ids = torch.tensor([[3, 4, 5]])
    with torch.no_grad():
        logits = model(
            input_ids=ids, decoder_input_ids=torch.zeros((1, 1), dtype=torch.long)
        ).logits
        # Scores are near 5, in the range that is not clipped.
        model.lm_head.weight[TOKEN] *= 5 / logits[0, 0, TOKEN]
    model.save_pretrained(folder)
    return tokenizer, model
