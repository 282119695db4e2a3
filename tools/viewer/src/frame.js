// What changes is shown once a frame, in this order: changed("pose") calls show.pose() then. What one of them changes further
// down the list is shown in the same frame.
const order = ["play", "time", "events", "pose", "curve", "plots"];
export const show = {};

const waiting = new Set();
let scheduled = false;

export function changed(...what) {
  for (const one of what) waiting.add(one);
  if (!scheduled) requestAnimationFrame(update);
  scheduled = true;
}

function update(now) {
  for (const what of order) if (waiting.delete(what)) show[what]?.(now);
  scheduled = waiting.size > 0;
  if (scheduled) requestAnimationFrame(update);
}
