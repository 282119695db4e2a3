// The joints' sliders with the torques that hold the robot still, and the torque of one joint over its range.
import { $, clamp, digits, make, scheme } from "./elements.js";
import { changed } from "./frame.js";
import { colourOf, slidersOf, writePositions } from "./joints.js";
import { Panel } from "./plots.js";

export class Hand {
  degrees = true;
  chosen = 0; // the slider whose torque is plotted
  stage = null;
  moved = () => {}; // called when the user moves a slider

  constructor(robot, model) {
    this.robot = robot;
    this.model = model;
    this.sliders = slidersOf(robot);
    this.weigh();
    const load = this.sliders.map(({ row, moment, most }) =>
      robot.rows[row].joint === "floating" || moment === "N" ? -1 : most,
    );
    this.chosen = load.indexOf(Math.max(...load));
    this.stand();
  }

  // gravity's torques, and the rows' poses, at the sliders' values
  compute() {
    writePositions(this.robot, this.sliders, this.model.q);
    this.model.locate();
    this.model.gravityTorque();
  }

  // the largest torque of each slider in a few hundred poses: what its bar is full at, where the row gives no limit
  weigh() {
    for (let i = 0; i < 300; i++) {
      this.sliders.forEach((slider, k) => {
        slider.value = slider.lower + (slider.upper - slider.lower) * ((0.618034 * i + 0.7548777 * k) % 1);
      });
      this.compute();
      for (const slider of this.sliders)
        slider.most = Math.max(slider.most ?? 1e-6, Math.abs(this.model.tau[slider.freedom]));
    }
    const most = (moment) =>
      Math.max(...this.sliders.filter((slider) => slider.moment === moment && !slider.effort).map(({ most }) => most));
    for (const slider of this.sliders) slider.full = slider.effort > 0 ? slider.effort : most(slider.moment);
  }

  // the pose that a robot is first shown in: zero, within the limits; a floating one with its lowest point on the ground
  stand() {
    for (const slider of this.sliders) slider.value = clamp(0, slider.lower, slider.upper);
    this.compute();
    const height = this.sliders.find(({ row, k }) => this.robot.rows[row].joint === "floating" && k === 5);
    if (!height) return;
    const p = this.model.poses;
    const lows = this.robot.rows.map(({ com: [x, y, z] }, i) => {
      const tip = 1.8 * (p[12 * i + 6] * x + p[12 * i + 7] * y + p[12 * i + 8] * z); // where stage.js draws a leaf's
      return p[12 * i + 11] + Math.min(0, tip);
    });
    height.value = -Math.min(...lows);
    height.upper = Math.max(height.upper, 2 * height.value);
    this.compute();
  }

  list() {
    $("joints").replaceChildren(...this.sliders.map((slider, i) => this.listed(slider, i)));
    this.paint();
  }
  listed(slider, i) {
    const input = make("input", { type: "range", id: `joint-${i}`, step: "any", min: slider.lower, max: slider.upper });
    const limit = slider.effort > 0 ? `; limit ${slider.effort} ${slider.moment}` : "";
    const parts = {
      input,
      label: make("label", { htmlFor: input.id, textContent: slider.label, title: slider.label }),
      angle: make("output", { className: "angle" }),
      torque: make("output", { className: "torque", title: `gravity torque${limit}` }),
      fill: make("i"),
      tick: make("b", { hidden: true }),
    };
    slider.parts = parts;
    const bar = make("div", { className: "bar", ariaHidden: "true" }, parts.fill, parts.tick);
    const row = make("div", { className: "row" }, input, bar);
    parts.item = make("li", {}, parts.label, parts.angle, parts.torque, row);
    input.addEventListener("input", () => this.move(i, Number(input.value)));
    input.addEventListener("focus", () => {
      this.stage?.highlight(slider.row);
      this.chosen = i;
      changed("curve");
    });
    input.addEventListener("blur", () => this.stage?.highlight(-1));
    parts.item.addEventListener("pointerenter", () => this.stage?.highlight(slider.row));
    parts.item.addEventListener("pointerleave", () => this.stage?.highlight(-1));
    return parts.item;
  }

  move(i, value) {
    this.moved();
    this.chosen = i;
    this.sliders[i].value = value;
    changed("pose", "curve");
  }

  paint() {
    const moving = this.robot.rows.flatMap((row, i) => (row.freedoms > 0 ? [i] : []));
    this.colours = this.sliders.map(({ row }) => colourOf(moving.indexOf(row), scheme.matches));
    this.sliders.forEach(({ parts }, i) => parts.item.style.setProperty("--colour", this.colours[i]));
  }

  // as it is shown: in degrees, if those are wanted
  inUnit(slider, value) {
    return slider.unit === "rad" && this.degrees ? (value * 180) / Math.PI : value;
  }
  text(slider) {
    const value = this.inUnit(slider, slider.value);
    if (slider.unit === "m") return `${(1e3 * value).toFixed(0)} mm`.replace("-", "−");
    return (this.degrees ? `${value.toFixed(1)}°` : `${value.toFixed(3)} rad`).replace("-", "−");
  }

  // Robot, torques and numbers at the sliders' values. drive(row): the drive's torque there, or undefined.
  show(drive) {
    this.compute();
    this.stage?.place();
    for (const slider of this.sliders) {
      const { parts, full, effort, moment } = slider;
      const tau = this.model.tau[slider.freedom],
        driven = drive(this.robot.rows[slider.row]);
      parts.input.value = slider.value;
      parts.input.ariaValueText = parts.angle.textContent = this.text(slider);
      parts.torque.textContent = `${digits(Math.abs(tau) < 5e-4 ? 0 : tau)} ${moment}`;
      parts.fill.style.transform = `scaleX(${clamp(tau / full, -1, 1)})`;
      parts.item.classList.toggle("over", effort > 0 && Math.abs(tau) > effort);
      parts.tick.hidden = driven === undefined;
      parts.tick.style.left = `${50 + 49 * clamp((driven ?? 0) / full, -1, 1)}%`;
    }
  }

  // ---- the torque of a joint over its range

  openCurve() {
    const seek = (x) => {
      const slider = this.sliders[this.chosen];
      const value = slider.unit === "rad" && this.degrees ? (x * Math.PI) / 180 : x;
      this.move(this.chosen, clamp(value, slider.lower, slider.upper));
    };
    this.curve = new Panel({ title: "Gravity torque", unit: "", series: [{ label: "" }] }, { seek });
    $("plots").replaceChildren(this.curve.element);
  }
  closeCurve() {
    this.curve?.remove();
    this.curve = null;
  }

  showCurve() {
    if (!this.curve) return;
    const { curve, chosen } = this;
    const slider = this.sliders[chosen];
    if (curve.drawnFor !== chosen || curve.drawnDark !== scheme.matches) {
      curve.series[0].label = slider.label;
      curve.build([this.colours[chosen]]);
      Object.assign(curve, { drawnFor: chosen, drawnDark: scheme.matches });
    }
    const before = slider.value;
    const points = Array.from({ length: 241 }, (_, i) => {
      slider.value = slider.lower + ((slider.upper - slider.lower) * i) / 240;
      this.compute();
      return [this.inUnit(slider, slider.value), this.model.tau[slider.freedom]];
    });
    slider.value = before;
    this.compute();
    const unit = slider.unit === "m" ? "m" : this.degrees ? "degrees" : "rad";
    curve.setTitle(
      `Gravity torque of ${slider.label}`,
      `${slider.moment} over ${unit}, the other joints as they stand`,
    );
    curve.setData([points.map(([x]) => x), points.map(([, y]) => y)], [points[0][0], points.at(-1)[0]]);
    curve.point(this.inUnit(slider, slider.value), [this.model.tau[slider.freedom]]);
  }
}
