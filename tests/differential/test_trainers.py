"""Steps of real trainers and of lm-evaluation-harness, with tiny models.

They need torch: `make differential` installs them separately. The scores that each trainer logs
must equal the scores of the texts that it passed.
"""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from tests.generators.plain import news
from tests.requirements import require_module
from truebleu import BLEU, CHRF, References
from truebleu.integrations.transformers import compute_metrics
from truebleu.integrations.trl import reward_function
from truebleu.metrics.base.metric import Metric

torch = require_module("torch")
transformers = require_module("transformers")
datasets = require_module("datasets")

pytestmark = [pytest.mark.peer, pytest.mark.filterwarnings("ignore"), pytest.mark.timeout(600)]
WORDS = [
    "the",
    "cat",
    "sat",
    "on",
    "a",
    "mat",
    "it",
    "rained",
    "all",
    "day",
    "long",
    "and",
    "nobody",
    "came",
]
SPECIAL = ["<pad>", "<eos>", "<unk>"]
SIZES = {"d_model": 8, "encoder_layers": 1, "decoder_layers": 1, "encoder_attention_heads": 2}
SIZES |= {"decoder_attention_heads": 2, "encoder_ffn_dim": 8, "decoder_ffn_dim": 8}


@pytest.fixture(autouse=True)
def offline(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(datasets.config, "HF_DATASETS_CACHE", tmp_path / "datasets")
    torch.manual_seed(7)


@pytest.fixture
def tokenizer() -> Any:
    from tokenizers import Tokenizer, models, pre_tokenizers

    trained = Tokenizer(
        models.WordLevel({word: i for i, word in enumerate(SPECIAL + WORDS)}, unk_token="<unk>")
    )
    trained.pre_tokenizer = pre_tokenizers.Whitespace()
    return transformers.PreTrainedTokenizerFast(
        tokenizer_object=trained,
        pad_token="<pad>",
        eos_token="<eos>",
        unk_token="<unk>",
        padding_side="left",
    )


def test_trl_trains_on_rewards(tokenizer: Any, tmp_path: Path) -> None:
    trl = require_module("trl")
    model = transformers.GPT2LMHeadModel(
        transformers.GPT2Config(
            vocab_size=len(tokenizer), n_positions=32, n_embd=8, n_layer=1, n_head=2,
            bos_token_id=1, eos_token_id=1, pad_token_id=0,
        )
    )  # fmt: skip
    seen: list[tuple[list[str], list[Any], list[float | None]]] = []
    bleu = reward_function(BLEU(smoothing="add-k"), references="answer")

    def watched(completions: Any, answer: Any, **columns: Any) -> list[float | None]:
        rewards = bleu(completions=completions, answer=answer, **columns)
        seen.append((list(completions), list(answer), rewards))
        return rewards

    rows = {
        "prompt": ["the cat", "it rained", "nobody came", "the mat"],
        "answer": [["the cat sat on a mat", "a cat sat"], ["it rained all day"], None, ["the"]],
    }
    settings = trl.GRPOConfig(
        output_dir=str(tmp_path), use_cpu=True, report_to=[], max_steps=2, num_generations=2,
        per_device_train_batch_size=8, max_completion_length=6, logging_steps=1, save_strategy="no",
        disable_tqdm=True, bf16=False, shuffle_dataset=False, gradient_checkpointing=False,
    )  # fmt: skip
    trainer = trl.GRPOTrainer(
        model=model,
        reward_funcs=[watched, bleu, reward_function(CHRF(), references="answer")],
        args=settings,
        train_dataset=datasets.Dataset.from_dict(rows),
        processing_class=tokenizer,
    )
    trainer.train()
    logged = [entry for entry in trainer.state.log_history if "reward" in entry]
    assert len(seen) == len(logged) == 2
    for (completions, answers, rewards), entry in zip(seen, logged, strict=True):
        assert len(completions) == 8
        pairs = list(zip(completions, answers, strict=True))
        for metric, column in ((BLEU(smoothing="add-k"), "bleu"), (CHRF(), "chrf")):
            expected = [
                None if texts is None else metric.sentence_score(text, texts).value / 100
                for text, texts in pairs
            ]
            if column == "bleu":
                assert rewards == expected
                assert expected.count(None) == 2
            mean = np.mean([value for value in expected if value is not None])
            assert entry[f"rewards/{column}/mean"] == pytest.approx(mean, rel=1e-5)


def test_a_trainer_evaluates_generated_texts(tokenizer: Any, tmp_path: Path) -> None:
    model = transformers.BartForConditionalGeneration(
        transformers.BartConfig(
            vocab_size=len(tokenizer), max_position_embeddings=32, pad_token_id=0, bos_token_id=1,
            eos_token_id=1, decoder_start_token_id=1, forced_eos_token_id=None, **SIZES,
        )
    )  # fmt: skip
    references = ["the cat sat on a mat", "it rained", "nobody came", "a day", "the cat came"]
    rows = [
        {"input_ids": ids, "labels": [*ids, 1]}
        for ids in tokenizer(references, add_special_tokens=False)["input_ids"]
    ]
    metrics: dict[str, Metric[Any]] = {"add": BLEU(smoothing="add-k"), "chrf": CHRF()}
    compute = compute_metrics(tokenizer, metrics)
    for by_batch in (False, True):
        trainer = transformers.Seq2SeqTrainer(
            model=model,
            args=transformers.Seq2SeqTrainingArguments(
                output_dir=str(tmp_path), use_cpu=True, report_to=[], disable_tqdm=True,
                predict_with_generate=True, generation_max_length=7, per_device_eval_batch_size=2,
                batch_eval_metrics=by_batch,
            ),
            eval_dataset=rows,
            data_collator=transformers.DataCollatorForSeq2Seq(tokenizer, model),
            processing_class=tokenizer,
            compute_metrics=compute,
        )  # fmt: skip
        result = trainer.evaluate()
        torch.manual_seed(7)
        texts = []
        for row in rows:
            ids = torch.tensor([row["input_ids"]])
            # A single text has no padding, and the texts are equal.
            generated = model.generate(ids, max_length=7, attention_mask=torch.ones_like(ids))
            texts.append(tokenizer.decode(generated[0], skip_special_tokens=True).strip())
        expected = BLEU(smoothing="add-k").corpus_score(texts, references)
        assert result["eval_add"] == expected.value
        assert result["eval_chrf"] == CHRF().corpus_score(texts, references).value
        assert result["eval_gen_len"] > 0


TASK = """
from truebleu import CHRF
from truebleu.integrations.lm_eval import CorpusMetric

bleu = CorpusMetric(references="target", resamples=3000)
chrf = CorpusMetric(CHRF(), references="target", resamples=500)
score, standard_error = bleu.score, bleu.standard_error
chrf_score, chrf_error = chrf.score, chrf.standard_error

def process_results(doc, results):
    return bleu.process_results(doc, results) | chrf.process_results(doc, results)
"""
YAML = """
task: made_up
dataset_path: json
dataset_kwargs: {data_files: {test: DATA}}
test_split: test
output_type: generate_until
doc_to_text: "{{source}}"
doc_to_target: "{{target[0]}}"
process_results: !function made_up.process_results
metric_list:
  - {metric: bleu, aggregation: !function made_up.score, higher_is_better: true}
  - {metric: bleu_stderr, aggregation: !function made_up.standard_error, higher_is_better: false}
  - {metric: chrf, aggregation: !function made_up.chrf_score, higher_is_better: true}
  - {metric: chrf_stderr, aggregation: !function made_up.chrf_error, higher_is_better: false}
"""


def test_the_harness_prints_the_score_and_its_standard_error(tmp_path: Path) -> None:
    import json

    evaluator = require_module("lm_eval.evaluator", "lm_eval")
    from lm_eval.api.model import LM
    from lm_eval.tasks import TaskManager

    corpus = news(seed=4, segments=50)
    lines = [
        json.dumps({"source": f"{i}", "target": texts}) for i, texts in enumerate(corpus.references)
    ]
    (tmp_path / "test.jsonl").write_text("\n".join(lines), encoding="utf-8")
    (tmp_path / "made_up.py").write_text(TASK, encoding="utf-8")
    yaml = YAML.replace("DATA", json.dumps(str(tmp_path / "test.jsonl")))
    (tmp_path / "made_up.yaml").write_text(yaml, encoding="utf-8")

    class Model(LM):  # type: ignore[misc, unused-ignore]  # the package has no types here
        def loglikelihood(self, requests: Any) -> Any:
            raise NotImplementedError

        loglikelihood_rolling = loglikelihood

        def generate_until(self, requests: Any) -> list[str]:
            return [corpus.hypotheses[int(request.args[0])] for request in requests]

    result = evaluator.simple_evaluate(
        model=Model(),
        tasks=["made_up"],
        task_manager=TaskManager(include_path=str(tmp_path), include_defaults=False),
        bootstrap_iters=0,
    )["results"]["made_up"]
    references = References.per_segment(corpus.references)
    for metric, resamples in ((BLEU(), 3000), (CHRF(), 500)):
        name = metric.name.lower()
        score = metric.corpus_score(corpus.hypotheses, references)
        assert result[f"{name},none"] == score.value
        table = metric.statistics(corpus.hypotheses, references)
        picks = np.random.default_rng(3).integers(0, 50, (resamples, 50))
        plain = np.std([metric.score(table[pick]).value for pick in picks], ddof=1)
        assert result[f"{name}_stderr,none"] == pytest.approx(plain, rel=0.15)


def test_verls_reward_managers_call_the_functions(tmp_path: Path) -> None:
    """The function is loaded from a file, as verl's settings name it."""
    require_module("verl")
    managers = require_module("verl.workers.reward_manager", "verl")
    configuration = require_module("omegaconf").OmegaConf
    from verl import DataProto
    from verl.trainer.ppo.reward import get_custom_reward_fn

    texts, truths = ["it rained", "the cat sat on a mat"], ["it rained all day", "the cat sat"]
    words = SimpleNamespace(decode=lambda ids, **_: " ".join(WORDS[int(i)] for i in ids))
    numbers = [[WORDS.index(word) for word in text.split()] for text in texts]
    length = max(map(len, numbers))
    batch = DataProto.from_dict(
        tensors={
            "prompts": torch.zeros((2, 1), dtype=torch.long),
            "responses": torch.tensor([row + [0] * (length - len(row)) for row in numbers]),
            "attention_mask": torch.tensor(
                [[1] * (1 + len(row)) + [0] * (length - len(row)) for row in numbers]
            ),
        },
        non_tensors={
            "data_source": np.array(["news"] * 2, dtype=object),
            "reward_model": np.array([{"ground_truth": each} for each in truths], dtype=object),
            "extra_info": np.array([{}, {}], dtype=object),
        },
    )
    path = tmp_path / "my_reward.py"
    path.write_text("from truebleu.integrations.verl import compute_score, compute_scores\n")
    expected = [
        BLEU().sentence_score(*pair).value / 100 for pair in zip(texts, truths, strict=True)
    ]
    for manager, name in (
        ("NaiveRewardManager", "compute_score"),
        ("BatchRewardManager", "compute_scores"),
    ):
        named = {"reward": {"custom_reward_function": {"path": str(path), "name": name}}}
        reward_manager = getattr(managers, manager)(
            tokenizer=words,
            num_examine=0,
            compute_score=get_custom_reward_fn(configuration.create(named)),
            reward_fn_key="data_source",
        )
        rewards = reward_manager(batch, return_dict=True)["reward_tensor"].sum(dim=1)
        assert rewards.tolist() == pytest.approx(expected)
