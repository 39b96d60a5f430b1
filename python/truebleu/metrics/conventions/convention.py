"""The `Convention` class."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from truebleu.errors import UnknownConvention


@dataclass(frozen=True, slots=True, repr=False, kw_only=True)
class Convention:
    """Preset of settings and rules that reproduces another tool.

    `convention("sacrebleu").setting("BLEU", "smoothing")` is `"exp"`.

    Attributes:
        name: name by which users select the convention.
        source: program, version and URL.
        summary: differences from other programs, in a sentence or two.
        citation: paper to cite, if there is one.
        weights_as_given: whether weights are used as given, without normalizing them to sum to 1.
        last_order_alone: whether only the highest order has a weight.
        decimals: number of decimals that the program prints; None if the program returns a float.
        own_settings: settings of each metric; the first is the metric that the tool is known for.
        own_rules: rules for BLEU that differ from sacreBLEU's, by name (see the core's
            `bleu::Rules`).
        exceptions: further rules that apply under some settings, as pairs of settings and rules.
        smoothings: the core's name of each smoothing, by the tool's name.
    """

    name: str
    source: str
    summary: str = ""
    citation: str = ""
    weights_as_given: bool = False
    last_order_alone: bool = False
    decimals: int | None = None
    own_settings: Mapping[str, Mapping[str, object]]
    own_rules: Mapping[str, str] = field(default_factory=dict)
    exceptions: Sequence[tuple[Mapping[str, str], Mapping[str, str]]] = ()
    smoothings: Mapping[str, str] = field(default_factory=dict)

    @property
    def metrics(self) -> tuple[str, ...]:
        """Metrics for which the convention has settings."""
        return tuple(self.own_settings)

    @property
    def metric(self) -> str:
        """Metric that the tool is best known for."""
        return self.metrics[0]

    @property
    def one_reference(self) -> bool:
        """Whether the tool takes only one reference per segment."""
        return self.own_rules.get("references") == "one"

    def num_differences(self, second: Convention, metric: str = "BLEU") -> int:
        """Return the number of settings and rules that differ between two conventions.

        Settings about references are not counted.
        """
        ours, theirs = self.settings(metric), second.settings(metric)
        settings = sum(ours[name] != theirs[name] for name in ours)
        rules = set(self.rules(**ours).items()) ^ set(second.rules(**theirs).items())
        return settings + len({rule for rule, _ in rules} - {"references"})

    def settings(self, metric: str) -> dict[str, object]:
        """Return all settings of a metric as a new dict."""
        if metric not in self.own_settings:
            raise UnknownConvention(
                f"the convention {self.name!r} says nothing about {metric}, "
                f"only about {', '.join(self.metrics)}"
            )
        return dict(self.own_settings[metric])

    def setting(self, metric: str, name: str) -> object:
        """Return one setting of a metric."""
        return self.settings(metric)[name]

    def rules(self, **settings: object) -> dict[str, str]:
        """Return the core's rules under these settings (`smoothing`, `average`, `scale`).

        A scale other than the tool's only multiplies the score.
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
        """Whether precisions are combined by a weighted mean instead of a root of their product."""
        return self.own_rules.get("mean") != "root"

    def weights(self, orders: int) -> tuple[float, ...]:
        """Return the default weights for this number of orders."""
        if self.last_order_alone:
            return (0.0,) * (orders - 1) + (1.0,)
        return (1 / orders,) * orders

    def core_smoothing(self, name: str) -> str:
        """Return the core's name of a smoothing method, given the tool's name."""
        return self.smoothings.get(name, name)

    def __hash__(self) -> int:
        return hash(self.name)

    def __repr__(self) -> str:
        return f"<Convention {self.name}: {self.source}>"
