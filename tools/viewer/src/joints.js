// What of a robot can be dragged: one slider for each freedom. A joint with a quaternion is dragged by roll, pitch and yaw.

const turn = { unit: "rad", moment: "N m", wide: Math.PI };
const slide = { unit: "m", moment: "N", wide: 0.3 };
const axes = ["x", "y", "z"];

// of each joint: what its sliders are called and do; the first one's name is the row's own where there is only one
function freedomsOf(row) {
  const turns = (...names) => names.map((name) => ({ name, ...turn }));
  const slides = (...names) => names.map((name) => ({ name, ...slide }));
  if (row.joint === "floating") return [...turns("roll", "pitch", "yaw"), ...slides("x", "y", "z")];
  if (row.joint === "spherical") return turns("roll", "pitch", "yaw");
  if (row.joint === "universal") return turns("first", "second");
  if (row.joint === "cylindrical") return [...turns("turn"), ...slides("slide")];
  if (row.joint === "planar") return [...slides("x", "y"), ...turns("turn")];
  if (row.joint.startsWith("prismatic")) return slides("");
  if (row.joint === "fixed") return [];
  return turns("");
}

// unit quaternion w x y z of Rz(yaw) Ry(pitch) Rx(roll)
export function quaternion(roll, pitch, yaw) {
  const [sr, sp, sy] = [roll, pitch, yaw].map((angle) => Math.sin(angle / 2));
  const [cr, cp, cy] = [roll, pitch, yaw].map((angle) => Math.cos(angle / 2));
  return [
    cr * cp * cy + sr * sp * sy,
    sr * cp * cy - cr * sp * sy,
    cr * sp * cy + sr * cp * sy,
    cr * cp * sy - sr * sp * cy,
  ];
}

// direction of the joint in the row's frame
export function axisOf(row) {
  const named = axes.indexOf(row.joint.at(-1));
  if (/_[xyz]$/.test(row.joint)) return axes.map((_, i) => (i === named ? 1 : 0));
  return row.joint === "planar" ? [0, 0, 1] : row.axis;
}

// sliders: {row, label, unit, moment, lower, upper, effort, freedom, value}
export function slidersOf(robot) {
  return robot.rows.flatMap((row, index) =>
    freedomsOf(row).map((freedom, k) => {
      const limited = row.lower < row.upper;
      return {
        row: index,
        label: freedom.name ? `${row.name} ${freedom.name}` : row.name,
        short: freedom.name || row.name,
        unit: freedom.unit,
        moment: freedom.moment,
        lower: limited ? row.lower : -freedom.wide,
        upper: limited ? row.upper : freedom.wide,
        limited,
        effort: row.effort_limit,
        freedom: row.freedom + k,
        k,
        value: 0,
      };
    }),
  );
}

// the sliders' values as q
export function writePositions(robot, sliders, q) {
  for (const { row, k, value } of sliders) {
    const { position, numbers, freedoms } = robot.rows[row];
    if (numbers === freedoms) q[position + k] = value;
    else if (k >= 3) q[position + 1 + k] = value;
  }
  for (const [index, { position, numbers, freedoms }] of robot.rows.entries()) {
    if (numbers === freedoms) continue;
    const [roll, pitch, yaw] = sliders.filter(({ row }) => row === index).map(({ value }) => value);
    q.set(quaternion(roll, pitch, yaw), position);
  }
}

// one colour for a joint everywhere: slider, plot, robot
const light = ["#2f6fb7", "#c8611a", "#2e8b57", "#b8447a", "#7a5ac2", "#8a7a12", "#1a8a94", "#b23b3b"];
const dark = ["#6cb0f5", "#f0985a", "#6cc792", "#ec86b4", "#b39bf0", "#d3c25a", "#5cc6cf", "#f08a84"];
export const colourOf = (index, isDark) => (isDark ? dark : light)[index % light.length];
