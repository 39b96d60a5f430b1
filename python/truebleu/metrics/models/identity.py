"""Identity of a learned metric's model, which is part of signatures."""

from __future__ import annotations

from dataclasses import dataclass, fields

from truebleu.errors import ConfigurationError, inspected


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelIdentity:
    """Identity of a model: its name, revision, files and package. Only the name is required.

    >>> print(ModelIdentity(name="wmt22-comet-da", library="unbabel-comet-2.2.7"))
    model:wmt22-comet-da|library:unbabel-comet-2.2.7

    Args:
        name: name of the model.
        revision: commit, tag or version of the model.
        weights: hash of the model's files.
        library: package that runs the model, with its version.

    Raises:
        ConfigurationError: a field is not a str, or the name is missing.
    """

    name: str
    revision: str | None = None
    weights: str | None = None
    library: str | None = None

    def __post_init__(self) -> None:
        for field in fields(self):
            value = getattr(self, field.name)
            optional = value is None and field.name != "name"
            if not optional and (not isinstance(value, str) or not value.strip()):
                either = "" if field.name == "name" else " or None"
                raise ConfigurationError(
                    f"{field.name}={inspected(value)} is not valid. Use a text{either}."
                )

    def signature_fields(self) -> list[tuple[str, str]]:
        """Return the fields that are not None as (key, value) pairs for a signature."""
        pairs = [
            ("model", self.name),
            ("revision", self.revision),
            ("weights", self.weights),
            ("library", self.library),
        ]
        return [(key, value) for key, value in pairs if value is not None]

    def __str__(self) -> str:
        return "|".join(f"{key}:{value}" for key, value in self.signature_fields())
