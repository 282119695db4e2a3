// The page: a robot whose joints are dragged by hand (hand.js), or moved by a log (replay.js).
import "./style.css";
import { $, complain, json, scheme } from "./elements.js";
import { changed, show } from "./frame.js";
import { Hand } from "./hand.js";
import { loadModel } from "./model.js";
import { Replay } from "./replay.js";
import { Stage } from "./stage.js";

const note =
  "Torques hold the robot still against gravity. limb itself computes them here, in float, with the target's bits.";
const noteOnLogs = ` The tick is the drive's, from the log. Dashed lines: the reference; limb's inverse dynamics of the logged
  motion, without friction. <kbd>space</kbd> plays, <kbd>←</kbd> <kbd>→</kbd> step, with <kbd>shift</kbd> by 100.`;

function openStage(robot, model) {
  try {
    const stage = new Stage($("canvas"), $("names"));
    stage.show(robot, model, scheme.matches);
    $("scale").textContent = `grid ${stage.cell >= 1 ? `${stage.cell} m` : `${Math.round(stage.cell * 1e3)} mm`}`;
    return stage;
  } catch (error) {
    console.warn(error);
    complain("This browser shows no 3-D graphics (WebGL). Sliders, torques and plots work without it.");
    return null;
  }
}

function wire(hand, replay) {
  const { stage } = hand;
  Object.assign(show, {
    play: (now) => replay.advance(now),
    time: () => replay.showTime(),
    events: () => replay.showEvents(),
    pose: () => hand.show((row) => replay.driveTorque(row)),
    curve: () => hand.showCurve(),
    plots: () => replay.showPlots(),
  });
  hand.moved = () => replay.letGo();

  const on = (id, event, act) => $(id).addEventListener(event, act);
  on("shows", "click", ({ target }) => {
    if (!target.dataset.show || !stage) return;
    stage.toggle(target.dataset.show);
    target.ariaPressed = String(stage.shows[target.dataset.show]);
  });
  on("views", "click", ({ target }) => target.dataset.view && stage?.look(target.dataset.view));
  on("unit", "click", () => {
    hand.degrees = !hand.degrees;
    $("unit").textContent = hand.degrees ? "deg" : "rad";
    $("unit").ariaLabel = hand.degrees ? "Angles in degrees" : "Angles in radians";
    changed("pose", "curve");
  });
  on("reset", "click", () => {
    replay.letGo();
    hand.stand();
    stage?.tilt(0, 0, 0);
    changed("pose", "curve");
  });
  on("play", "click", () => replay.play(!replay.plays));
  on("time", "input", () => {
    replay.play(false);
    replay.seek(Number($("time").value));
  });
  on("span", "change", () => changed("plots"));
  on("live", "click", () => replay.follow(!replay.following));
  document.addEventListener("keydown", (event) => press(event, stage, replay));
  scheme.addEventListener("change", () => {
    hand.paint();
    stage?.paint(scheme.matches);
    if (replay.log.length) replay.buildPanels();
    changed("time", "pose", "curve", "events", "plots");
  });
  new ResizeObserver(() => {
    for (const panel of [hand.curve, ...replay.panels]) panel?.resize();
    changed("curve", "plots");
  }).observe($("plots"));
}

// Arrows turn the picture that has the focus and step through the log elsewhere; controls that have their own use for them
// keep it.
function press(event, stage, replay) {
  const { key, target, shiftKey } = event;
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const [right, rise] = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] }[key] ?? [0, 0];
  const nearer = { "+": 1.15, "=": 1.15, "-": 1 / 1.15 }[key];
  const isControl = target.matches?.("button, select, input:not(#time)");
  const last = replay.log.length - 1;
  if (target === $("canvas") && (right || rise || nearer)) stage?.orbit(0.1 * right, 0.1 * rise, nearer);
  else if (last < 0) return;
  else if (key === " " && !target.matches?.("button, select")) replay.play(!replay.plays);
  else if (right && !isControl) replay.step(right * (shiftKey ? 100 : 1));
  else if (key === "Home" && !isControl) replay.step(-last);
  else if (key === "End" && !isControl) replay.step(last);
  else return;
  event.preventDefault();
}

async function start() {
  const session = await json("session.json");
  document.title = `${session.robot} – limb`;
  $("robot").textContent = session.robot;
  const [robot, faults] = await Promise.all([json(`robots/${session.robot}.json`), json("faults.json")]);
  const model = await loadModel(`robots/${session.robot}.wasm`, robot);
  const mass = robot.rows.reduce((sum, row) => sum + row.mass, 0);
  $("facts").textContent = `${robot.dof} freedom${robot.dof === 1 ? "" : "s"}, ${Number(mass.toPrecision(3))} kg`;

  const hand = new Hand(robot, model);
  hand.stage = openStage(robot, model);
  hand.list();
  const replay = new Replay(hand, faults);
  wire(hand, replay);
  const withLog = session.log || session.live;
  $("note").innerHTML = note + (withLog ? noteOnLogs : "");
  if (withLog) replay.open(session);
  else hand.openCurve();
  changed("pose", "curve");
  requestAnimationFrame(() => {
    document.body.dataset.state = "ready";
  });
}

start().catch((error) => {
  console.error(error);
  complain(`The page cannot start: ${error.message}. Is tools/limb view still running?`);
});
