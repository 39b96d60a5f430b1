"""The class `Convention`, a preset that reproduces the scores of another tool."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from truebleu.errors import UnknownConvention


@dataclass(frozen=True, slots=True, repr=False, kw_only=True)
class Convention:
    """Preset of settings and rules that reproduces the scores of another tool.

    `convention("sacrebleu").setting("BLEU", "smoothing")` is `"exp"`.

    Attributes:
        name: name by which users select the convention.
        source: name, version and URL of the reproduced tool.
        summary: how the tool differs from other tools, in one or two sentences.
        citation: paper to cite, if there is one.
        weights_as_given: whether a user's weights are used unchanged. If False, they are divided by
            their sum.
        last_order_alone: whether the default weights are 0 for all n-gram orders but the highest.
        decimals: number of decimals that the tool prints; None if the tool returns a float.
        own_settings: mapping from metric name to the settings of the metric. The first name is the
            tool's main metric.
        own_rules: rules of BLEU that differ from sacreBLEU's. The Rust type `bleu::Rules` defines
            their names and values.
        exceptions: pairs (settings, rules). The rules apply only if BLEU has these settings.
        smoothings: mapping from the tool's name of a smoothing method to the Rust core's name.
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
        """Names of the metrics for which the convention has settings."""
        return tuple(self.own_settings)

    @property
    def metric(self) -> str:
        """Name of the main metric of the reproduced tool."""
        return self.metrics[0]

    @property
    def one_reference(self) -> bool:
        """Whether the reproduced tool accepts only one reference per segment."""
        return self.own_rules.get("references") == "one"

    def num_differences(self, second: Convention, metric: str = "BLEU") -> int:
        """Return the number of settings and rules in which two conventions differ.

        `metric` is the name of the metric whose settings are compared. The rule for the number of
        references does not count.
        """
        ours, theirs = self.settings(metric), second.settings(metric)
        settings = sum(ours[name] != theirs[name] for name in ours)
        rules = set(self.rules(**ours).items()) ^ set(second.rules(**theirs).items())
        return settings + len({rule for rule, _ in rules} - {"references"})

    def settings(self, metric: str) -> dict[str, object]:
        """Return the settings that the convention has for a metric, as a new dict.

        Raises `UnknownConvention` if the convention has no settings for the metric.
        """
        if metric not in self.own_settings:
            raise UnknownConvention(
                f"the convention {self.name!r} has no settings of {metric}, only of "
                f"{', '.join(self.metrics)}."
            )
        return dict(self.own_settings[metric])

    def setting(self, metric: str, name: str) -> object:
        """Return the value that the convention has for one setting of a metric."""
        return self.settings(metric)[name]

    def rules(self, **settings: object) -> dict[str, str]:
        """Return the rules by which the Rust core computes BLEU for these settings of BLEU.

        The rules depend on `smoothing`, `average` and `scale`. If `scale` is not the tool's scale,
        the score is the tool's score times a constant.
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
        """Whether the reproduced tool has a weight for each n-gram order.

        If not, it computes BLEU from the n-th root of the product of n precisions.
        """
        return self.own_rules.get("mean") != "root"

    def weights(self, orders: int) -> tuple[float, ...]:
        """Return the default weights for n-gram orders 1 to `orders`."""
        if self.last_order_alone:
            return (0.0,) * (orders - 1) + (1.0,)
        return (1 / orders,) * orders

    def core_smoothing(self, name: str) -> str:
        """Translate the reproduced tool's name of a smoothing method into the Rust core's name."""
        return self.smoothings.get(name, name)

    def __hash__(self) -> int:
        return hash(self.name)

    def __repr__(self) -> str:
        return f"<Convention {self.name}: {self.source}>"
