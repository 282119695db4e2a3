// A log that moves the robot: its time, its plots, what happened in it. Read as a whole, or followed while tools/limb hil runs.
import { $, clamp, complain, make, scheme } from "./elements.js";
import { changed } from "./frame.js";
import { colourOf } from "./joints.js";
import { Log, panelsOf } from "./log.js";
import { Panel, thinned } from "./plots.js";
import { trailLength } from "./stage.js";

const playing = "M4 2.5h3v11H4zM9.5 2.5h3v11h-3z",
  paused = "M4 2.5v11l9.5-5.5z"; // what the button shows
const trailSeconds = 1.5;
const listedMost = 12; // events

export class Replay {
  log = new Log();
  index = 0; // the row that is shown
  time = 0; // s; between two rows while it plays
  leads = false; // the log moves the robot; otherwise the sliders do
  live = false;
  following = false; // the newest row is shown
  plays = false;
  panels = [];
  events = [];
  left = new Set(); // joints that are not plotted

  constructor(hand, faults) {
    Object.assign(this, { hand, faults, robot: hand.robot, model: hand.model });
  }
  get stage() {
    return this.hand.stage;
  }

  // ---- reading

  open(session) {
    this.live = this.following = session.live;
    $("live").hidden = !this.live;
    if (this.live) {
      $("source").hidden = false;
      $("source").classList.add("live");
      $("source").textContent = "waiting for tools/limb hil";
    }
    const worker = new Worker("log_worker.js", { type: "module" });
    worker.onmessage = ({ data }) => {
      if (data.error) complain(data.error);
      else if (data.names) this.begin(data.names, session);
      else if (data.columns) this.append(data.columns, data.count);
      else this.end(data.summary);
    };
    worker.postMessage({ live: this.live });
  }

  begin(names, session) {
    this.log.begin(names);
    this.hand.closeCurve();
    $("timeline").hidden = $("signals").hidden = $("source").hidden = false;
    $("source").textContent = this.live ? "following tools/limb hil" : session.log;
    this.leads = true;
    if (!this.robot.rows.some((row) => names.includes(`${row.name}/q`)))
      complain("No joint of this robot is in the log: name the log's robot, tools/limb view ROBOT --log FILE.");
    this.buildPanels();
  }

  append(columns, count) {
    const first = this.log.length === 0;
    this.log.append(columns, count);
    $("time").max = this.log.length - 1;
    if (this.following) this.seek(this.log.length - 1, true);
    else if (first) this.seek(0);
    // a log that grows is drawn ten times a second
    this.redraw ||= setTimeout(
      () => {
        this.redraw = 0;
        changed("plots", "events", "time");
        if (this.live) this.keepInView();
      },
      first ? 0 : 100,
    );
  }

  end(summary) {
    this.log.summary = summary;
    changed("plots", "events", "time");
    this.keepInView();
    this.compareWithModel();
  }

  // ---- time

  seek(to, keep = false) {
    this.following &&= keep;
    $("live").ariaPressed = String(this.following);
    this.index = clamp(Math.round(to), 0, Math.max(this.log.length - 1, 0));
    this.time = this.log.time(this.index);
    this.leads = true;
    changed("time");
  }
  step(rows) {
    this.play(false);
    this.seek(this.index + rows);
  }
  follow(on) {
    this.following = on;
    this.seek(on ? this.log.length - 1 : this.index, on);
  }

  play(on) {
    if (on && this.index >= this.log.length - 1) this.seek(0);
    if (on) Object.assign(this, { following: false, leads: true });
    this.plays = on && this.log.length > 1;
    this.lastFrame = 0;
    $("play").ariaLabel = this.plays ? "Pause" : "Play";
    $("play")
      .querySelector("path")
      .setAttribute("d", this.plays ? playing : paused);
    if (this.plays) changed("play");
  }
  advance(now) {
    if (!this.plays) return;
    if (this.lastFrame) this.time += ((now - this.lastFrame) / 1e3) * Number($("speed").value);
    this.lastFrame = now;
    this.index = this.log.indexAt(this.time);
    changed("time", "play");
    if (this.index >= this.log.length - 1) this.play(false);
  }

  // the sliders are moved: the log lets go of the robot until its time is moved
  letGo() {
    if (!this.leads) return;
    this.play(false);
    this.leads = this.following = false;
    $("live").ariaPressed = "false";
    this.stage?.showTrail([]);
  }

  // sliders, clock and playheads at the row that is shown
  showTime() {
    const { log, index } = this;
    if (!log.length) return;
    if (this.leads) {
      for (const slider of this.hand.sliders)
        slider.value = log.at(`${this.robot.rows[slider.row].name}/q`, index) ?? slider.value;
      if (log.columns.has("base/yaw"))
        this.stage?.tilt(...["yaw", "pitch", "roll"].map((angle) => log.at(`base/${angle}`, index)));
      this.showTrail();
    }
    const [now, last] = [index, log.length - 1].map((row) => `${log.time(row).toFixed(3)} s`);
    $("time").value = index;
    $("time").ariaValueText = now;
    $("clock").replaceChildren(`${now} `, make("small", { textContent: `/ ${last}` }));
    for (const panel of this.panels)
      panel.point(
        log.time(index),
        panel.series.map(({ name, scale }) => log.at(name, index) * scale),
      );
    changed("pose");
    if (Number($("span").value)) changed("plots");
  }
  driveTorque(row) {
    return this.leads ? this.log.at(`${row.name}/tau`, this.index) : undefined;
  }

  // ---- plots

  buildPanels() {
    const all = panelsOf(this.log.names);
    const error = this.log.columns.has("pointing_error") ? "pointing_error" : "error";
    this.wanted ??= new Set(["angle", error, "torque"]);
    const button = (text, pressed, press) => {
      const element = make("button", { type: "button", textContent: text, ariaPressed: String(pressed) });
      element.addEventListener("click", () => {
        const on = element.ariaPressed !== "true";
        element.ariaPressed = String(on);
        press(on);
        this.showPanels(all);
      });
      return element;
    };
    const choice = ({ id, title }) =>
      button(title, this.wanted.has(id), (on) => (on ? this.wanted.add(id) : this.wanted.delete(id)));
    $("quantities").replaceChildren(...all.map(choice));
    const joints = new Set(all.flatMap(({ series }) => series.map(({ group }) => group)).filter(Boolean));
    const member = (group) => {
      const element = button(group, !this.left.has(group), (on) =>
        on ? this.left.delete(group) : this.left.add(group),
      );
      element.style.setProperty("--colour", this.colour({ group }, 0));
      return element;
    };
    $("members").replaceChildren(...[...joints].map(member));
    this.showPanels(all);
  }

  // of a series: its joint's, or the next one
  colour({ group }, place) {
    const slider = this.hand.sliders.findIndex(({ row }) => this.robot.rows[row].name === group);
    return slider < 0 ? colourOf(place, scheme.matches) : this.hand.colours[slider];
  }

  showPanels(all) {
    for (const panel of this.panels) panel.remove();
    const shown = all.filter(({ id }) => this.wanted.has(id));
    this.panels = shown.map((facts) => new Panel(facts, { seek: (x) => this.seek(this.log.indexAt(x)) }));
    for (const panel of this.panels) {
      panel.series.forEach(({ group }, i) => this.left.has(group) && panel.hidden.add(i));
      $("plots").append(panel.element);
    }
    for (const panel of this.panels) panel.build(panel.series.map((series, i) => this.colour(series, i)));
    changed("plots", "time");
  }

  // what is to be seen of the time: all, or a window about the present
  range() {
    const first = this.log.time(0),
      last = this.log.time(this.log.length - 1),
      span = Number($("span").value);
    if (!span || span >= last - first) return [first, last];
    const start = clamp(this.time - span / 2, first, last - span);
    return [start, start + span];
  }

  showPlots() {
    const { log } = this;
    if (log.length < 2) return;
    const [from, to] = this.range();
    const first = Math.max(log.indexAt(from) - 1, 0),
      last = Math.min(log.indexAt(to) + 2, log.length - 1);
    const style = getComputedStyle(document.documentElement);
    const marks = this.events.map(({ index, end, kind }) => {
      const strong = kind === "fault";
      return {
        from: log.time(index),
        to: log.time(end),
        strong,
        colour: style.getPropertyValue(strong ? "--danger" : "--warn"),
      };
    });
    for (const panel of this.panels) {
      const columns = panel.series.map(({ name }) => log.columns.get(name));
      const [times, ...values] = thinned(log.times, columns, first, last, panel.pixels);
      const scaled = values.map((column, i) => {
        const { scale } = panel.series[i];
        return scale === 1 ? column : column.map((x) => x * scale);
      });
      panel.marks = marks;
      panel.setData([times, ...scaled], [from, to]);
    }
  }

  // ---- what happened

  showEvents() {
    const { log } = this;
    this.events = log.events(this.faults);
    const last = Math.max(log.length - 1, 1);
    const mark = ({ index, end, kind }) => {
      const element = make("i", { className: kind });
      element.style.left = `${(100 * index) / last}%`;
      if (kind !== "fault") element.style.width = `${(100 * (end - index)) / last}%`;
      return element;
    };
    const entry = ({ index, end, kind, name, cause }) => {
      const when = [...new Set([index, end])].map((row) => `${log.time(row).toFixed(3)} s`).join("–");
      const button = make("button", { type: "button", title: cause, textContent: `${when}  ${name}` });
      button.addEventListener("click", () => this.seek(index));
      return make("li", { className: kind }, button);
    };
    const faultsFirst = this.events.toSorted((a, b) => (b.kind === "fault") - (a.kind === "fault"));
    const more = this.events.length - listedMost;
    $("marks").replaceChildren(...this.events.map(mark));
    $("events").hidden = !this.events.length;
    $("events").replaceChildren(...faultsFirst.slice(0, listedMost).map(entry));
    if (more > 0) $("events").append(make("li", { textContent: `and ${more} more` }));
  }

  // ---- by limb, from what was logged

  // the rows' poses in a row of the log
  locate(i) {
    for (const { name, position } of this.robot.rows) {
      const angle = this.log.at(`${name}/q`, i);
      if (angle !== undefined) this.model.q[position] = angle;
    }
    this.model.locate();
    return (row) => this.model.poses.subarray(12 * row + 9, 12 * row + 12); // position
  }

  keepInView() {
    const places = [];
    for (let k = 0; k < 100; k++) {
      const position = this.locate(Math.floor((k * (this.log.length - 1)) / 99));
      this.robot.rows.forEach((_, row) => places.push(...position(row)));
    }
    this.stage?.keepInView(places);
    changed("pose");
  }

  // where the robot's tips have just been
  showTrail() {
    const parents = new Set(this.robot.rows.map(({ parent }) => parent));
    const tips = this.robot.rows
      .flatMap(({ name }, row) => (parents.has(name) ? [] : [{ row, points: [] }]))
      .slice(0, 6);
    const first = this.log.indexAt(this.time - trailSeconds),
      count = Math.min(this.index - first + 1, trailLength);
    for (let k = 0; k < count; k++) {
      const position = this.locate(first + Math.round((k * (this.index - first)) / Math.max(count - 1, 1)));
      for (const { row, points } of tips) points.push(...position(row));
    }
    this.stage?.showTrail(count > 1 ? tips : []);
  }

  // Inverse dynamics of the logged motion, a slice at a time: what the drive's torque is compared with. Accelerations are
  // differences of the logged velocities. Not for a base that moves: its motion is not in the log.
  compareWithModel() {
    const { log, model } = this;
    const column = (row, kind) => log.columns.get(`${row.name}/${kind}`);
    const joints = this.robot.rows
      .filter((row) => row.freedoms === 1 && ["q", "qd", "tau"].every((kind) => column(row, kind)))
      .map((row) => ({ row, q: column(row, "q"), qd: column(row, "qd"), tau: new Float64Array(log.length) }));
    document.body.dataset.log = "read";
    if (joints.length !== this.robot.dof || log.length < 3 || log.columns.has("base/yaw")) return;
    let i = 0;
    const one = () => {
      const before = Math.max(i - 1, 0),
        after = Math.min(i + 1, log.length - 1);
      for (const { row, q, qd } of joints) {
        model.q[row.position] = q[i];
        model.qd[row.freedom] = qd[i];
        model.qdd[row.freedom] = (qd[after] - qd[before]) / (log.times[after] - log.times[before]);
      }
      model.inverseDynamics();
      for (const { row, tau } of joints) tau[i] = model.tau[row.freedom];
      i++;
    };
    const slice = () => {
      const end = performance.now() + 6;
      while (i < log.length && performance.now() < end) one();
      if (i < log.length) return setTimeout(slice);
      for (const { row, tau } of joints) log.columns.set(`${row.name}/model`, tau);
      log.names = [...log.columns.keys()];
      document.body.dataset.log = "compared";
      this.buildPanels();
      changed("pose");
    };
    setTimeout(slice);
  }
}
