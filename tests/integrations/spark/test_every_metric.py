"""Every metric in Spark, in one small frame: the numbers of one machine, or a refusal."""

from __future__ import annotations

from typing import Any

import pytest

from tests.matrix.metrics import BY_SEGMENT, REFERENCES, REFUSED, SYSTEMS, make_metric
from tests.requirements import require_module
from truebleu import ConfigurationError

pytestmark = pytest.mark.timeout(600)


def test_every_metric(session: Any) -> None:
    require_module("jiwer")
    from truebleu.integrations import spark

    rows = list(zip(SYSTEMS["new"], REFERENCES, strict=True))
    frame = session.createDataFrame(rows, "new string, reference string").coalesce(1).cache()
    texts = {"hypothesis": "new", "references": "reference"}
    kinds = {
        type(make_metric(name)): name for name in BY_SEGMENT
    }  # a job for each class: jobs are slow
    for name in kinds.values():
        found = spark.corpus_score(frame, metric=make_metric(name), **texts)
        assert found == make_metric(name).corpus_score(SYSTEMS["new"], REFERENCES), name
    for name in REFUSED:
        with pytest.raises(ConfigurationError, match="Choose from: BLEU"):
            spark.corpus_score(frame, metric=make_metric(name), **texts)
