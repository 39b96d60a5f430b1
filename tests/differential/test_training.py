"""The metric for PyTorch on two processes, and the reward for verifiers.

Torch has gigabytes: `make differential` installs it separately, with TRL, transformers, verifiers
and lm-evaluation-harness where they are available.
"""

from __future__ import annotations

import asyncio
import copy
import io
import os
import socket
from pathlib import Path
from typing import Any

import pytest

from tests.generators.plain import news
from tests.requirements import require_module
from truebleu import BLEU, CHRF, TER, ConfigurationError, EmptyCorpus, InputError, References

torch = require_module("torch")
from truebleu.integrations.torch import TorchMetric  # noqa: E402

pytestmark = [pytest.mark.peer, pytest.mark.filterwarnings("ignore")]
CORPUS = news(seed=11, segments=90)
REFERENCES = References.per_segment(CORPUS.references)
BATCHES = [(0, 40), (40, 41), (41, 90)]


def batches(which: list[int]) -> Any:
    for i in which:
        start, end = BATCHES[i]
        yield CORPUS.hypotheses[start:end], CORPUS.references[start:end]


@pytest.mark.parametrize(
    "metric", [BLEU(), CHRF(), TER(), BLEU(reference_length="average")], ids=repr
)
def test_batches_are_added(metric: Any) -> None:
    module = TorchMetric(metric)
    for batch in batches([0, 1]):
        module.update(*batch)
    last = next(batches([2]))
    alone = metric.corpus_score(last[0], References.per_segment(last[1]))
    assert module(*last).item() == alone.value
    score = metric.corpus_score(CORPUS.hypotheses, REFERENCES)
    assert module.score() == score
    assert module.compute().dtype == torch.float64
    assert module.compute().item() == score.value
    assert module.statistics.dtype == torch.int64


def test_state_is_saved_moved_merged_and_reset() -> None:
    first, second = TorchMetric(), TorchMetric()
    first.update(*next(batches([0])))
    for batch in batches([1, 2]):
        second.update(*batch)
    buffer = io.BytesIO()
    torch.save(second.state_dict(), buffer)
    buffer.seek(0)
    again = TorchMetric()
    again.load_state_dict(torch.load(buffer, weights_only=True))
    merged = copy.deepcopy(first).half().to("cpu").merge_state([again])
    assert merged.statistics.dtype == torch.int64
    assert merged.score() == BLEU().corpus_score(CORPUS.hypotheses, REFERENCES)
    merged.reset()
    with pytest.raises(EmptyCorpus):
        merged.compute()
    merged.update([], [])
    with pytest.raises(InputError, match="different metrics"):
        first.merge_state(TorchMetric(CHRF()))


def test_signature_of_uneven_references_and_tokens() -> None:
    module = TorchMetric()
    module.update(["a", "b", "c"], [["a"], ["b", "x"], ["c", "x", "y"]])
    assert module.score().signature.get("nrefs") == "var"
    module.reset()
    module.update(["a", "b"], ["a", "b"])
    module.update(["a"], [["b"]])
    assert module.score().signature.get("nrefs") == "1"
    module.update([["a", "b"]], [["a", "b"]])
    with pytest.raises(InputError, match="text"):
        module.compute()


def test_wrong_input() -> None:
    with pytest.raises(ConfigurationError, match="last"):
        TorchMetric(BLEU(convention="nltk", smoothing="method5"))
    with pytest.raises(ConfigurationError, match="metric=5"):
        TorchMetric(5)  # type: ignore[arg-type]
    module = TorchMetric()
    with pytest.raises(InputError):
        module.update(["a", None], ["a", "b"])
    assert module.statistics[2:].sum() == 0


def run_process(rank: int, port: int, folder: str) -> None:
    os.environ |= {"MASTER_ADDR": "127.0.0.1", "MASTER_PORT": str(port)}
    torch.distributed.init_process_group("gloo", rank=rank, world_size=2)
    module = TorchMetric()
    for batch in batches([0] if rank == 0 else [1, 2]):
        module.update(*batch)
    reductions = []
    reduce = torch.distributed.all_reduce

    def counted(*given: Any, **named: Any) -> None:
        reductions.append(1)
        reduce(*given, **named)

    torch.distributed.all_reduce = counted
    scores = [str(module.score()), str(module.score()), str(module.compute().item())]
    different = TorchMetric(BLEU() if rank else BLEU(lowercase=True))
    different.update(["a"], ["a"])
    try:
        different.compute()
    except InputError as error:
        scores.append(str(error))
    Path(folder, f"{rank}.txt").write_text("\n".join([*scores, str(len(reductions))]))
    torch.distributed.destroy_process_group()


def test_two_processes_need_one_reduction_per_score(tmp_path: Path) -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    torch.multiprocessing.spawn(run_process, (port, str(tmp_path)), nprocs=2)
    score = BLEU().corpus_score(CORPUS.hypotheses, REFERENCES)
    for rank in (0, 1):
        first, again, value, error, reductions = (tmp_path / f"{rank}.txt").read_text().split("\n")
        assert first == again == str(score)
        assert value == str(score.value)
        assert "different metrics" in error
        assert reductions == "4"


def test_verifiers_scores_a_task() -> None:
    vf = require_module("verifiers.v1", "verifiers")
    from truebleu.integrations.verifiers import task_reward

    class Translation(vf.TaskData):  # type: ignore[misc, name-defined, unused-ignore]
        answer: str = ""

    reward = vf.reward(task_reward(name="close"))
    trace = type("Trace", (), {"last_reply": "It rained."})()
    invoke = require_module("verifiers.v1.utils.decorators", "verifiers").invoke_all
    arguments = {"task": Translation(answer="It rained all day."), "trace": trace}
    result = asyncio.run(invoke([reward], arguments))
    assert result == [BLEU().sentence_score("It rained.", "It rained all day.").value / 100]
