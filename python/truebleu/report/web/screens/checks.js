/** Data checks screen: a card per finding, with a link to its segments. */

import { h } from "../core/elements.js";
import { format } from "../core/format.js";
import { filterTo } from "../data/navigation.js";

export const checksScreen = {
  id: "checks",
  title: "Data checks",
  key: "h",

  WORDS: { error: "Error", warning: "Warning", note: "Note", info: "Note" },
  MARKS: { error: "\u2715", warning: "!", note: "i", info: "i" },

  mount(container, data) {
    const findings = data.meta.findings ?? [];
    if (!findings.length) {
      const text =
        "No issues found: no empty lines, copies of the source, repetition loops, unusual lengths, " +
        "different scripts, duplicates or invisible characters.";
      container.append(h("p", { class: "empty-screen" }, text));
      return;
    }
    const cards = findings.map((finding) => checksScreen.card(finding));
    const count = findings.length === 1 ? "1 issue" : format.many(findings.length, "issue");
    const text =
      `${count} (same checks as truebleu check), most severe first. Scores use the texts as given: ` +
      "nothing was repaired.";
    container.append(h("p", { class: "explanation" }, text), h("ul", { class: "cards" }, ...cards));
  },

  card(finding) {
    const first = finding.title.slice(0, 1).toUpperCase();
    const title = `${first}${finding.title.slice(1)}`;
    const word = checksScreen.WORDS[finding.severity] ?? finding.severity;
    const mark = checksScreen.MARKS[finding.severity] ?? "i";
    const props = { class: "card-mark", "aria-hidden": "true" };
    return h(
      "li",
      { class: `card severity-${finding.severity}` },
      h(
        "div",
        { class: "card-head" },
        h("span", props, mark),
        h("h3", {}, h("bdi", {}, title)),
        h("span", { class: "card-count" }, format.integer(finding.count)),
      ),
      h("p", { class: "card-severity" }, finding.impact_text ? `${word} \u00b7 ${finding.impact_text}` : word),
      checksScreen.files(finding),
      h("p", {}, h("bdi", {}, finding.message)),
      finding.excerpt ? h("p", { class: "card-excerpt", dir: "auto" }, finding.excerpt) : null,
      finding.advice ? h("p", { class: "card-advice" }, h("bdi", {}, finding.advice)) : null,
      checksScreen.way(finding),
    );
  },

  files(finding) {
    if (!finding.files?.length) return null;
    const names = finding.files.map((name) => h("li", {}, h("bdi", {}, name)));
    return h("ul", { class: "card-files" }, ...names);
  },

  /**
   * Return the button that shows a finding's segments; it says if only the first ones are listed.
   */
  way(finding) {
    const ids = finding.segments ?? [];
    if (!ids.length) return null;
    const fewer = ids.length < finding.count ? `the first ${format.integer(ids.length)} ` : "";
    const text = ids.length === 1 ? "Read the segment" : `Read ${fewer}segments`;
    const label = `${text}: ${finding.title}`;
    const on = { click: () => filterTo({ ids }) };
    return h("button", { class: "card-way", "aria-label": label, on }, text);
  },
};
