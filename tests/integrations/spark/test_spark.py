"""Spark gives the results of one machine, for any partitions and after killed processes."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from tests.integrations.spark import killing
from tests.integrations.spark.corpora import SCHEMA, WORDS, columns, rows
from truebleu import (
    BLEU,
    CHRF,
    TER,
    CIDEr,
    EmptyCorpus,
    InputError,
    InvalidSignature,
    References,
    compare,
)
from truebleu.metrics.base.metric import Metric

ROWS = rows(400)
TEXTS = columns(ROWS)
REFERENCES = References.streams([TEXTS["first"], TEXTS["second"]])
COLUMNS = ["first", "second"]
CIDER = CIDEr(
    document_frequencies=CIDEr().document_frequencies_of(
        [[row[4], *filter(None, row[5:])] for row in ROWS]
    )
)
METRICS: list[Metric[Any]] = [
    BLEU(),
    BLEU(tokenizer="zh", lowercase=True),
    BLEU(convention="nltk"),
    CHRF(word_order=2),
    TER(),
    CIDER,
]

pytestmark = pytest.mark.timeout(600)


@pytest.fixture(scope="module")
def engine(session: Any) -> Any:
    from truebleu.integrations import spark

    return spark


@pytest.fixture(scope="module")
def frame(session: Any) -> Any:
    return session.createDataFrame(ROWS, SCHEMA).repartition(3, "id").cache()


@pytest.mark.parametrize("partitions", [1, 2, 7, 50])
def test_sums_and_tests_equal_those_of_one_machine(
    engine: Any, frame: Any, partitions: int
) -> None:
    parted = frame.repartition(partitions, "id")
    score = engine.corpus_score(parted, hypothesis="new", references=COLUMNS, nulls="missing")
    assert score == BLEU().corpus_score(TEXTS["new"], REFERENCES)
    settings: Any = {"trials": 1500, "resamples": 100, "seed": 5}
    systems = {"base": TEXTS["base"], "new": TEXTS["new"]}
    metrics: list[Metric[Any]] = [BLEU(), CHRF(), CIDER]
    names = ["base", "new"]
    remote = engine.compare(parted, names, COLUMNS, metrics, id="id", nulls="missing", **settings)
    local = compare(systems, REFERENCES, metrics, bootstrap="poisson", **settings)
    assert remote.to_json() == local.to_json()


def test_empty_texts_are_missing_references_with_a_warning(session: Any, engine: Any) -> None:
    texts = {"mt": ["a b c d", "e f g h"], "a": ["a b c d e", "e f g"], "b": ["a b c", ""]}
    frame = session.createDataFrame(list(zip(*texts.values(), strict=True)), list(texts))
    message = "columns 'a', 'b': 1 empty cell is read as a missing reference"
    with pytest.warns(UserWarning, match=message) as caught:
        score = engine.corpus_score(frame, hypothesis="mt", references=["a", "b"])
    # PySpark has warnings of its own.
    assert __file__ in {warning.filename for warning in caught if message in str(warning.message)}
    two = References.per_segment([["a b c d e", "a b c"], ["e f g"]])
    assert score == BLEU().corpus_score(texts["mt"], two)
    ids = frame.selectExpr("*", "cast(length(b) as bigint) as id")
    with pytest.warns(UserWarning, match=message):
        engine.compare(ids, ["mt", "a"], ["a", "b"], id="id", resamples=200)


def test_three_systems_with_the_bootstrap(engine: Any, frame: Any) -> None:
    systems = {"base": TEXTS["base"], "new": TEXTS["new"], "same": TEXTS["base"]}
    settings: Any = {"resamples": 250, "test": "bootstrap", "baseline": "new", "confidence": 0.9}
    named = {"base": "base", "new": "new", "same": "base"}
    few: Any = {"resamples": 200, "trials": 58}
    with pytest.warns(UserWarning, match=r"^trials=58 is too small for 3 .* Use trials=59 or"):
        assert engine.compare(frame, named, COLUMNS, id="id", nulls="missing", **few).warnings
    remote = engine.compare(frame, named, COLUMNS, id="id", nulls="missing", **settings)
    assert remote == compare(systems, REFERENCES, bootstrap="poisson", **settings)
    assert remote[0].pair("base", "same").p_value == 1


@pytest.mark.parametrize("metric", METRICS, ids=repr)
def test_every_row_and_every_group_of_any_metric(engine: Any, frame: Any, metric: Any) -> None:
    texts: Any = {"hypothesis": "new", "references": COLUMNS, "nulls": "missing"}
    texts["metric"] = metric
    # A signature has only the fingerprint of the document frequencies.
    stored_as = {"metric": metric} if metric is CIDER else {}
    scored = engine.with_segment_scores(frame, output="value", statistics="counts", **texts)
    assert scored.columns == [*frame.columns, "value", "counts"]
    assert scored.count() == len(ROWS)
    local = metric.segment_scores(TEXTS["new"], REFERENCES)
    remote = [row["value"] for row in scored.select("id", "value").orderBy("id").collect()]
    assert remote == local.tolist()
    score = metric.corpus_score(TEXTS["new"], REFERENCES)
    assert engine.rescore(scored, "counts", **stored_as) == score
    groups = engine.corpus_score(frame, by="language", **texts)
    again = engine.rescore(engine.statistics(frame, **texts), by=["language"], **stored_as)
    by_language, stored = (
        {row["language"]: row for row in each.collect()} for each in (groups, again)
    )
    assert by_language == stored
    for language in ("en-de", "en-fr", None):
        chosen = [row for row in ROWS if row[1] == language]
        part = columns(chosen)
        expected = metric.corpus_score(
            part["new"], References.streams([part["first"], part["second"]])
        )
        row = by_language[language]
        assert (row["score"], row["segments"]) == (expected.value, len(chosen))
        assert row["signature"] == str(expected.signature)
    # Statistics of groups add up to the statistics of all rows.
    assert engine.rescore(groups, **stored_as) == score
    if stored_as:
        with pytest.raises(InvalidSignature, match=r"Pass them to CIDEr\(document_frequencies=..."):
            engine.rescore(groups)


def test_references_may_be_lists(engine: Any, session: Any) -> None:
    listed = [(row[3], [each for each in row[4:] if each is not None]) for row in ROWS]
    result = session.createDataFrame(listed, "hypothesis string, references array<string>")
    score = engine.corpus_score(result, hypothesis="hypothesis", references="references")
    assert score == BLEU().corpus_score(TEXTS["new"], REFERENCES)
    empty = session.createDataFrame([("a", []), ("b", None)], result.schema)
    for nulls in ("missing", "empty"):
        with pytest.raises(InputError, match=r"row \d+ of partition \d+: there is no reference"):
            engine.corpus_score(
                empty, hypothesis="hypothesis", references="references", nulls=nulls
            )


def test_columns_may_have_any_names(engine: Any, session: Any) -> None:
    texts, references = list(TEXTS["new"][:3]), [str(row[4]) for row in ROWS[:3]]
    for hypothesis, reference in (("a.b", "a`b"), ("`", "a.b`c")):
        result = session.createDataFrame(
            list(zip(texts, references, strict=True)), [hypothesis, reference]
        )
        arguments: Any = {"hypothesis": hypothesis, "references": reference}
        scored = engine.with_segment_scores(result, output="new.score", **arguments)
        assert scored.columns == [hypothesis, reference, "new.score"]
        expected = BLEU().segment_scores(texts, references).tolist()
        assert [row["new.score"] for row in scored.collect()] == expected
        stored = engine.statistics(result, output="its.counts", **arguments)
        assert engine.rescore(stored, "its.counts") == BLEU().corpus_score(texts, references)


def test_a_frame_whose_rows_are_all_skipped(engine: Any, session: Any) -> None:
    made = session.createDataFrame([("a", None), (None, "b")], "new string, first string")
    with pytest.raises(EmptyCorpus, match=r"all 2 were skipped \(nulls='skip'\)"):
        engine.corpus_score(made, hypothesis="new", references="first", nulls="skip")


def poisoned() -> list[tuple[Any, ...]]:
    poisoned_rows = list(ROWS)
    position = 250
    poisoned_rows[position] = (
        *poisoned_rows[position][:3],
        f"{poisoned_rows[position][3]} {killing.WORD}",
        *poisoned_rows[position][4:],
    )
    return poisoned_rows


@pytest.mark.parametrize("tokenizer", [killing.kills_its_worker, killing.kills_its_executor])
def test_a_killed_process_changes_nothing(
    engine: Any, session: Any, marker: Path, tokenizer: Any
) -> None:
    table_rows = poisoned()
    texts = columns(table_rows)
    frame = session.createDataFrame(table_rows, SCHEMA).repartition(6, "id")
    marker.unlink(missing_ok=True)
    score = engine.corpus_score(
        frame, hypothesis="new", references="first", metric=BLEU(tokenizer=tokenizer)
    )
    assert marker.exists()  # a process was killed
    expected = BLEU(tokenizer="none").corpus_score(texts["new"], texts["first"])
    assert (score.matches, score.totals, score.value) == (
        expected.matches, expected.totals, expected.value,
    )  # fmt: skip


def test_no_text_is_shuffled(
    engine: Any, session: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from truebleu.integrations.spark import frames

    path = tmp_path / "rows.jsonl"
    path.write_text(
        '{"id": 0, "a": "x", "b": "y"}\n{"id": 1, "a": "y", "b": "y"}\n', encoding="utf-8"
    )
    frame = session.read.schema("id long, a string, b string").json(str(path))
    collected_frames: list[Any] = []
    collect = frames.collected

    def collected(given: Any) -> Any:
        collected_frames.append(given)
        return collect(given)

    monkeypatch.setattr(frames, "collected", collected)
    texts: Any = {"hypothesis": "a", "references": "b"}
    engine.corpus_score(frame, **texts)
    engine.compare(frame, ["a", "b"], "b", id="id", trials=20, resamples=20)
    collected_frames.append(engine.corpus_score(frame, by="id", **texts))
    assert len(collected_frames) == 3
    for frame_to_explain in collected_frames:
        plan = (
            frame_to_explain._jdf.queryExecution()
            .executedPlan()
            .toString()
            .rpartition("Initial Plan")[2]
        )
        lines = plan.splitlines()
        # The plan is printed in reverse: the first lines are the file, and the first step that
        # counts.
        counting = max(i for i, line in enumerate(lines) if "MapInArrow" in line)
        assert any("FileScan" in line for line in lines[counting:])
        assert not any("Exchange" in line for line in lines[counting:])
        assert any("Exchange" in line for line in lines[:counting])
        assert not any(re.search(r"\bt\d#|\b[ab]#", line) for line in lines[:counting])


def test_bad_lines_of_a_file(engine: Any, session: Any, tmp_path: Path) -> None:
    path = tmp_path / "lines.jsonl"
    good = [f'{{"hypothesis": "{WORDS[i]} a b c", "reference": "a b c d"}}' for i in range(9)]
    lines = [*good[:4], '{"hypothesis": "cut off, "refer', *good[4:], '{"reference": "alone"}']
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    frame = session.read.schema("hypothesis string, reference string").json(str(path))
    texts: Any = {"hypothesis": "hypothesis", "references": "reference"}
    with pytest.raises(InputError, match="row 5 of partition 0: the hypothesis is null"):
        engine.corpus_score(frame.coalesce(1), **texts)
    expected = [f"{WORDS[i]} a b c" for i in range(9)]
    with pytest.warns(UserWarning, match="skipped 2 rows"):
        score = engine.corpus_score(frame, nulls="skip", **texts)
    assert score == BLEU().corpus_score(expected, ["a b c d"] * 9)
    empty = engine.corpus_score(frame, nulls="empty", **texts)
    both = ["a b c d"] * 9
    assert empty == BLEU().corpus_score([*expected, "", ""], [*both, "", "alone"])
    row = engine.with_segment_scores(frame, nulls="skip", **texts).where("score is null")
    assert row.count() == 2


def test_errors_of_wrong_arguments(engine: Any, session: Any, frame: Any) -> None:
    from truebleu import NIST, ConfigurationError, InvalidUnicode

    texts: Any = {"hypothesis": "new", "references": "first"}
    last = BLEU(convention="nltk", smoothing="method5")
    wrong: list[tuple[type[Exception], str, Any]] = [
        (InputError, "Did you mean 'base'", {"hypothesis": "bas"}),
        (InputError, "Did you mean 'first'", {"references": ["frst"]}),
        (InputError, "has type bigint. Use a column of text", {"hypothesis": "id"}),
        (InputError, "Did you mean 'language'", {"by": "langage"}),
        (ConfigurationError, "unknown nulls 'drop'", {"nulls": "drop"}),
        (ConfigurationError, "hypothesis=3 is not a column name", {"hypothesis": 3}),
        (ConfigurationError, "metric='BLEU' is a name", {"metric": "BLEU"}),
        (ConfigurationError, "NIST weighs n-grams by the whole corpus", {"metric": NIST()}),
        (ConfigurationError, "depends on the last segment", {"metric": last}),
    ]  # fmt: skip
    for kind, message, changed in wrong:
        with pytest.raises(kind, match=re.escape(message)):
            engine.corpus_score(frame, **{**texts, **changed})
    with pytest.raises(InputError, match="Pass a Spark DataFrame"):
        engine.corpus_score([1, 2], **texts)
    with pytest.raises(EmptyCorpus):
        engine.corpus_score(frame.where("id < 0"), **texts)
    bad = session.sql("select cast(X'61ff' as string) as new, 'x' as first")
    with pytest.raises(InvalidUnicode, match=r"row 1 of partition 0: .*column 'new'"):
        engine.corpus_score(bad, **texts)
    with pytest.raises(ConfigurationError, match="column 'NEW' already exists"):
        engine.with_segment_scores(frame, output="NEW", **texts)
    with pytest.raises(ConfigurationError, match=r"are both 'x'\. Use different names"):
        engine.with_segment_scores(frame, output="x", statistics="x", **texts)
    with pytest.raises(InputError, match="systems has duplicate columns: base, base"):
        engine.compare(frame, ["base", "base"], "first", id="id")
    with pytest.raises(InputError, match="is not a column of statistics"):
        engine.rescore(frame, "new")
    lowercased = engine.statistics(frame, metric=BLEU(lowercase=True), **texts)
    with pytest.raises(EmptyCorpus, match="column 'statistics' has no statistics"):
        engine.rescore(
            lowercased.where("false")
        )  # Spark knows without a job that the frame is empty
    mixed = engine.statistics(frame, **texts).unionByName(lowercased)
    with pytest.raises(InputError, match="cannot add statistics of different metrics: case"):
        engine.rescore(mixed)


def test_ids_must_be_unique_integers(engine: Any, frame: Any) -> None:
    def compare_by_id(given: Any, id: str = "id") -> Any:  # noqa: A002  that is what it is called
        settings: Any = {"trials": 20, "resamples": 20}
        return engine.compare(given, ["base", "new"], "first", id=id, **settings)

    with pytest.raises(InputError, match="2 rows have the id 7"):
        compare_by_id(frame.selectExpr("if(id = 8, 7, id) as id", "base", "new", "first"))
    with pytest.raises(InputError, match="the id is null"):
        compare_by_id(frame.selectExpr("nullif(id, 8) as id", "base", "new", "first"))
    with pytest.raises(InputError, match="Use integers"):
        compare_by_id(frame, id="language")
    with pytest.raises(InputError, match="cannot test 1 segment"):
        compare_by_id(frame.limit(1))
    hashed = compare_by_id(frame.selectExpr("xxhash64(id) as id", "base", "new", "first"))
    local = compare(
        {"base": TEXTS["base"], "new": TEXTS["new"]},
        TEXTS["first"],
        bootstrap="poisson",
        trials=20,
        resamples=20,
    )
    assert [each.score for each in hashed[0].systems] == [each.score for each in local[0].systems]
    assert hashed[0].pairs[0].interval != local[0].pairs[0].interval


def test_a_task_has_the_threads_that_spark_gives_it(session: Any) -> None:
    from truebleu.integrations.spark.tasks import num_threads

    def shares(batches: Any) -> Any:
        import pyarrow as pa

        for _ in batches:
            yield pa.RecordBatch.from_arrays([pa.array([num_threads()])], ["share"])

    shares_of_tasks = session.range(4, numPartitions=2).mapInArrow(shares, "share bigint").collect()
    assert {row["share"] for row in shares_of_tasks} == {1}
