"""Metric `EmbeddingSimilarity`: cosine similarity of hypothesis and reference embeddings.

Sentence embeddings: Reimers and Gurevych 2019, https://aclanthology.org/D19-1410.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from os import PathLike
from typing import TYPE_CHECKING, Any

from truebleu import _native
from truebleu.errors import ConfigurationError, InputError, InvalidSignature, inspected
from truebleu.inputs.arguments import ProgressCallback, check_count, check_progress
from truebleu.io.blocks import path_of
from truebleu.io.progress import TextProgress
from truebleu.metrics.base.python_metric import MeanScore, PythonMetric
from truebleu.metrics.base.signature import Signature, check_keys, parsed
from truebleu.metrics.base.statistics import mean_rows
from truebleu.metrics.embedding.encoders import SENTENCE_TRANSFORMERS, Encoder

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from truebleu.metrics.models.cache import Cache


AT_ONCE = 64
"""Number of batches between two saves of the cache."""


class EmbeddingScore(MeanScore):
    """Embedding similarity of a segment, or the mean over all segments of a corpus: -1 to 1."""

    __slots__ = ()

    metric = "EmbeddingSimilarity"


class EmbeddingSimilarity(PythonMetric[EmbeddingScore]):
    """Cosine similarity of the sentence embeddings of hypothesis and reference.

    The corpus score is the mean over the segments. If a segment has several references, only the
    most similar reference counts. The similarity with a zero vector is 0.

    >>> def letters(texts):  # a toy model: how often some letters occur
    ...     return [[text.count(letter) for letter in "abcdeint"] for text in texts]
    >>> similarity = EmbeddingSimilarity(letters, name="letters", revision="1")
    >>> similarity.segment_scores(["a tin cat", "it"], ["a cat in t", "a bed"]).round(4).tolist()
    [1.0, 0.0]
    >>> str(similarity.signature()).rpartition("|")[0]
    'model:letters|revision:1|backend:own|sim:cosine'

    Args:
        model: the name or folder of a sentence-transformers model, which needs the extra
            `embedding`. It can also be an object with an `encode` method like that of
            sentence-transformers, or a callable that returns a vector for each text of a list.
        name: name of the model in signatures. Required for an object or a callable; None if `model`
            is a name.
        revision: commit, tag or branch to load, if `model` is a name. For an object or a callable,
            the version of the model. For a folder, leave it out; signatures then contain a hash of
            the files.
        batch_size: number of texts passed to the model at a time, 1 to 65536.
        cache: folder in which vectors are stored by model, revision and text; None disables the
            cache.
        progress: callback that takes the number of finished texts and the number of all texts. None
            shows a progress bar on standard error if it is a terminal.

    Raises:
        ConfigurationError: a setting is invalid, or the model cannot be loaded.
        MissingDependency: the model is passed by name, and sentence-transformers is not installed.
    """

    __slots__ = ("_cache", "batch_size", "cache", "encoder", "model", "progress")

    name = "EmbeddingSimilarity"
    score_class = EmbeddingScore
    parameters = ("model", "name", "revision", "batch_size", "cache", "progress")
    scale = 1

    model: Any
    encoder: Encoder
    batch_size: int
    cache: str | PathLike[str] | None
    progress: ProgressCallback | None
    _cache: Cache | None

    def __init__(
        self,
        model: Any,
        *,
        name: str | None = None,
        revision: str | None = None,
        batch_size: int = 32,
        cache: str | PathLike[str] | None = None,
        progress: ProgressCallback | None = None,
    ) -> None:
        size = check_count("batch_size", batch_size, 1 << 16)
        check_progress(progress)
        named: dict[str, Any] = {"name": name, "revision": revision}
        for key, value in named.items():
            if value is not None and (not isinstance(value, str) or not value.strip()):
                raise ConfigurationError(
                    f"{key}={inspected(value)} is not valid. Use a text or None."
                )
        encoder = Encoder.of(model, name, revision, size)
        vector_cache = None
        if cache is not None:
            from truebleu.metrics.models.cache import Cache  # late: rarely needed

            vector_cache = Cache(path_of(cache), encoder.name, encoder.revision)
        settings = {
            "model": model,
            "encoder": encoder,
            "batch_size": size,
            "cache": cache,
            "progress": progress,
            "_cache": vector_cache,
        }
        self._finish(settings)

    @classmethod
    def from_signature(cls, signature: str | Signature) -> EmbeddingSimilarity:
        """Create the metric with the settings in a signature.

        Raises `InvalidSignature` if the signature is malformed. Also raises it if the model was an
        object or a callable, because the signature has only its name.
        """
        fields = parsed(signature)
        check_keys(fields, cls.name, ("model", "revision", "backend", "sim"), ())
        if fields["backend"] != SENTENCE_TRANSFORMERS or fields["sim"] != "cosine":
            raise InvalidSignature(
                f"the signature {str(fields)!r} has a model object. Use "
                "EmbeddingSimilarity(model, name=..., revision=...)."
            )
        revision = fields["revision"]
        try:
            return cls(fields["model"], revision=None if revision == "unknown" else revision)
        except ConfigurationError as error:
            raise InvalidSignature(f"the signature {str(fields)!r}: {error}") from error

    def settings(self) -> dict[str, Any]:
        """Return all settings except `progress` as a dict."""
        return {
            "model": self.model,
            "name": self.encoder.name,
            "revision": self.encoder.revision,
            "batch_size": self.batch_size,
            "cache": self.cache,
        }

    def compute_rows(
        self, hypotheses: Sequence[Any], references: Sequence[Sequence[Any]]
    ) -> _native.Array:
        """Return the sufficient statistics of each segment as rows of integers.

        Segments must be text.
        """
        import numpy as np

        index_by_text: dict[str, int] = {}
        for text in (*hypotheses, *(text for texts in references for text in texts)):
            index_by_text.setdefault(text, len(index_by_text))
        vectors = self._vectors(list(index_by_text))
        ours = [
            index_by_text[text]
            for text, texts in zip(hypotheses, references, strict=True)
            for _ in texts
        ]
        theirs = [index_by_text[text] for texts in references for text in texts]
        cosines = Vectors.of(vectors).cosines(ours, theirs)
        starts = np.cumsum([0, *map(len, references)])[:-1]
        return mean_rows(np.maximum.reduceat(cosines, starts), "the cosines")

    def compute_pair_rows(
        self, hypotheses: Sequence[Any], references: Sequence[Any]
    ) -> Iterator[_native.Array]:
        """Yield the sufficient statistics of each pair of a hypothesis and a reference.

        Each array has the statistics of one hypothesis, with one row per reference. The model
        encodes each text only once.
        """
        index_by_text: dict[str, int] = {}
        for text in (*hypotheses, *references):
            index_by_text.setdefault(text, len(index_by_text))
        vectors = Vectors.of(self._vectors(list(index_by_text)))
        theirs = [index_by_text[text] for text in references]
        for text in hypotheses:
            cosines = vectors.cosines([index_by_text[text]] * len(theirs), theirs)
            yield mean_rows(cosines, "the cosines")

    def _vectors(self, texts: list[str]) -> NDArray[np.float32]:
        import numpy as np

        vectors = self._cache.load(texts) if self._cache else {}
        width = len(next(iter(vectors.values()))) if vectors else None
        missing = [text for text in texts if text not in vectors]
        with TextProgress(len(missing), self.progress) as tell:
            fresh: dict[str, NDArray[np.float32]] = {}
            for start in range(0, len(missing), self.batch_size):
                batch = missing[start : start + self.batch_size]
                array = self.encoder.vectors(batch)
                width = array.shape[1] if width is None else width
                if array.shape[1] != width:
                    raise InputError(
                        f"the model {self.encoder.name!r} returned vectors of length "
                        f"{array.shape[1]}, after vectors of length {width}. It must return "
                        "vectors of one length."
                    )
                fresh.update(zip(batch, array, strict=True))
                tell(start + len(batch))
                if self._cache and len(fresh) >= AT_ONCE * self.batch_size:
                    self._cache.save(fresh)
                    vectors, fresh = {**vectors, **fresh}, {}
        if self._cache:
            self._cache.save(fresh)
        vectors.update(fresh)
        return np.stack([vectors[text] for text in texts])

    def _signature_fields(
        self,
        *,
        tokens: bool,  # noqa: ARG002
        sentence: bool,  # noqa: ARG002
    ) -> tuple[list[tuple[str, str]], list[tuple[str, str]], bool]:
        fields = [
            ("model", self.encoder.name),
            ("revision", self.encoder.revision),
            ("backend", self.encoder.backend),
            ("sim", "cosine"),
        ]
        return fields, [], False

    def _arguments(self) -> dict[str, Any]:
        settings = self.settings()
        if isinstance(self.model, str):
            unknown = settings["revision"] == "unknown"
            settings |= {"name": None, "revision": None if unknown else settings["revision"]}
        return settings

    def __repr__(self) -> str:
        return f"<EmbeddingSimilarity: {self.encoder.name} {self.encoder.revision}>"


@dataclass(frozen=True, slots=True, kw_only=True)
class Vectors:
    """Vectors of texts, prepared for cosine similarities.

    Attributes:
        original: the vectors, of shape (texts, dimensions).
        scaled: each vector divided by its largest absolute value. Squares of these numbers neither
            overflow nor underflow.
        lengths: the Euclidean length of each scaled vector.
    """

    original: NDArray[np.float32]
    scaled: NDArray[np.float64]
    lengths: NDArray[np.float64]

    @classmethod
    def of(cls, vectors: NDArray[np.float32]) -> Vectors:
        """Create an object that stores the vectors, the scaled vectors and their lengths."""
        import numpy as np

        scaled = vectors.astype(np.float64)
        largest = np.abs(scaled).max(axis=1, keepdims=True)
        scaled /= np.where(largest == 0, 1, largest)
        lengths = np.sqrt(np.einsum("ij,ij->i", scaled, scaled))
        return cls(original=vectors, scaled=scaled, lengths=lengths)

    def cosines(self, ours: Sequence[int], theirs: Sequence[int]) -> NDArray[np.float64]:
        """Return the cosine similarity of each pair of vectors.

        Pair i consists of the vectors with the indices `ours[i]` and `theirs[i]`. Equal vectors
        give exactly 1, and a zero vector gives 0. The result is a float64 array of shape (pairs,).
        """
        import numpy as np

        a, b = np.asarray(ours), np.asarray(theirs)
        products = np.einsum("ij,ij->i", self.scaled[a], self.scaled[b])
        below = self.lengths[a] * self.lengths[b]
        cosines = np.clip(products / np.where(below == 0, 1, below), -1, 1)
        equal = (self.original[a] == self.original[b]).all(axis=1) & (below > 0)
        return np.where(equal, 1.0, cosines)
