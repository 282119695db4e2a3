// Signals over time, a panel for each quantity (uPlot). A panel draws at most two points a pixel and series: the least and the
// greatest value there, so that nothing is lost and a long log costs what a short one does. The playhead is no part of the
// drawing: moving it draws nothing.
import uPlot from "uplot";
import "uplot/dist/uPlot.min.css";
import { clamp, digits, make } from "./elements.js";

const css = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();
const height = 148;

// columns: [Float64Array]; rows first ... last. -> uPlot's data
export function thinned(times, columns, first, last, pixels) {
  const count = last - first + 1;
  if (count <= 2 * pixels)
    return [times.subarray(first, last + 1), ...columns.map((column) => column.subarray(first, last + 1))];
  const x = new Float64Array(2 * pixels);
  const out = columns.map(() => new Float64Array(2 * pixels));
  for (let k = 0; k < pixels; k++) {
    const from = first + Math.floor((k * count) / pixels),
      to = first + Math.floor(((k + 1) * count) / pixels);
    x[2 * k] = times[from];
    x[2 * k + 1] = times[to - 1];
    for (let j = 0; j < columns.length; j++) {
      const column = columns[j];
      let least = from,
        greatest = from;
      for (let i = from + 1; i < to; i++) {
        if (column[i] < column[least]) least = i;
        if (column[i] > column[greatest]) greatest = i;
      }
      out[j][2 * k] = column[Math.min(least, greatest)];
      out[j][2 * k + 1] = column[Math.max(least, greatest)];
    }
  }
  return [x, ...out];
}

export class Panel {
  // on.seek(x): the user points at x
  constructor({ title, unit, series }, on) {
    Object.assign(this, { series, on, marks: [], hidden: new Set() }); // hidden: numbers of series
    this.title = make("h3");
    this.unit = make("span", { className: "unit" });
    this.legend = make("ul", { className: "legend" });
    this.body = make("div", { className: "canvas" });
    this.element = make(
      "section",
      { className: "plot" },
      make("header", {}, this.title, this.unit, this.legend),
      this.body,
    );
    this.setTitle(title, unit);
  }
  setTitle(title, unit) {
    this.title.textContent = title;
    this.unit.textContent = unit;
  }

  // colours: of each series. Called again when the scheme or what is shown changes.
  build(colours) {
    this.plot?.destroy();
    this.head = undefined;
    this.colours = colours;
    const axis = {
      stroke: css("--muted"),
      grid: { stroke: css("--line"), width: 1 },
      ticks: { show: false },
      font: "11px system-ui, sans-serif",
    };
    this.plot = new uPlot(
      {
        width: Math.max(this.body.clientWidth, 120),
        height,
        pxAlign: false, // slow curves would become stairs
        padding: [8, 8, 0, 0],
        legend: { show: false },
        cursor: { drag: { x: false, y: false }, points: { show: false }, y: false },
        scales: {
          x: { time: false, range: (_, low, high) => this.range ?? [low, high] },
          y: { range: (_, low, high) => this.yRange(low, high) },
        },
        axes: [
          { ...axis, size: 26, space: 60 },
          { ...axis, size: 46, space: 28 },
        ],
        series: [
          {},
          ...this.series.map((one, i) => ({
            stroke: colours[i],
            width: one.dashed ? 1 : 1.5,
            dash: one.dashed ? [4, 3] : undefined,
            points: { show: false },
            show: !this.hidden.has(i),
          })),
        ],
        hooks: { drawClear: [(plot) => this.drawMarks(plot)], draw: [() => this.moveHead()] },
      },
      [[], ...this.series.map(() => [])],
      this.body,
    );
    this.head = this.plot.over.appendChild(make("div", { className: "playhead" }));
    const seek = (event) => {
      const box = this.plot.over.getBoundingClientRect();
      this.on.seek(this.plot.posToVal(clamp(event.clientX - box.left, 0, box.width), "x"));
    };
    this.plot.over.addEventListener("pointerdown", (event) => {
      this.plot.over.setPointerCapture(event.pointerId);
      seek(event);
    });
    this.plot.over.addEventListener("pointermove", (event) => {
      if (event.buttons & 1) seek(event);
    });
    const named = this.series.filter((one) => !one.dashed).length <= 3; // where there are more, their colours must do
    this.legend.replaceChildren(
      ...this.series
        .filter((one) => !one.dashed)
        .map((one) => {
          const item = document.createElement("li");
          item.title = one.label;
          item.style.setProperty("--colour", colours[this.series.indexOf(one)]);
          item.append(named ? one.label : "", document.createElement("output"));
          return item;
        }),
    );
  }

  yRange(low, high) {
    if (low === null || low === high) return [(low ?? 0) - 1, (low ?? 0) + 1];
    const room = 0.06 * (high - low);
    return [low - room, high + room];
  }

  get pixels() {
    return Math.max(60, Math.round(this.plot.bbox.width / devicePixelRatio));
  }

  // range: what is to be seen of x
  setData(data, range) {
    this.range = range;
    this.plot.setData(data);
  }
  // x of the playhead, and the series' values there
  point(x, values) {
    this.x = x;
    this.moveHead();
    let item = this.legend.firstElementChild;
    this.series.forEach((one, i) => {
      if (one.dashed) return;
      item.hidden = this.hidden.has(i);
      item.lastElementChild.textContent = digits(values[i]);
      item = item.nextElementSibling;
    });
  }
  moveHead() {
    if (this.x === undefined || !this.head) return;
    const at = this.plot.valToPos(this.x, "x");
    this.head.style.visibility = at >= 0 && at <= this.plot.bbox.width / devicePixelRatio ? "visible" : "hidden";
    this.head.style.transform = `translateX(${at}px)`;
  }
  // marks: [{from, to, colour, strong}], in x: strong ones from top to bottom, others along the top
  drawMarks(plot) {
    const { ctx, bbox } = plot;
    ctx.save();
    for (const { from, to, colour, strong } of this.marks) {
      const left = Math.max(plot.valToPos(from, "x", true), bbox.left),
        right = Math.min(plot.valToPos(to, "x", true), bbox.left + bbox.width);
      if (right < bbox.left || left > bbox.left + bbox.width) continue;
      ctx.fillStyle = colour;
      ctx.fillRect(
        left,
        bbox.top,
        Math.max(right - left, 2 * devicePixelRatio),
        strong ? bbox.height : 3 * devicePixelRatio,
      );
    }
    ctx.restore();
  }
  resize() {
    const width = this.body.clientWidth;
    if (this.plot && width > 0 && width !== this.plot.width) this.plot.setSize({ width, height });
  }
  remove() {
    this.plot?.destroy();
    this.element.remove();
  }
}
