// The robot in three dimensions, drawn from its table: links between joints, drums on the axes, frames, centres of mass and the
// boxes that have the bodies' inertia. Rows are placed by the poses that limb computes; a frame is drawn only when something
// has changed.
import * as THREE from "three";
import { OrbitControls } from "three/examples/jsm/controls/OrbitControls.js";
import { RoundedBoxGeometry } from "three/examples/jsm/geometries/RoundedBoxGeometry.js";
import { clamp } from "./elements.js";
import { axisOf, colourOf } from "./joints.js";

const themes = {
  light: {
    ground: 0xf3f4f5,
    link: 0xdfe3e8,
    base: 0x8d96a0,
    grid: 0xd3d7dc,
    gridStrong: 0xb9bfc7,
    mass: 0xb06a00,
    box: 0x3f6ea8,
    sky: 0xffffff,
    earth: 0xc9cdd2,
    sun: 2.0,
    fill: 1.9,
    shadow: 0.16,
  },
  dark: {
    ground: 0x121518,
    link: 0x9aa6b2,
    base: 0x4d565f,
    grid: 0x252b31,
    gridStrong: 0x3a424a,
    mass: 0xf2b84b,
    box: 0x7db4f0,
    sky: 0xcfdcea,
    earth: 0x30363d,
    sun: 2.0,
    fill: 1.5,
    shadow: 0.5,
  },
};
const views = { iso: [1, -1.35, 0.75], front: [1, 0, 0.12], side: [0, -1, 0.12], top: [0, -0.001, 1] };
const up = new THREE.Vector3(0, 0, 1);
export const trailLength = 120;

// lines every cell and, stronger, every fifth; they fade towards the horizon and where they would be denser than pixels
const gridShader = {
  vertexShader: `
    varying vec2 at;
    void main() {
      at = position.xy;
      gl_Position = projectionMatrix * modelViewMatrix * vec4(position, 1.0);
    }`,
  fragmentShader: `
    varying vec2 at;
    uniform float cell, reach;
    uniform vec3 weak, strong;
    float line(float step) {
      vec2 g = at / step, width = fwidth(g), d = abs(fract(g - 0.5) - 0.5) / width;
      vec2 seen = (1.0 - min(d, 1.0)) * (1.0 - smoothstep(0.15, 0.5, width));
      return max(seen.x, seen.y);
    }
    void main() {
      float fifth = line(5.0 * cell), each = line(cell);
      float fade = 1.0 - smoothstep(0.2, 1.0, length(at) / reach);
      gl_FragColor = vec4(mix(weak, strong, fifth), max(each, fifth) * fade);
      #include <colorspace_fragment>
    }`,
};

// half widths of the box with this inertia, and its axes: a Jacobi rotation of the inertia at a time
export function inertiaBox(mass, [xx, yy, zz, xy, xz, yz]) {
  const a = [
    [xx, xy, xz],
    [xy, yy, yz],
    [xz, yz, zz],
  ];
  const v = [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ];
  for (let sweep = 0; sweep < 12; sweep++)
    for (const [p, q] of [
      [0, 1],
      [0, 2],
      [1, 2],
    ]) {
      if (Math.abs(a[p][q]) < 1e-15) continue;
      const theta = (a[q][q] - a[p][p]) / (2 * a[p][q]);
      const t = Math.sign(theta || 1) / (Math.abs(theta) + Math.hypot(theta, 1));
      const c = 1 / Math.hypot(t, 1),
        s = t * c;
      for (let k = 0; k < 3; k++) [a[k][p], a[k][q]] = [c * a[k][p] - s * a[k][q], s * a[k][p] + c * a[k][q]];
      for (let k = 0; k < 3; k++) [a[p][k], a[q][k]] = [c * a[p][k] - s * a[q][k], s * a[p][k] + c * a[q][k]];
      for (let k = 0; k < 3; k++) [v[k][p], v[k][q]] = [c * v[k][p] - s * v[k][q], s * v[k][p] + c * v[k][q]];
    }
  const [A, B, C] = [a[0][0], a[1][1], a[2][2]];
  const half = [B + C - A, A + C - B, A + B - C].map((sum) => Math.sqrt(Math.max(0, (6 * sum) / mass)) / 2);
  if (new THREE.Matrix3().set(...v[0], ...v[1], ...v[2]).determinant() < 0) for (const row of v) row[0] = -row[0];
  return { half, axes: v };
}

export class Stage {
  shows = { names: true, frames: false, masses: true, inertia: false };

  constructor(canvas, labels) {
    this.canvas = canvas;
    this.labelLayer = labels;
    this.renderer = new THREE.WebGLRenderer({ canvas, antialias: true, powerPreference: "low-power" });
    this.renderer.shadowMap.enabled = !isSoftware(this.renderer.getContext()); // it takes half of a processor's time
    this.renderer.shadowMap.type = THREE.PCFShadowMap;
    this.scene = new THREE.Scene();
    this.camera = new THREE.PerspectiveCamera(32, 1, 0.01, 100);
    this.camera.up.copy(up);
    this.controls = new OrbitControls(this.camera, canvas);
    this.controls.enableDamping = false;
    this.controls.maxPolarAngle = Math.PI * 0.53;
    this.controls.addEventListener("start", () => {
      this.view = null;
    });
    this.controls.addEventListener("change", () => this.invalidate());
    this.world = new THREE.Group(); // the robot with its base, which a log may turn
    this.scene.add(this.world);
    this.drawn = 0;
    new ResizeObserver(() => this.resize()).observe(canvas.parentElement);
  }

  // model: placed at the pose that the robot is first shown in
  show(robot, model, isDark) {
    this.robot = robot;
    this.model = model;
    this.rows = robot.rows.map((row, index) => ({ ...row, index, children: [], group: new THREE.Group() }));
    const byName = new Map(this.rows.map((row) => [row.name, row]));
    for (const row of this.rows) byName.get(row.parent)?.children.push(row);
    for (const row of this.rows) {
      row.group.matrixAutoUpdate = false;
      this.world.add(row.group);
    }
    this.measure();
    this.paint(isDark);
    this.view = "iso";
    this.resize();
  }

  // how large the robot is, and where its middle is
  measure() {
    const box = new THREE.Box3();
    const at = new THREE.Vector3();
    this.place();
    for (const row of this.rows) {
      box.expandByPoint(at.setFromMatrixPosition(row.group.matrix));
      box.expandByPoint(
        at
          .set(...row.com)
          .multiplyScalar(row.children.length ? 1 : 2)
          .applyMatrix4(row.group.matrix),
      );
    }
    if (!this.floats()) box.expandByPoint(at.set(0, 0, 0));
    this.size = Math.max(box.getSize(at).length(), 1e-3);
    this.middle = box.getCenter(new THREE.Vector3());
    const lengths = this.rows
      .map(({ at }) => Math.hypot(...at))
      .filter((length) => length > 0)
      .sort((a, b) => a - b);
    // what thicknesses are measured in: a long chain's links are not to run into each other
    this.unit = Math.min(this.size, 10 * (lengths[lengths.length >> 1] ?? this.size));
    this.room = 1.12 * this.size; // what the camera has to have in its view
    this.floor = this.floats() ? Math.min(box.min.z, 0) : Math.min(0, box.min.z);
  }
  // all of what the robot does has to be seen: the places [x, y, z, ...] that its rows come to
  keepInView(places) {
    const box = new THREE.Box3().setFromArray(places);
    if (!this.floats()) box.expandByPoint(new THREE.Vector3());
    box.getCenter(this.middle);
    const at = new THREE.Vector3();
    this.room = this.size;
    for (let i = 0; i < places.length; i += 3)
      this.room = Math.max(this.room, 2.1 * at.fromArray(places, i).distanceTo(this.middle));
    if (box.min.z < this.floor) this.lay(box.min.z - 0.06 * this.size);
    if (this.view) this.look(this.view);
  }
  floats() {
    return this.rows[0]?.joint === "floating";
  }

  // everything that has a colour: called again when the scheme changes
  paint(isDark) {
    const t = (this.theme = themes[isDark ? "dark" : "light"]);
    this.isDark = isDark;
    const s = this.size;
    for (const thing of [this.grid, this.shade, this.lights, this.foot, this.column, this.trail])
      if (thing) this.discard(thing);
    this.trail = undefined;
    for (const row of this.rows) for (const child of [...row.group.children]) this.discard(child);
    this.labelLayer.replaceChildren();
    this.scene.background = new THREE.Color(t.ground);

    this.lights = new THREE.Group();
    const sun = new THREE.DirectionalLight(0xffffff, t.sun);
    sun.position.copy(this.middle).add(new THREE.Vector3(0.7, -1.1, 1.9).multiplyScalar(1.6 * s));
    sun.target.position.copy(this.middle);
    sun.castShadow = true;
    sun.shadow.mapSize.set(1024, 1024);
    Object.assign(sun.shadow.camera, {
      left: -1.4 * s,
      right: 1.4 * s,
      top: 1.4 * s,
      bottom: -1.4 * s,
      near: 0.05 * s,
      far: 8 * s,
    });
    sun.shadow.radius = 3;
    sun.shadow.normalBias = 0.01 * s;
    const sky = new THREE.HemisphereLight(t.sky, t.earth, t.fill);
    sky.position.copy(up);
    this.lights.add(sun, sun.target, sky);

    this.cell = nice(s / 5);
    this.grid = new THREE.Mesh(
      new THREE.PlaneGeometry(24 * s, 24 * s),
      new THREE.ShaderMaterial({
        ...gridShader,
        transparent: true,
        depthWrite: false,
        uniforms: {
          cell: { value: this.cell },
          reach: { value: 3 * s },
          weak: { value: new THREE.Color(t.grid) },
          strong: { value: new THREE.Color(t.gridStrong) },
        },
      }),
    );
    this.shade = new THREE.Mesh(
      new THREE.PlaneGeometry(12 * s, 12 * s),
      new THREE.ShadowMaterial({ opacity: t.shadow, depthWrite: false }),
    );
    this.shade.receiveShadow = true;
    this.column = new THREE.Mesh(
      new THREE.CylinderGeometry(0.04 * s, 0.055 * s, 1, 40),
      new THREE.MeshStandardMaterial({ color: t.base, roughness: 0.8 }),
    );
    this.column.rotation.x = Math.PI / 2;
    this.scene.add(this.lights, this.grid, this.shade, this.column);
    this.lay(this.floor);

    this.material = new THREE.MeshStandardMaterial({ color: t.link, roughness: 0.55, metalness: 0.05 });
    this.symbol = massSymbol(t.mass, t.ground);
    this.links();
    this.toggle();
    this.invalidate();
  }

  // the ground at this height; a base that stands on nothing gets a column
  lay(floor) {
    this.floor = floor;
    this.grid.position.z = floor;
    this.shade.position.z = floor + 1e-4 * this.size;
    this.column.visible = !this.floats() && floor < 0;
    this.column.scale.y = Math.max(-floor, 1e-6);
    this.column.position.z = floor / 2;
  }

  discard(thing) {
    thing.traverse((part) => {
      part.geometry?.dispose();
      if (part.material !== this.material) part.material?.dispose?.();
    });
    thing.removeFromParent();
  }

  links() {
    const t = this.theme,
      s = this.unit;
    const moving = this.rows.filter((row) => row.freedoms > 0);
    const solid = (geometry, material) =>
      Object.assign(new THREE.Mesh(geometry, material), { castShadow: true, receiveShadow: true });
    const between = (mesh, from, to) => {
      mesh.position.addVectors(from, to).multiplyScalar(0.5);
      mesh.quaternion.setFromUnitVectors(new THREE.Vector3(0, 1, 0), to.clone().sub(from).normalize());
      return mesh;
    };
    const origin = new THREE.Vector3();
    for (const row of this.rows) {
      row.marks = { frames: [], masses: [], inertia: [], names: [] };
      const colour = new THREE.Color(colourOf(Math.max(0, moving.indexOf(row)), this.isDark));
      const ends = row.children.map((child) => new THREE.Vector3(...child.at));
      const com = new THREE.Vector3(...row.com);
      if (!ends.length) ends.push(com.clone().multiplyScalar(com.length() > 0.015 * s ? 1.8 : 0));
      const length = Math.max(...ends.map((end) => end.length()), 0.03 * s);
      // as thick as steel and aluminium of that mass and length would be, within what is good to look at
      const radius = clamp(
        Math.sqrt(row.mass / (Math.PI * length * 2500)),
        0.011 * s,
        Math.max(0.014 * s, Math.min(0.03 * s, 0.26 * length)),
      );
      row.radius = radius;
      const box = row.mass > 0 ? inertiaBox(row.mass, row.inertia) : null;
      const turned =
        box &&
        new THREE.Matrix4().set(
          box.axes[0][0],
          box.axes[0][1],
          box.axes[0][2],
          row.com[0],
          box.axes[1][0],
          box.axes[1][1],
          box.axes[1][2],
          row.com[1],
          box.axes[2][0],
          box.axes[2][1],
          box.axes[2][2],
          row.com[2],
          0,
          0,
          0,
          1,
        );
      const edges = box && box.half.map((half) => Math.max(2 * half, 0.008 * s));

      if (box && (row.children.length > 1 || row.joint === "floating")) {
        const trunk = solid(new RoundedBoxGeometry(...edges, 4, 0.25 * Math.min(...edges)), this.material);
        trunk.applyMatrix4(turned);
        row.group.add(trunk);
      }
      for (const end of ends)
        if (end.length() > 0.012 * s) {
          const thin = row.children.length > 1 ? 0.7 * radius : radius;
          row.group.add(
            between(solid(new THREE.CapsuleGeometry(thin, end.length(), 6, 20), this.material), origin, end),
          );
        }
      if (row.freedoms > 0 && row.joint !== "floating") row.group.add(this.drum(row, colour, radius, solid, between));

      if (row.mass > 0) {
        const dot = new THREE.Sprite(new THREE.SpriteMaterial({ map: this.symbol, depthTest: false }));
        dot.scale.setScalar(0.028 * s);
        dot.position.copy(com);
        dot.renderOrder = 2;
        row.marks.masses.push(dot);
        const ghost = new THREE.Mesh(
          new THREE.BoxGeometry(...edges),
          new THREE.MeshBasicMaterial({ color: t.box, transparent: true, opacity: 0.13, depthWrite: false }),
        );
        ghost.add(
          new THREE.LineSegments(
            new THREE.EdgesGeometry(ghost.geometry),
            new THREE.LineBasicMaterial({ color: t.box }),
          ),
        );
        ghost.applyMatrix4(turned);
        row.marks.inertia.push(ghost);
      }
      const frame = new THREE.AxesHelper(0.075 * s);
      frame.material.depthTest = false;
      frame.renderOrder = 3;
      row.marks.frames.push(frame);
      row.group.add(...row.marks.masses, ...row.marks.inertia, ...row.marks.frames);

      row.label = Object.assign(document.createElement("span"), { textContent: row.name, className: "name" });
      row.label.style.setProperty("--colour", `#${colour.getHexString()}`);
      this.labelLayer.append(row.label);
    }

    this.foot = new THREE.Group();
    for (const row of this.rows.filter(({ parent, joint }) => parent === "world" && joint !== "floating")) {
      const material = new THREE.MeshStandardMaterial({ color: t.base, roughness: 0.7 });
      const wide = Math.max(0.045 * s, 1.6 * row.radius),
        to = new THREE.Vector3(...row.at);
      const plate = solid(new THREE.CylinderGeometry(wide, 1.15 * wide, 0.02 * s, 40), material);
      plate.rotation.x = Math.PI / 2;
      plate.position.z = 0.01 * s;
      this.foot.add(plate);
      if (to.length() > 0.03 * s)
        this.foot.add(
          between(
            solid(new THREE.CylinderGeometry(0.85 * row.radius, 1.1 * row.radius, to.length(), 32), material),
            origin,
            to,
          ),
        );
    }
    this.world.add(this.foot);
  }

  // what stands for the joint, in its colour
  drum(row, colour, radius, solid, between) {
    const material = new THREE.MeshStandardMaterial({ color: colour, roughness: 0.45, metalness: 0.05 });
    row.drum = material;
    const axis = new THREE.Vector3(...axisOf(row)),
      s = this.unit;
    if (row.joint === "spherical" || row.joint === "universal")
      return solid(new THREE.SphereGeometry(1.5 * radius, 28, 20), material);
    const along = (length) => [axis.clone().multiplyScalar(-length / 2), axis.clone().multiplyScalar(length / 2)];
    if (row.joint.startsWith("prismatic") || row.joint === "cylindrical") {
      const block = solid(new RoundedBoxGeometry(2.6 * radius, 3.2 * radius, 2.6 * radius, 3, 0.3 * radius), material);
      return between(block, ...along(1));
    }
    const thick = Math.max(radius, 0.9 * (this.rows.find(({ name }) => name === row.parent)?.radius ?? 0)); // not inside the parent's link
    const length = Math.max(2.7 * thick, 0.035 * s);
    return between(
      solid(new THREE.CylinderGeometry(1.25 * thick, 1.25 * thick, length, 36), material),
      ...along(length),
    );
  }

  // rows to where limb says they are
  place() {
    const p = this.model.poses;
    this.rows.forEach(({ group }, index) => {
      const k = 12 * index;
      group.matrix.set(
        p[k],
        p[k + 1],
        p[k + 2],
        p[k + 9],
        p[k + 3],
        p[k + 4],
        p[k + 5],
        p[k + 10],
        p[k + 6],
        p[k + 7],
        p[k + 8],
        p[k + 11],
        0,
        0,
        0,
        1,
      );
      group.matrixWorldNeedsUpdate = true;
    });
    this.invalidate();
  }

  // the base's attitude: Rz(yaw) Ry(pitch) Rx(roll)
  tilt(yaw, pitch, roll) {
    this.world.rotation.set(roll, pitch, yaw, "ZYX");
    this.invalidate();
  }

  // Where tips have just been, fading: [{row, points: [x, y, z, ...]}], oldest first, trailLength points at most. Lines are made
  // once: a new material would be a new program for the GPU.
  showTrail(trail) {
    if (!this.trail) {
      this.trail = new THREE.Group();
      this.world.add(this.trail);
    }
    trail.forEach(({ row, points }, i) => {
      const line = this.trail.children[i] ?? this.trailLine(row);
      const at = line.geometry.attributes.position,
        first = trailLength - points.length / 3;
      at.array.set(points, 3 * first);
      at.needsUpdate = true;
      line.geometry.setDrawRange(first, points.length / 3);
    });
    this.trail.visible = trail.length > 0;
    this.invalidate();
  }
  trailLine(row) {
    const moving = this.rows.filter(({ freedoms }) => freedoms > 0);
    const { r, g, b } = new THREE.Color(colourOf(Math.max(0, moving.indexOf(this.rows[row])), this.isDark));
    const fade = Array.from({ length: trailLength }, (_, i) => [r, g, b, (i / trailLength) ** 1.5]).flat();
    const geometry = new THREE.BufferGeometry();
    geometry.setAttribute("position", new THREE.BufferAttribute(new Float32Array(3 * trailLength), 3));
    geometry.setAttribute("color", new THREE.Float32BufferAttribute(fade, 4));
    const line = new THREE.Line(geometry, new THREE.LineBasicMaterial({ vertexColors: true, transparent: true }));
    line.frustumCulled = false;
    this.trail.add(line);
    return line;
  }

  toggle(what) {
    if (what) this.shows[what] = !this.shows[what];
    for (const { marks } of this.rows)
      for (const kind of ["frames", "masses", "inertia"])
        for (const mark of marks[kind]) mark.visible = this.shows[kind];
    // masses and frames lie inside links: these become glass when one looks for them
    const glass = this.shows.frames || this.shows.inertia;
    Object.assign(this.material, {
      transparent: glass,
      opacity: glass ? 0.45 : 1,
      depthWrite: !glass,
      needsUpdate: true,
    });
    this.labelLayer.hidden = !this.shows.names;
    this.invalidate();
  }

  highlight(index) {
    for (const row of this.rows) {
      row.drum?.emissive.set(row.index === index ? row.drum.color : 0x000000);
      if (row.drum) row.drum.emissiveIntensity = 0.55;
      row.label.classList.toggle("on", row.index === index);
    }
    this.invalidate();
  }

  // the whole robot from this side, as large as it fits
  look(view) {
    this.view = view; // until the user turns it
    const tan = Math.tan((this.camera.fov * Math.PI) / 360),
      narrow = Math.atan(tan * Math.min(1, this.camera.aspect));
    const away = (0.53 * this.room) / Math.sin(narrow);
    this.controls.target.copy(this.middle);
    this.camera.position.copy(this.middle).add(new THREE.Vector3(...views[view]).normalize().multiplyScalar(away));
    Object.assign(this.camera, { near: 0.01 * this.size, far: 20 * this.size });
    this.controls.minDistance = 0.2 * this.size;
    this.controls.maxDistance = 6 * this.room;
    this.camera.updateProjectionMatrix();
    this.controls.update();
    this.invalidate();
  }

  // turns the camera about the robot, or moves it nearer
  orbit(right, rise, nearer = 1) {
    this.view = null;
    const offset = this.camera.position.clone().sub(this.controls.target);
    const around = new THREE.Spherical().setFromVector3(new THREE.Vector3(offset.x, offset.z, -offset.y));
    around.theta += right;
    around.phi = clamp(around.phi - rise, 0.01, this.controls.maxPolarAngle);
    around.radius = clamp(around.radius / nearer, this.controls.minDistance, this.controls.maxDistance);
    const y = new THREE.Vector3().setFromSpherical(around);
    this.camera.position.copy(this.controls.target).add(new THREE.Vector3(y.x, -y.z, y.y));
    this.controls.update();
    this.invalidate();
  }

  resize() {
    const { clientWidth: width, clientHeight: height } = this.canvas.parentElement;
    if (!width || !height) return;
    [this.width, this.height] = [width, height]; // asked for here only: it makes the browser lay the page out
    this.renderer.setPixelRatio(Math.min(devicePixelRatio, 2));
    this.renderer.setSize(width, height, false);
    this.camera.aspect = width / height;
    this.camera.updateProjectionMatrix();
    if (this.view) this.look(this.view);
    this.invalidate();
  }

  invalidate() {
    this.pending ??= requestAnimationFrame(() => {
      this.pending = undefined;
      this.draw();
    });
  }

  draw() {
    if (!this.robot || !this.lights) return;
    this.renderer.render(this.scene, this.camera);
    this.drawn++;
    if (!this.shows.names) return;
    const { width, height } = this;
    const at = new THREE.Vector3();
    const taken = [];
    for (const row of this.rows) {
      at.setFromMatrixPosition(row.group.matrixWorld).project(this.camera);
      const x = ((at.x + 1) / 2) * width + 12,
        y = ((1 - at.y) / 2) * height;
      const hidden = at.z > 1 || taken.some(([u, v]) => Math.abs(u - x) < 64 && Math.abs(v - y) < 15);
      row.label.style.visibility = hidden ? "hidden" : "visible";
      if (hidden) continue;
      taken.push([x, y]);
      row.label.style.transform = `translate(${x.toFixed(1)}px, ${y.toFixed(1)}px) translateY(-50%)`;
    }
  }
}

// the draughtsman's sign for a centre of mass: a circle with two quarters filled
function massSymbol(ink, paper) {
  const canvas = Object.assign(document.createElement("canvas"), { width: 64, height: 64 });
  const draw = canvas.getContext("2d");
  const style = (colour) => `#${colour.toString(16).padStart(6, "0")}`;
  const arc = (radius, from, to) => {
    draw.beginPath();
    draw.moveTo(32, 32);
    draw.arc(32, 32, radius, from, to);
    draw.fill();
  };
  draw.fillStyle = style(ink);
  arc(31, 0, 2 * Math.PI);
  draw.fillStyle = style(paper);
  arc(25, 0, 2 * Math.PI);
  draw.fillStyle = style(ink);
  arc(25, 0, Math.PI / 2);
  arc(25, Math.PI, 1.5 * Math.PI);
  const texture = new THREE.CanvasTexture(canvas);
  texture.colorSpace = THREE.SRGBColorSpace;
  return texture;
}

// no GPU: the processor draws
function isSoftware(gl) {
  const facts = gl.getExtension("WEBGL_debug_renderer_info");
  return /swiftshader|llvmpipe|software/i.test(gl.getParameter(facts ? facts.UNMASKED_RENDERER_WEBGL : gl.RENDERER));
}

// the nearest of 1, 2, 5 times a power of ten that is not above x
function nice(x) {
  const power = 10 ** Math.floor(Math.log10(x));
  return power * (x / power >= 5 ? 5 : x / power >= 2 ? 2 : 1);
}
