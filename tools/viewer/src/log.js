// A log of tools/limb hil: columns by name, and what happened in it. Grows while it is read or followed.

export class Log {
  names = [];
  length = 0;
  columns = new Map(); // name -> Float64Array, of which `length` numbers are valid
  summary = {};
  #capacity = 0;

  begin(names) {
    this.names = names;
    this.length = this.#capacity = 0;
    this.columns = new Map(names.map((name) => [name, new Float64Array(0)]));
  }
  append(columns, count) {
    if (this.length + count > this.#capacity) {
      this.#capacity = Math.max(2 * this.#capacity, this.length + count, 4096);
      for (const [name, old] of this.columns) {
        const grown = new Float64Array(this.#capacity);
        grown.set(old.subarray(0, this.length));
        this.columns.set(name, grown);
      }
    }
    this.names.forEach((name, i) => this.columns.get(name).set(columns[i].subarray(0, count), this.length));
    this.length += count;
  }

  get times() {
    return this.columns.get("time");
  }
  time(index) {
    return this.length ? this.times[Math.min(index, this.length - 1)] : 0;
  }
  at(name, index) {
    return this.columns.get(name)?.[index];
  }

  // the last row that is not after t
  indexAt(t) {
    const times = this.times;
    let low = 0,
      high = this.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (times[middle] <= t) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  // Faults, and stretches in which a torque met its limit: [{index, end, kind, name, cause}]. faults: the drive's table.
  events(faults) {
    const found = [];
    const code = this.columns.get("fault"),
      limited = this.columns.get("limited");
    for (let i = 0, before = 0; code && i < this.length; before = code[i++])
      if (code[i] && code[i] !== before) {
        const known = faults.find((fault) => fault.code === code[i]);
        found.push({
          index: i,
          end: i,
          kind: "fault",
          name: known?.name ?? `fault ${code[i]}`,
          cause: known?.cause ?? "",
        });
      }
    if (!code && this.summary.stopped_by) {
      const known = faults.find(({ name }) => name === this.summary.stopped_by);
      found.push({
        index: this.length - 1,
        end: this.length - 1,
        kind: "fault",
        name: this.summary.stopped_by,
        cause: known?.cause ?? "",
      });
    }
    // stretches less than a hundredth of a second apart are one
    let open = null;
    for (let i = 0; limited && i < this.length; i++) {
      if (!limited[i]) continue;
      if (open && this.times[i] - this.times[open.end] < 0.01) open.end = i;
      else
        found.push((open = { index: i, end: i, kind: "limit", name: "torque limit", cause: "a torque met its limit" }));
    }
    return found.sort((a, b) => a.index - b.index);
  }
}

// Signals by what they are: "shoulder/q" is the angle of the joint shoulder. Of a panel's series, `dashed` ones are references.
const kinds = {
  q: { panel: "angle", title: "Angle", unit: "rad" },
  q_ref: { panel: "angle", dashed: true },
  error: { panel: "error", title: "Error", unit: "mrad", scale: 1e3 },
  qd: { panel: "velocity", title: "Velocity", unit: "rad/s" },
  tau: { panel: "torque", title: "Torque", unit: "N m" },
  model: { panel: "torque", dashed: true },
};
const alone = {
  pointing_error: { title: "Pointing error", unit: "mrad", scale: 1e3 },
  instructions: { title: "Instructions a tick", unit: "" },
  limited: { title: "At the torque limit", unit: "" },
  fault: { title: "Fault", unit: "code" },
};

// [{id, title, unit, series: [{name, label, group, dashed, scale}]}] of these columns
export function panelsOf(names) {
  const panels = new Map();
  const panel = (id, facts) => panels.get(id) ?? panels.set(id, { id, series: [], ...facts }).get(id);
  for (const name of names) {
    if (name === "time") continue;
    const [group, kind] = name.includes("/") ? name.split("/") : ["", name];
    const known = group === "base" ? { panel: "base", title: "Base", unit: "rad" } : group ? kinds[kind] : alone[kind];
    const id = known?.panel ?? kind;
    const facts = (group ? Object.values(kinds).find((k) => k.panel === id && k.title) : null) ?? known ?? {};
    panel(id, { title: facts.title ?? kind, unit: facts.unit ?? "" }).series.push({
      name,
      group: group === "base" ? "" : group,
      label: group === "base" || !group ? kind : group,
      dashed: !!known?.dashed,
      scale: facts.scale ?? 1,
    });
  }
  return [...panels.values()];
}
