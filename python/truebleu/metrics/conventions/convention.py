"""What a convention is."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from truebleu.errors import UnknownConvention


@dataclass(frozen=True, slots=True, repr=False, kw_only=True)
class Convention:
    """A name, where the rules come from, and the settings of each metric.

    `convention("sacrebleu").setting("BLEU", "smoothing")` is `"exp"`.

    Attributes:
        name: how it is asked for.
        source: the program and its version, and where it is to be found.
        summary: what it does that others do not, in a sentence or two.
        citation: the paper, where there is one.
        weights_as_given: weights are not scaled to sum to 1.
        decimals: how many the program prints, where it prints a text; None: it returns a float.
        own_settings: the settings of each metric, the one that the tool is known for first.
        own_rules: the core's rules for BLEU that differ from sacreBLEU's, by name (the core's
            `bleu::Rules` says what each does).
        exceptions: further rules that hold under some settings: pairs of these settings and the
            rules.
        smoothings: by which of the core's smoothings the tool does what it calls so.
    """

    name: str
    source: str
    summary: str = ""
    citation: str = ""
    weights_as_given: bool = False
    decimals: int | None = None
    own_settings: Mapping[str, Mapping[str, object]]
    own_rules: Mapping[str, str] = field(default_factory=dict)
    exceptions: Sequence[tuple[Mapping[str, str], Mapping[str, str]]] = ()
    smoothings: Mapping[str, str] = field(default_factory=dict)

    @property
    def metrics(self) -> tuple[str, ...]:
        """The metrics that this convention has settings for."""
        return tuple(self.own_settings)

    @property
    def metric(self) -> str:
        """The metric whose number the tool is known for."""
        return self.metrics[0]

    @property
    def one_reference(self) -> bool:
        """Whether the tool takes one reference for each segment, and never more."""
        return self.own_rules.get("references") == "one"

    def num_differences(self, second: Convention, metric: str = "BLEU") -> int:
        """Return in how many settings and rules two conventions differ, except references."""
        ours, theirs = self.settings(metric), second.settings(metric)
        settings = sum(ours[name] != theirs[name] for name in ours)
        rules = set(self.rules(**ours).items()) ^ set(second.rules(**theirs).items())
        return settings + len({rule for rule, _ in rules} - {"references"})

    def settings(self, metric: str) -> dict[str, object]:
        """All settings of a metric, as a new dict."""
        if metric not in self.own_settings:
            raise UnknownConvention(
                f"the convention {self.name!r} says nothing about {metric}, "
                f"only about {', '.join(self.metrics)}"
            )
        return dict(self.own_settings[metric])

    def setting(self, metric: str, name: str) -> object:
        """One setting of a metric."""
        return self.settings(metric)[name]

    def rules(self, **settings: object) -> dict[str, str]:
        """Return the core's rules under these settings (`smoothing`, `average`, `scale`).

        A scale that is not the tool's own only multiplies the tool's score.
        """
        rules = dict(self.own_rules)
        for when, then in self.exceptions:
            if all(settings.get(name) == value for name, value in when.items()):
                rules.update(then)
        own = self.own_settings.get("BLEU")
        if own is not None and settings.get("scale", own["scale"]) != own["scale"]:
            rules["scaling"] = "last"
        return rules

    @property
    def has_weights(self) -> bool:
        """Whether its mean of precisions has weights: a plain root of their product has none."""
        return self.own_rules.get("mean") != "root"

    def core_smoothing(self, name: str) -> str:
        """Return the core's name of a smoothing of the tool."""
        return self.smoothings.get(name, name)

    def __hash__(self) -> int:
        return hash(self.name)

    def __repr__(self) -> str:
        return f"<Convention {self.name}: {self.source}>"
