// The page: a robot whose joints are dragged by hand, or moved by a log.
import "./style.css";
import { colourOf, slidersOf, writePositions } from "./joints.js";
import { Log, panelsOf } from "./log.js";
import { loadModel } from "./model.js";
import { Panel, digits, thinned } from "./plots.js";
import { Stage, trailLength } from "./stage.js";

const $ = (id) => document.getElementById(id);
const make = (tag, facts = {}, ...children) => {
  const element = Object.assign(document.createElement(tag), facts);
  element.append(...children);
  return element;
};
const scheme = matchMedia("(prefers-color-scheme: dark)");
const minus = (text) => text.replace("-", "−");
const json = async (address) => {
  const reply = await fetch(address);
  if (!reply.ok) throw new Error(`${address}: ${reply.status}`);
  return reply.json();
};

function complain(text) {
  $("trouble").textContent = text;
  $("trouble").hidden = false;
}

// ---- the robot --------------------------------------------------------------------------------------------------------

let robot, model, stage, faults, sliders, colours;
let degrees = true;
let chosen = 0; // the slider whose torque is plotted where there is no log

async function load() {
  const session = await json("session.json");
  document.title = `${session.robot} – limb`;
  $("robot").textContent = session.robot;
  [robot, faults] = await Promise.all([json(`robots/${session.robot}.json`), json("faults.json")]);
  model = await loadModel(`robots/${session.robot}.wasm`, robot);
  sliders = slidersOf(robot);
  const mass = robot.rows.reduce((sum, row) => sum + row.mass, 0);
  $("facts").textContent =
    `${robot.dof} ${robot.dof === 1 ? "freedom" : "freedoms"}, ${Number(mass.toPrecision(3))} kg`;

  weigh();
  stand();
  try {
    stage = new Stage($("canvas"), $("names"));
    stage.show(robot, model, scheme.matches);
    $("scale").textContent = `grid ${stage.cell >= 1 ? `${stage.cell} m` : `${Math.round(stage.cell * 1e3)} mm`}`;
  } catch (error) {
    console.warn(error);
    complain("This browser shows no 3-D graphics (WebGL). Sliders, torques and plots work without it.");
  }
  listJoints();
  const load = sliders.map(({ row, moment, most }) =>
    robot.rows[row].joint === "floating" || moment === "N" ? -1 : most,
  );
  chosen = load.indexOf(Math.max(...load));
  return session;
}

// the largest gravity torque of each slider in a few hundred poses: what its bar is full at, where the row gives no limit
function weigh() {
  for (let i = 0; i < 300; i++) {
    sliders.forEach((slider, k) => {
      slider.value = slider.lower + (slider.upper - slider.lower) * ((0.618034 * i + 0.7548777 * k) % 1);
    });
    writePositions(robot, sliders, model.q);
    model.gravityTorque();
    for (const slider of sliders) slider.most = Math.max(slider.most ?? 1e-6, Math.abs(model.tau[slider.freedom]));
  }
  const most = (moment) =>
    Math.max(
      ...sliders.filter((slider) => slider.moment === moment && slider.effort === 0).map((slider) => slider.most),
    );
  for (const slider of sliders) slider.full = slider.effort > 0 ? slider.effort : most(slider.moment);
}

// the pose that a robot is first shown in: zero, within the limits; a floating one with its lowest point on the ground
function stand() {
  for (const slider of sliders) slider.value = Math.min(Math.max(0, slider.lower), slider.upper);
  writePositions(robot, sliders, model.q);
  model.locate();
  const height = sliders.find(({ row, k }) => robot.rows[row].joint === "floating" && k === 5);
  if (height) {
    const p = model.poses;
    height.value = -Math.min(
      ...robot.rows.flatMap(({ com }, i) => [
        p[12 * i + 11],
        p[12 * i + 11] + 1.8 * (p[12 * i + 6] * com[0] + p[12 * i + 7] * com[1] + p[12 * i + 8] * com[2]),
      ]),
    );
    height.upper = Math.max(height.upper, 2 * height.value);
    writePositions(robot, sliders, model.q);
    model.locate();
  }
  model.gravityTorque();
}

function listJoints() {
  $("joints").replaceChildren(
    ...sliders.map((slider, i) => {
      const input = make("input", {
        type: "range",
        id: `joint-${i}`,
        min: slider.lower,
        max: slider.upper,
        step: "any",
        value: slider.value,
      });
      const parts = {
        input,
        label: make("label", { htmlFor: input.id, textContent: slider.label, title: slider.label }),
        angle: make("output", { className: "angle" }),
        torque: make("output", {
          className: "torque",
          title: slider.effort > 0 ? `gravity torque; limit ${slider.effort} ${slider.moment}` : "gravity torque",
        }),
        fill: make("i"),
        tick: make("b", { hidden: true }),
      };
      slider.parts = parts;
      parts.item = make(
        "li",
        {},
        parts.label,
        parts.angle,
        parts.torque,
        make(
          "div",
          { className: "row" },
          input,
          make("div", { className: "bar", ariaHidden: "true" }, parts.fill, parts.tick),
        ),
      );
      input.addEventListener("input", () => {
        byHand();
        chosen = i;
        slider.value = Number(input.value);
        changed("pose", "curve");
      });
      const focus = () => {
        stage?.highlight(slider.row);
        if (chosen !== i && !log.length) {
          chosen = i;
          changed("curve");
        }
      };
      input.addEventListener("focus", focus);
      parts.item.addEventListener("pointerenter", () => stage?.highlight(slider.row));
      parts.item.addEventListener("pointerleave", () => stage?.highlight(-1));
      input.addEventListener("blur", () => stage?.highlight(-1));
      return parts.item;
    }),
  );
  paint();
}

function paint() {
  const moving = robot.rows.flatMap((row, i) => (row.freedoms > 0 ? [i] : []));
  colours = sliders.map(({ row }) => colourOf(moving.indexOf(row), scheme.matches));
  sliders.forEach(({ parts }, i) => parts.item.style.setProperty("--colour", colours[i]));
}

const shown = (slider) => (slider.unit === "rad" && degrees ? (slider.value * 180) / Math.PI : slider.value);
const angleText = (slider) =>
  minus(
    slider.unit === "m"
      ? `${(1e3 * slider.value).toFixed(0)} mm`
      : degrees
        ? `${shown(slider).toFixed(1)}°`
        : `${slider.value.toFixed(3)} rad`,
  );

// robot, torques and numbers at the sliders' values
function showPose() {
  writePositions(robot, sliders, model.q);
  model.locate();
  model.gravityTorque();
  stage?.place();
  for (const slider of sliders) {
    const { parts } = slider,
      tau = model.tau[slider.freedom],
      scale = slider.full;
    if (document.activeElement !== parts.input || !hand) parts.input.value = slider.value;
    parts.input.ariaValueText = angleText(slider);
    parts.angle.textContent = angleText(slider);
    parts.torque.textContent = `${digits(Math.abs(tau) < 5e-4 ? 0 : tau)} ${slider.moment}`;
    parts.fill.style.transform = `scaleX(${Math.min(Math.max(tau / scale, -1), 1)})`;
    parts.item.classList.toggle("over", slider.effort > 0 && Math.abs(tau) > slider.effort);
    const drive = hand ? undefined : log.at(`${robot.rows[slider.row].name}/tau`, index);
    parts.tick.hidden = drive === undefined;
    if (drive !== undefined) parts.tick.style.left = `${50 + 49 * Math.min(Math.max(drive / scale, -1), 1)}%`;
  }
}

// ---- what changes is shown once a frame -------------------------------------------------------------------------------

const waiting = new Set();
function changed(...what) {
  if (!waiting.size) requestAnimationFrame(update);
  for (const one of what) waiting.add(one);
}
function update(now) {
  const due = new Set(waiting);
  waiting.clear();
  if (due.has("play")) advance(now);
  if (due.has("time") || waiting.has("time")) {
    waiting.delete("time");
    readTime();
    due.add("pose");
  }
  if (due.has("events")) listEvents();
  if (due.has("pose")) showPose();
  if (due.has("curve") && curve) drawCurve();
  if (due.has("plots") && panels.length) drawPlots();
}

// ---- without a log: the torque of a joint over its range ---------------------------------------------------------------

let curve = null;

function showCurve() {
  curve?.remove();
  curve = new Panel(
    { title: "Gravity torque", unit: "", series: [{ label: "" }] },
    {
      seek: (x) => {
        const slider = sliders[chosen];
        slider.value = Math.min(
          Math.max(slider.unit === "rad" && degrees ? (x * Math.PI) / 180 : x, slider.lower),
          slider.upper,
        );
        changed("pose", "curve");
      },
    },
  );
  $("plots").replaceChildren(curve.element);
  curve.built = -1;
  changed("curve");
}

function drawCurve() {
  const slider = sliders[chosen],
    points = 241;
  if (curve.built !== chosen || curve.scheme !== scheme.matches) {
    curve.series[0].label = slider.label;
    curve.build([colours[chosen]]);
    [curve.built, curve.scheme] = [chosen, scheme.matches];
  }
  const before = slider.value;
  const x = new Float64Array(points),
    y = new Float64Array(points);
  for (let i = 0; i < points; i++) {
    slider.value = slider.lower + ((slider.upper - slider.lower) * i) / (points - 1);
    writePositions(robot, sliders, model.q);
    model.gravityTorque();
    x[i] = shown(slider);
    y[i] = model.tau[slider.freedom];
  }
  slider.value = before;
  writePositions(robot, sliders, model.q);
  model.gravityTorque();
  curve.element.querySelector("h3").textContent = `Gravity torque of ${slider.label}`;
  curve.element.querySelector(".unit").textContent =
    `${slider.moment} over ${slider.unit === "m" ? "m" : degrees ? "degrees" : "rad"}, the other joints as they stand`;
  curve.setData([x, y], [x[0], x[points - 1]]);
  curve.point(shown(slider), [model.tau[slider.freedom]]);
}

// ---- the log -----------------------------------------------------------------------------------------------------------

const log = new Log();
let index = 0,
  time = 0,
  playing = false,
  hand = true,
  live = false,
  following = false,
  lastFrame = 0;
let panels = [],
  wanted = null,
  left = new Set(),
  events = [];

function openLog(session) {
  live = following = session.live;
  $("live").hidden = !live;
  const worker = new Worker("log_worker.js", { type: "module" });
  let redraw = 0;
  worker.onmessage = ({ data }) => {
    if (data.error) return complain(data.error);
    if (data.names) {
      log.begin(data.names);
      begin(session);
    } else if (data.columns) {
      log.append(data.columns, data.count);
      if (log.length === data.count) seek(0, following);
      $("time").max = log.length - 1;
      if (following) seek(log.length - 1, true);
      // a log that grows is drawn ten times a second
      redraw ||= setTimeout(
        () => {
          redraw = 0;
          changed("plots", "events", "time");
          if (live) keepInView();
        },
        log.length === data.count ? 0 : 100,
      );
    } else if (data.end) {
      log.summary = data.summary;
      changed("plots", "events", "time");
      keepInView();
      document.body.dataset.log = "read";
      compareWithModel();
    }
  };
  worker.postMessage({ live });
  if (live) {
    $("source").hidden = false;
    $("source").classList.add("live");
    $("source").textContent = "waiting for tools/limb hil";
  }
}

function begin(session) {
  curve?.remove();
  curve = null;
  $("timeline").hidden = $("signals").hidden = false;
  $("source").hidden = false;
  $("source").textContent = live ? "following tools/limb hil" : session.log;
  hand = false;
  if (![...robot.rows].some((row) => log.names.includes(`${row.name}/q`)))
    complain("No joint of this robot is in the log: name the log's robot, tools/limb view ROBOT --log FILE.");
  buildPanels();
}

function buildPanels() {
  const all = panelsOf(log.names);
  wanted ??= new Set(["angle", log.columns.has("pointing_error") ? "pointing_error" : "error", "torque"]);
  const button = (text, pressed, press) => {
    const element = make("button", { type: "button", textContent: text, ariaPressed: String(pressed) });
    element.addEventListener("click", () => {
      const on = element.ariaPressed !== "true";
      element.ariaPressed = String(on);
      press(on);
      showPanels(all);
    });
    return element;
  };
  const choose = (set, key) => (on) => (on ? set.add(key) : set.delete(key));
  $("quantities").replaceChildren(
    ...all.map((panel) => button(panel.title, wanted.has(panel.id), choose(wanted, panel.id))),
  );
  const groups = [...new Set(all.flatMap(({ series }) => series.map(({ group }) => group)).filter(Boolean))];
  $("members").replaceChildren(
    ...groups.map((group) => {
      const element = button(group, !left.has(group), (on) => (on ? left.delete(group) : left.add(group)));
      element.style.setProperty("--colour", colourOfSeries({ group }, 0));
      return element;
    }),
  );
  showPanels(all);
}

function colourOfSeries({ group }, place) {
  const slider = sliders.findIndex(({ row }) => robot.rows[row].name === group);
  return slider < 0 ? colourOf(place, scheme.matches) : colours[slider];
}

function showPanels(all) {
  for (const panel of panels) panel.remove();
  panels = all
    .filter(({ id }) => wanted.has(id))
    .map((facts) => {
      const panel = new Panel(facts, { seek: (x) => seek(log.indexAt(x)) });
      facts.series.forEach(({ group }, i) => {
        if (left.has(group)) panel.hidden.add(i);
      });
      $("plots").append(panel.element);
      return panel;
    });
  for (const panel of panels) panel.build(panel.series.map(colourOfSeries));
  changed("plots", "time");
}

// what is to be seen of the time
function range() {
  const first = log.time(0),
    last = log.time(log.length - 1),
    span = Number($("span").value);
  if (!span || span >= last - first) return [first, last];
  const start = Math.min(Math.max(time - span / 2, first), last - span);
  return [start, start + span];
}

function drawPlots() {
  if (log.length < 2) return;
  const [from, to] = range();
  const first = Math.max(log.indexAt(from) - 1, 0),
    last = Math.min(log.indexAt(to) + 2, log.length - 1);
  const style = getComputedStyle(document.documentElement);
  const [danger, warn] = ["--danger", "--warn"].map((name) => style.getPropertyValue(name).trim());
  const marks = events.map(({ index: i, end, kind }) => ({
    from: log.time(i),
    to: log.time(end),
    colour: kind === "fault" ? danger : warn,
    strong: kind === "fault",
  }));
  for (const panel of panels) {
    panel.marks = marks;
    const data = thinned(
      log.times,
      panel.series.map(({ name }) => log.columns.get(name)),
      first,
      last,
      panel.pixels,
    );
    panel.series.forEach(({ scale }, i) => {
      if (scale !== 1) data[i + 1] = data[i + 1].map((x) => x * scale);
    });
    panel.setData(data, [from, to]);
  }
}

function seek(to, keep = false) {
  if (!keep) following = false;
  $("live").ariaPressed = String(following);
  index = Math.min(Math.max(Math.round(to), 0), Math.max(log.length - 1, 0));
  time = log.time(index);
  hand = false;
  changed("time");
}

// sliders, clock and playheads at the log's index
function readTime() {
  if (!log.length) return;
  if (!hand) {
    for (const slider of sliders) slider.value = log.at(`${robot.rows[slider.row].name}/q`, index) ?? slider.value;
    if (log.columns.has("base/yaw"))
      stage?.tilt(log.at("base/yaw", index), log.at("base/pitch", index), log.at("base/roll", index));
    trail();
  }
  const shown = `${log.time(index).toFixed(3)} s`;
  $("time").value = index;
  $("time").ariaValueText = shown;
  $("clock").replaceChildren(`${shown} `, make("small", { textContent: `/ ${log.time(log.length - 1).toFixed(3)} s` }));
  if (Number($("span").value)) drawPlots();
  for (const panel of panels)
    panel.point(
      log.time(index),
      panel.series.map(({ name, scale }) => log.at(name, index) * scale),
    );
}

function play(on = !playing) {
  if (on && index >= log.length - 1) seek(0);
  if (on) following = false;
  hand = false;
  playing = on && log.length > 1;
  $("play").ariaLabel = playing ? "Pause" : "Play";
  $("play")
    .querySelector("path")
    .setAttribute("d", playing ? "M4 2.5h3v11H4zM9.5 2.5h3v11h-3z" : "M4 2.5v11l9.5-5.5z");
  lastFrame = 0;
  if (playing) changed("play");
}
function advance(now) {
  if (!playing) return;
  if (lastFrame) time += ((now - lastFrame) / 1e3) * Number($("speed").value);
  lastFrame = now;
  index = log.indexAt(time);
  changed("time");
  if (index >= log.length - 1) play(false);
  else changed("play");
}

// the sliders are moved: the log lets go of the robot until the time is moved
function byHand() {
  if (playing) play(false);
  following = false;
  $("live").ariaPressed = "false";
  if (!hand) stage?.showTrail([]);
  hand = true;
}

function listEvents() {
  events = log.events(faults);
  const last = Math.max(log.length - 1, 1),
    shownMost = 12;
  $("marks").replaceChildren(
    ...events.map(({ index: i, end, kind }) => {
      const mark = make("i", { className: kind });
      mark.style.left = `${(100 * i) / last}%`;
      if (kind !== "fault") mark.style.width = `${(100 * (end - i)) / last}%`;
      return mark;
    }),
  );
  const listed = [
    ...events.filter(({ kind }) => kind === "fault"),
    ...events.filter(({ kind }) => kind !== "fault"),
  ].slice(0, shownMost);
  $("events").hidden = !listed.length;
  $("events").replaceChildren(
    ...listed.map(({ index: i, end, kind, name, cause }) => {
      const button = make("button", {
        type: "button",
        title: cause,
        textContent: `${log.time(i).toFixed(3)} s${end > i ? `–${log.time(end).toFixed(3)} s` : ""}  ${name}`,
      });
      button.addEventListener("click", () => seek(i));
      return make("li", { className: kind }, button);
    }),
    ...(events.length > listed.length
      ? [make("li", { textContent: `and ${events.length - listed.length} more` })]
      : []),
  );
}

// limb's kinematics of a row of the log
function locateLogged(i) {
  robot.rows.forEach(({ name, position }) => {
    const angle = log.at(`${name}/q`, i);
    if (angle !== undefined) model.q[position] = angle;
  });
  model.locate();
}

function keepInView() {
  const places = [];
  for (let k = 0; k < 100; k++) {
    locateLogged(Math.floor((k * (log.length - 1)) / 99));
    robot.rows.forEach((_, row) => places.push(...model.poses.subarray(12 * row + 9, 12 * row + 12)));
  }
  stage?.keepInView(places);
  changed("pose");
}

// where the robot's tips were in the last second and a half, from limb's kinematics of the logged angles
function trail() {
  const tips = robot.rows
    .flatMap(({ name }, i) => (robot.rows.some(({ parent }) => parent === name) ? [] : [i]))
    .slice(0, 6);
  const lines = tips.map((row) => ({ row, points: [] }));
  const first = log.indexAt(time - 1.5),
    count = Math.min(index - first + 1, trailLength);
  for (let k = 0; k < count; k++) {
    const i = first + Math.round((k * (index - first)) / Math.max(count - 1, 1));
    locateLogged(i);
    for (const { row, points } of lines) points.push(...model.poses.subarray(12 * row + 9, 12 * row + 12));
  }
  stage?.showTrail(count > 1 ? lines : []);
}

// Inverse dynamics of the logged motion by limb, a slice at a time: what the drive's torque is compared with. Accelerations are
// differences of the logged velocities. Not for a base that moves.
function compareWithModel() {
  const names = robot.rows.map(({ name }) => name);
  const has = (name) => ["q", "qd", "tau"].every((kind) => log.columns.has(`${name}/${kind}`));
  const joints = robot.rows.filter((row) => row.freedoms === 1 && has(row.name));
  if (joints.length !== robot.dof || log.length < 3 || log.columns.has("base/yaw")) return; // the base's motion is not logged
  const column = (row, kind) => log.columns.get(`${row.name}/${kind}`);
  const from = joints.map((row) => ({
    row,
    q: column(row, "q"),
    qd: column(row, "qd"),
    out: new Float64Array(log.length),
  }));
  let i = 0;
  const slice = () => {
    const end = performance.now() + 6;
    while (i < log.length && performance.now() < end)
      for (const stop = Math.min(i + 100, log.length); i < stop; i++) {
        const a = Math.max(i - 1, 0),
          b = Math.min(i + 1, log.length - 1),
          step = log.times[b] - log.times[a];
        for (const { row, q, qd } of from) {
          model.q[row.position] = q[i];
          model.qd[row.freedom] = qd[i];
          model.qdd[row.freedom] = (qd[b] - qd[a]) / step;
        }
        model.inverseDynamics();
        for (const { row, out } of from) out[i] = model.tau[row.freedom];
      }
    if (i < log.length) return setTimeout(slice);
    for (const { row, out } of from) log.columns.set(`${row.name}/model`, out);
    log.names = [...log.names, ...names.flatMap((name) => (log.columns.has(`${name}/model`) ? [`${name}/model`] : []))];
    document.body.dataset.log = "compared";
    buildPanels();
    changed("pose");
  };
  setTimeout(slice);
}

// ---- buttons and keys --------------------------------------------------------------------------------------------------

function wire() {
  $("shows").addEventListener("click", ({ target }) => {
    if (!target.dataset.show || !stage) return;
    stage.toggle(target.dataset.show);
    target.ariaPressed = String(stage.shows[target.dataset.show]);
  });
  $("views").addEventListener("click", ({ target }) => target.dataset.view && stage?.look(target.dataset.view));
  $("unit").addEventListener("click", () => {
    degrees = !degrees;
    $("unit").textContent = degrees ? "deg" : "rad";
    $("unit").ariaLabel = degrees ? "Angles in degrees" : "Angles in radians";
    changed("pose", "curve");
  });
  $("reset").addEventListener("click", () => {
    byHand();
    stand();
    stage?.tilt(0, 0, 0);
    changed("pose", "curve");
  });
  $("play").addEventListener("click", () => play());
  $("time").addEventListener("input", () => {
    if (playing) play(false);
    seek(Number($("time").value));
  });
  $("span").addEventListener("change", () => changed("plots", "time"));
  $("live").addEventListener("click", () => {
    following = !following;
    seek(following ? log.length - 1 : index, following);
  });
  document.addEventListener("keydown", onKey);
  scheme.addEventListener("change", () => {
    paint();
    stage?.paint(scheme.matches);
    if (log.names.length) buildPanels();
    changed("pose", "curve", "events", "plots");
  });
  new ResizeObserver(() => {
    for (const panel of [curve, ...panels]) panel?.resize();
    changed("curve", "plots");
  }).observe($("plots"));
}

function onKey(event) {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const { key, target } = event;
  const arrow = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] }[key];
  if (target === $("canvas")) {
    const nearer = { "+": 1.15, "=": 1.15, "-": 1 / 1.15 }[key];
    if (arrow) stage?.orbit(0.1 * arrow[0], 0.1 * arrow[1]);
    else if (nearer) stage?.orbit(0, 0, nearer);
    if (arrow || nearer) return event.preventDefault();
  }
  if (!log.length) return;
  const pressable = target.matches?.("button, select, input:not(#time)");
  if (key === " " && !target.matches?.("button, select")) play();
  else if (arrow?.[0] && !pressable) {
    if (playing) play(false);
    seek(index + arrow[0] * (event.shiftKey ? 100 : 1));
  } else if ((key === "Home" || key === "End") && !pressable) seek(key === "Home" ? 0 : log.length - 1);
  else return;
  event.preventDefault();
}

load()
  .then((session) => {
    wire();
    const torques =
      "Torques hold the robot still against gravity. limb itself computes them here, in float, with the target's bits.";
    const keys =
      " The tick is the drive's, from the log. Dashed lines: the reference; limb's inverse dynamics of the logged motion, without friction. <kbd>space</kbd> plays, <kbd>←</kbd> <kbd>→</kbd> step, with <kbd>shift</kbd> by 100.";
    $("note").innerHTML = torques + (session.log || session.live ? keys : "");
    if (session.log || session.live) openLog(session);
    else showCurve();
    changed("pose", "curve");
    requestAnimationFrame(() => {
      document.body.dataset.state = "ready";
    });
  })
  .catch((error) => {
    console.error(error);
    complain(`The page cannot start: ${error.message}. Is tools/limb view still running?`);
  });
