"""Learned metrics by family: COMET, BERTScore and MetricX, each run by its own Python package.

Users install the packages and download the models; truebleu downloads nothing. A model is loaded
when it first scores. Sources: COMET, Rei et al. 2020, https://aclanthology.org/2020.emnlp-main.213;
BERTScore, Zhang et al. 2020, https://arxiv.org/abs/1904.09675; MetricX, Juraska et al. 2024,
https://aclanthology.org/2024.wmt-1.35.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from importlib import import_module, metadata
from importlib.util import find_spec
from pathlib import Path
from typing import Any, ClassVar, NamedTuple

from truebleu.errors import ConfigurationError, TrueBleuError, allowed
from truebleu.metrics.models.files import ModelFiles, hash_of, offline
from truebleu.metrics.models.identity import ModelIdentity
from truebleu.wording import missing_package


class Segment(NamedTuple):
    """One segment for a learned metric: its source, hypothesis and references."""

    source: str | None
    hypothesis: str
    references: tuple[str, ...]


Scorer = Callable[[Sequence[Segment]], Any]
"""Function that returns a number for each segment."""


class Family:
    """Base class of families of learned metrics, such as COMET; an instance is one model.

    The model files must be on this machine.

    Args:
        name: path of the model, or its name in Hugging Face's cache.
        revision: commit, tag or branch of the model; None if `name` is a path.
        batch_size: number of segments per call of the model.

    Raises:
        MissingDependency: the Python package that runs the model is not installed.
        ConfigurationError: the model is not on this machine, or does not belong to the family.
    """

    label: ClassVar[str]
    package: ClassVar[str]
    module: ClassVar[str]
    higher_is_better: ClassVar[bool] = True
    needs_source: bool = False

    def __init__(self, name: str, revision: str | None, batch_size: int) -> None:
        if not _is_installed(self.module):
            raise missing_package(f"{self.label} {name!r}", None, self.package)
        self.model_name = name
        self.batch_size = batch_size
        self.files = ModelFiles.find(name, revision)

    @property
    def identity(self) -> ModelIdentity:
        """Identity of the model for signatures: name, commit, hash of its files, and package.

        Each access reads all files of the model to compute the hash.
        """
        path = self.files.path
        return ModelIdentity(
            name=self.model_name if self.files.revision else path.resolve().name,
            revision=self.files.revision,
            weights=hash_of(path) if path.is_dir() else hash_of(path.parent, [path]),
            library=_with_version(self.package),
        )

    def scorer(self) -> Scorer:
        """Load the model and return a function that scores segments.

        Raises `ConfigurationError` with the package's own message if loading fails. The returned
        function raises the same error if scoring fails.
        """
        with self._naming_reason("cannot be loaded"):
            scores = self._loaded()

        def named_scores(segments: Sequence[Segment]) -> Any:
            with self._naming_reason("cannot score"):
                return scores(segments)

        return named_scores

    def _loaded(self) -> Scorer:
        raise NotImplementedError

    @contextmanager
    def _naming_reason(self, failure: str) -> Iterator[None]:
        try:
            with offline():
                yield
        except TrueBleuError:
            raise
        except Exception as error:  # the packages raise errors of any type
            reason = str(error).strip().partition("\n")[0] or type(error).__name__
            raise ConfigurationError(
                f"the {self.label} model {self.model_name!r} {failure}: {reason}"
            ) from error


class COMET(Family):
    """COMET model, which consists of a checkpoint and the file `hparams.yaml` with settings."""

    label = "COMET"
    package = "unbabel-comet"
    module = "comet"
    needs_source = True

    def __init__(self, name: str, revision: str | None, batch_size: int) -> None:
        super().__init__(name, revision, batch_size)
        path = self.files.path
        self._checkpoint = path / "checkpoints" / "model.ckpt" if path.is_dir() else path
        self._folder = self._checkpoint.parent.parent
        self._settings = self._folder / "hparams.yaml"
        for file in (self._checkpoint, self._settings):
            if not file.is_file():
                raise ConfigurationError(
                    f"{name} is not a COMET model: there is no file {file}. Pass a folder with "
                    "checkpoints/model.ckpt and hparams.yaml, or the checkpoint in it."
                )

    @property
    def identity(self) -> ModelIdentity:
        """Identity of the model for signatures; the hash covers the checkpoint and its settings."""
        return ModelIdentity(
            name=self.model_name if self.files.revision else self._folder.resolve().name,
            revision=self.files.revision,
            weights=hash_of(self._folder, [self._checkpoint, self._settings]),
            library=_with_version(self.package),
        )

    def _loaded(self) -> Scorer:
        comet: Any = import_module("comet")
        model = comet.load_from_checkpoint(str(self._checkpoint), local_files_only=True)
        reads_references = model.requires_references()
        gpus = int(_has_gpu())

        def scores(segments: Sequence[Segment]) -> Any:
            samples = [{"src": segment.source, "mt": segment.hypothesis} for segment in segments]
            if reads_references:
                for sample, segment in zip(samples, segments, strict=True):
                    sample["ref"] = _only_reference(segment, self.label)
            output = model.predict(
                samples, batch_size=self.batch_size, gpus=gpus, progress_bar=False
            )
            return output.scores

        return scores


class BERTScore(Family):
    """BERTScore model; scores are F1 without idf weights and without rescaling.

    If a segment has several references, only the reference with the highest score counts. The name
    `MODEL#9` selects layer 9 of a model. Without a number, the package bert-score selects the
    layer.
    """

    label = "BERTScore"
    package = "bert-score"
    module = "bert_score"

    def __init__(self, name: str, revision: str | None, batch_size: int) -> None:
        model, _, layer = name.partition("#")
        if layer and not (layer.isascii() and layer.isdigit()):
            raise ConfigurationError(
                f"the layer {layer!r} of {name!r} is not a number. Use {model}#9 for layer 9."
            )
        super().__init__(model, revision, batch_size)
        # bert-score derives the type of a model from its name; a path could match by accident.
        self._model = model if revision is None else str(self.files.path)
        self._layer = int(layer) if layer else self._usual_layer()

    def _usual_layer(self) -> int:
        with self._naming_reason("cannot be loaded"):
            utilities: Any = import_module("bert_score.utils")
        layer: int | None = utilities.model2layers.get(self.model_name)
        if layer is None:
            raise ConfigurationError(
                f"bert-score knows no layer of {self.model_name!r}. Say which: "
                f"{self.model_name}#9 takes layer 9."
            )
        return layer

    @property
    def identity(self) -> ModelIdentity:
        """Identity of the model for signatures; the name of the model includes the layer."""
        identity = super().identity
        return ModelIdentity(
            name=f"{identity.name}#{self._layer}",
            revision=identity.revision,
            weights=identity.weights,
            library=identity.library,
        )

    def _loaded(self) -> Scorer:
        bert_score: Any = import_module("bert_score")
        scorer = bert_score.BERTScorer(
            model_type=self._model, num_layers=self._layer, batch_size=self.batch_size
        )

        def scores(segments: Sequence[Segment]) -> Any:
            if not all(segment.references for segment in segments):
                raise ConfigurationError("BERTScore reads references, and got none.")
            _, _, values = scorer.score(
                [segment.hypothesis for segment in segments],
                [list(segment.references) for segment in segments],
                batch_size=self.batch_size,
            )
            return values.tolist()

        return scores


class MetricX(Family):
    """MetricX-23 or MetricX-24 model, which predicts an error score from 0 (best) to 25.

    The score is the logit of the token with id `TOKEN` at the first output position, clipped to the
    range from 0 to 25. The "qe" models of MetricX-23 use no references.
    """

    label = "MetricX"
    package = "transformers"
    module = "transformers"
    higher_is_better = False

    TOKEN = 250089
    WORST = 25.0
    LONGEST: ClassVar[dict[str, int]] = {"23": 1024, "24": 1536}
    TOKENIZERS = ("google/mt5-xl", "google/mt5-large", "google/mt5-xxl")
    """Names of the tokenizer that all models use; the model folders do not contain it."""

    def __init__(self, name: str, revision: str | None, batch_size: int) -> None:
        if not _is_installed("torch"):
            raise missing_package(f"MetricX {name!r}", None, "transformers", "torch")
        super().__init__(name, revision, batch_size)
        form = re.search(r"metricx-?(23|24)(-qe)?", Path(name).name.lower())
        if form is None:
            raise ConfigurationError(
                f"the name {name!r} does not say what the model reads. Pass a folder whose name "
                "begins with metricx-23, metricx-23-qe or metricx-24."
            )
        self._year, qe = form.groups()
        self._reads_references = qe is None
        self.needs_source = self._year == "24" or not self._reads_references

    def _loaded(self) -> Scorer:
        torch: Any = import_module("torch")
        transformers: Any = import_module("transformers")
        folder = str(self.files.path)
        model = transformers.AutoModelForSeq2SeqLM.from_pretrained(folder, local_files_only=True)
        tokenizer = transformers.AutoTokenizer.from_pretrained(
            self._tokenizer_folder(), local_files_only=True
        )
        device = "cuda" if _has_gpu() else "cpu"
        model.to(device).eval()

        def batch_scores(segments: Sequence[Segment]) -> list[float]:
            ids = [
                tokenizer(text, max_length=self.LONGEST[self._year], truncation=True)["input_ids"]
                for text in map(self._input, segments)
            ]
            # The models were trained without the end-of-sequence token.
            rows = [torch.tensor(ids_of_segment[:-1]) for ids_of_segment in ids]
            padded = torch.nn.utils.rnn.pad_sequence(rows, batch_first=True).to(device)
            lengths = torch.tensor([len(row) for row in rows])
            mask = (torch.arange(padded.shape[1]) < lengths[:, None]).long().to(device)
            start = torch.zeros((len(segments), 1), dtype=torch.long, device=device)
            with torch.no_grad():
                logits = model(
                    input_ids=padded, attention_mask=mask, decoder_input_ids=start
                ).logits
            values: list[float] = logits[:, 0, self.TOKEN].float().clamp(0, self.WORST).tolist()
            return values

        def scores(segments: Sequence[Segment]) -> list[float]:
            return [
                value
                for first in range(0, len(segments), self.batch_size)
                for value in batch_scores(segments[first : first + self.batch_size])
            ]

        return scores

    def _tokenizer_folder(self) -> str:
        if any((self.files.path / name).is_file() for name in ("spiece.model", "tokenizer.json")):
            return str(self.files.path)
        for name in self.TOKENIZERS:
            with suppress(ConfigurationError):
                return str(ModelFiles.find(name).path)
        raise ConfigurationError(
            f"its tokenizer is not on this machine. Download it: hf download {self.TOKENIZERS[0]} "
            "--exclude '*.bin' --exclude '*.h5' --exclude '*.msgpack' --exclude '*.safetensors'"
        )

    def _input(self, segment: Segment) -> str:
        source, candidate = f"source: {segment.source}", f"candidate: {segment.hypothesis}"
        reference = ""
        if self._reads_references and (segment.references or self._year == "23"):
            reference = f" reference: {_only_reference(segment, self.label)}"
        if self._year == "24":
            return f"{source} {candidate}{reference}"
        return f"{candidate}{reference}" if self._reads_references else f"{candidate} {source}"


FAMILIES: dict[str, type[Family]] = {"comet": COMET, "bertscore": BERTScore, "metricx": MetricX}
"""Families by the name before the colon, as in `comet:MODEL`."""


def find_model(text: str, revision: str | None = None, batch_size: int = 16) -> Family:
    """Return the learned metric that `text` names, such as `comet:MODEL`, without loading it.

    `revision` and `batch_size` are arguments of `Family`. Raises `ConfigurationError` if `text` has
    another form, and the errors of `Family`.
    """
    family, _, name = text.partition(":")
    if family.strip().casefold() not in FAMILIES:
        raise ConfigurationError(
            f"model={text!r}: {allowed('family', family, FAMILIES)} Write FAMILY:MODEL, such as "
            "'comet:Unbabel/wmt22-comet-da'."
        )
    if not name.strip():
        raise ConfigurationError(
            f"model={text!r} has no name of a model. Use {family}:MODEL with the path of a model, "
            "or with its name in Hugging Face's cache."
        )
    return FAMILIES[family.strip().casefold()](name.strip(), revision, batch_size)


def _only_reference(segment: Segment, label: str) -> str:
    if len(segment.references) != 1:
        raise ConfigurationError(
            f"{label} reads one reference per segment, and got {len(segment.references)}."
        )
    return segment.references[0]


def _is_installed(module: str) -> bool:
    """Return whether a Python package is installed.

    Returns False for a folder without Python code, which Python would import as an empty package.
    """
    spec = find_spec(module)
    return spec is not None and spec.origin is not None


def _with_version(package: str) -> str:
    try:
        return f"{package}-{metadata.version(package)}"
    except metadata.PackageNotFoundError:
        return package


def _has_gpu() -> bool:
    torch: Any = import_module("torch")
    return bool(torch.cuda.is_available())
