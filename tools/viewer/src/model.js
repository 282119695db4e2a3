// limb itself, compiled to WebAssembly for one robot (tools/viewer/model.cpp): arrays to write and read, and its sweeps.

export async function loadModel(address, robot) {
  const { instance } = await WebAssembly.instantiateStreaming(fetch(address));
  const limb = instance.exports;
  const floats = (start, count) => new Float32Array(limb.memory.buffer, start(), count);
  return {
    q: floats(limb.q, robot.positions),
    qd: floats(limb.qd, robot.dof),
    qdd: floats(limb.qdd, robot.dof),
    tau: floats(limb.tau, robot.dof), // what the last of gravityTorque and inverseDynamics gave
    poses: floats(limb.poses, 12 * robot.rows.length), // of each row: rotation row by row, position
    locate: limb.locate,
    gravityTorque: limb.gravity_torque,
    inverseDynamics: limb.inverse_dynamics,
    bits: (states) => limb.bits(states) >>> 0,
  };
}
