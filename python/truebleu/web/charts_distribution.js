/**
 * How a difference varies over the resamples of the bootstrap: counts that Python has made, lines
 * at the ends of the interval and at what was observed.
 *
 * Data: {low, high, counts, interval: [low, high], observed, confidence}
 */
class DistributionChart extends Chart {
  constructor(given) {
    super({ height: 280, ...given });
  }

  frame(width, height) {
    return { left: 56, right: width - 16, top: 62, bottom: height - 44 };
  }

  paint(width, height) {
    const plot = this.frame(width, height);
    const { low, high, counts, observed } = this.data;
    const ends = [Math.min(0, low, observed), Math.max(0, high, observed)];
    const room = Math.max(ends[1] - ends[0], 1e-3) * 0.04;
    this.x = scales.linear([ends[0] - room, ends[1] + room], [plot.left, plot.right]);
    this.y = scales.linear([0, Math.max(1, ...counts) * 1.05], [plot.bottom, plot.top]);
    return [
      axes.left(this.y, { x: plot.left, right: plot.right, label: "resamples", whole: true, count: 4 }),
      ...this.steps().map(([from, to, count]) => this.bar(from, to, count)),
      axes.bottom(this.x, { y: plot.bottom, label: this.data.axis, signed: true }),
      this.rule(0, "zero-line", "", plot, 0),
      ...this.rules(plot),
    ];
  }

  /** From, to and count of each step. */
  steps() {
    const { low, high, counts } = this.data;
    const width = (high - low) / counts.length;
    return counts.map((count, step) => [low + step * width, low + (step + 1) * width, count]);
  }

  bar(from, to, count) {
    const x = this.x.map(from);
    const width = Math.max(1.5, this.x.map(to) - x - 0.5);
    const y = this.y.map(count);
    const middle = (from + to) / 2;
    const [least, greatest] = this.data.interval;
    const tail = middle < least || middle > greatest ? " tail" : "";
    const kind = `bar ${middle < 0 ? "minus" : "plus"}${tail}`;
    return svg("rect", { class: kind, x, y, width, height: this.y.map(0) - y });
  }

  rules(plot) {
    const [least, greatest] = this.data.interval;
    const half = (1 - this.data.confidence) / 2;
    const name = (part) => `${scales.tidy(100 * part)} %`;
    const [low, high] = [`${name(half)}: ${format.delta(least)}`, `${name(1 - half)}: ${format.delta(greatest)}`];
    const apart = this.x.map(greatest) - this.x.map(least) > 150;
    return [
      this.rule(least, "interval-line", low, plot, 1),
      this.rule(greatest, "interval-line", high, plot, apart ? 1 : 2),
      this.rule(this.data.observed, "observed-line", format.delta(this.data.observed), plot, 0),
    ];
  }

  /** A line across the plot with its text above, on a level where it meets no other. */
  rule(value, kind, text, plot, level) {
    const x = this.x.map(value);
    const y = plot.top - 4 - 16 * level;
    const near = Math.min(plot.right - 48, Math.max(plot.left + 48, x));
    return svg(
      "g",
      { class: kind },
      svg("line", { x1: x, x2: x, y1: text ? y + 4 : plot.top, y2: plot.bottom }),
      svg("text", { x: near, y, "text-anchor": "middle" }, text),
    );
  }

  sentence() {
    const { observed, interval, confidence } = this.data;
    const [low, high] = interval.map((end) => format.delta(end));
    const share = format.percent(confidence, 0);
    return `Over the resamples the difference of ${format.delta(observed)} varies; ${share} of them lie from ${low} to ${high}.`;
  }

  table() {
    const columns = [
      { name: "from", number: true, show: (value) => format.delta(value, 3) },
      { name: "to", number: true, show: (value) => format.delta(value, 3) },
      { name: "resamples", number: true, show: format.integer },
    ];
    return { columns, rows: this.steps() };
  }
}
