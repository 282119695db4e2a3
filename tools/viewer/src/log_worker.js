// Reads a log beside the page's own thread: the whole file, or what a running `tools/limb hil` appends. Posts
//   {names}           a log begins: the columns' names
//   {columns, count}  more rows: one Float64Array for each column
//   {end, summary}    the file has been read; summary is the run's own
//   {error}
let rest = "";
let names = null;
let waiting = "";

function begin() {
  rest = waiting = "";
  names = null;
}

// whole lines; the first one of a log has the names
function read(text) {
  const lines = (rest + text).split("\n");
  rest = lines.pop();
  if (!names && lines.length) {
    names = lines.shift().split(",");
    if (!names.includes("time")) throw new Error("this is no log of tools/limb hil: it has no column 'time'");
    postMessage({ names });
  }
  if (!lines.length) return;
  const columns = names.map(() => new Float64Array(lines.length));
  let count = 0;
  for (const line of lines) {
    const cells = line.split(",");
    if (cells.length !== names.length) continue; // half a row, of a run that was stopped
    for (let i = 0; i < cells.length; i++) columns[i][count] = Number(cells[i]);
    count++;
  }
  postMessage(
    { columns, count },
    columns.map((column) => column.buffer),
  );
}

async function readFile() {
  const [reply, summary] = await Promise.all([
    fetch("log.csv"),
    fetch("log.json").then(
      (r) => (r.ok ? r.json() : {}),
      () => ({}),
    ),
  ]);
  if (!reply.ok) throw new Error(`the log cannot be read: ${reply.status}`);
  const reader = reply.body.pipeThrough(new TextDecoderStream()).getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (!done) waiting += value;
    if (waiting.length > 1 << 20 || done) {
      read(waiting);
      waiting = "";
    }
    if (done) return postMessage({ end: true, summary });
  }
}

function follow() {
  const events = new EventSource("live");
  events.addEventListener("anew", () => begin());
  events.addEventListener("rows", ({ data }) => {
    try {
      read(JSON.parse(data));
    } catch (error) {
      events.close();
      postMessage({ error: error.message });
    }
  });
}

onmessage = ({ data }) => {
  begin();
  if (data.live) follow();
  else readFile().catch((error) => postMessage({ error: error.message }));
};
