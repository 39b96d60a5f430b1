"""Every metric in Spark on a small DataFrame: the results of one machine, or an error."""

from __future__ import annotations

import re
from functools import partial
from typing import Any

import pytest

from tests.matrix.metrics import BY_SEGMENT, REFERENCES, REFUSED, SYSTEMS, make_metric
from tests.requirements import require_module
from truebleu import ConfigurationError

pytestmark = pytest.mark.timeout(600)


def test_every_metric(session: Any) -> None:
    require_module("jiwer")
    from truebleu.integrations import spark

    rows = list(zip(*SYSTEMS.values(), REFERENCES, strict=True))
    frame = (
        session.createDataFrame(rows, "base string, new string, reference string")
        .coalesce(1)
        .cache()
    )
    texts = {"hypothesis": "new", "references": "reference"}
    kinds = {
        type(make_metric(name)): name for name in BY_SEGMENT
    }  # one job for each class, because jobs are slow
    for name in kinds.values():
        score = spark.corpus_score(frame, metric=make_metric(name), **texts)
        assert score == make_metric(name).corpus_score(SYSTEMS["new"], REFERENCES), name
    ids = frame.selectExpr("*", "cast(length(new) as bigint) as id")
    for name in REFUSED:
        named: dict[str, Any] = {"metric": make_metric(name), **texts}
        advice = "Pass document_frequencies, or choose" if name == "cider" else "Choose"
        with pytest.raises(ConfigurationError, match=f"{advice} from: BLEU") as refused:
            spark.corpus_score(frame, **named)
        for refusing in (
            partial(spark.corpus_score, frame, by="reference", **named),
            partial(spark.with_segment_scores, frame, **named),
            partial(spark.statistics, frame, **named),
            partial(spark.compare, ids, list(SYSTEMS), "reference", named["metric"], id="id"),
        ):
            with pytest.raises(ConfigurationError, match=re.escape(str(refused.value))):
                refusing()
