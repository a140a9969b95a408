// The calls of the service. Every error is a `Problem` with the words that the service gave.

let token = "";

export function setToken(value) { token = value; }

export class Problem extends Error {
  constructor(body, status) {
    super(body.detail || "The service did not answer.");
    this.status = status;
    this.fix = body.fix || "";
  }
}

async function call(path, options = {}) {
  const headers = new Headers(options.headers);
  if (token) headers.set("Authorization", `Bearer ${token}`);
  let answer;
  try {
    answer = await fetch(path, { ...options, headers });
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new Problem({ detail: "The service does not answer.", fix: "Is it still running?" }, 0);
  }
  if (!answer.ok) {
    let body = {};
    try { body = await answer.json(); } catch { /* the status says enough */ }
    throw new Problem(body, answer.status);
  }
  return answer;
}

function post(path, body, signal) {
  const headers = { "Content-Type": "application/json" };
  return call(path, { method: "POST", headers, body: JSON.stringify(body), signal });
}

export async function models() {
  return (await (await call("/v1/models")).json()).models[0];
}

// Calls `on` with each line of the answer: head, sentences, summary.
export async function simplify(wish, on, signal) {
  const answer = await post("/v1/simplify", { ...wish, stream: true, considered: true }, signal);
  const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (;;) {
    const { value, done } = await reader.read();
    rest += value || "";
    const lines = rest.split("\n");
    rest = lines.pop();
    for (const line of lines) {
      const part = JSON.parse(line);
      if (part.problem) throw new Problem(part.problem, part.problem.status);
      on(part);
    }
    if (done) return;
  }
}

// What one sentence becomes with the edits that are marked as accepted.
export async function applySentence(sentence, paragraph, signal) {
  const own = (name) => `1.${name.split(".")[1]}`;
  const edits = sentence.edits.map((edit) => ({
    ...edit,
    id: own(edit.id),
    depends_on: (edit.depends_on || []).map(own),
    conflicts_with: (edit.conflicts_with || []).map(own),
  }));
  const file = {
    format: "seqlab-edits", version: 1, document: {}, settings: {},
    paragraphs: [{ text: paragraph.text, start: 0 }],
    sentences: [{ ...sentence, id: 1, paragraph: 0, edits }],
  };
  const answer = await post("/v1/apply", { text: paragraph.text, edits: file }, signal);
  return (await answer.json()).sentences[0].output;
}

export async function documentEdits(file, wish, onJob, signal) {
  return (await job("/v1/documents/edits", formOf(file, wish), onJob, signal)).json();
}

export async function documentWith(file, edits, isTracked, signal) {
  const form = new FormData();
  if (isTracked) form.append("tracked", "true");
  form.append("file", file);
  form.append("edits", JSON.stringify(edits));
  return (await job("/v1/documents/apply", form, () => {}, signal)).blob();
}

export async function asDocument(text, format) {
  return (await post("/v1/export", { text, format })).blob();
}

function formOf(file, wish) {
  const form = new FormData();
  form.append("file", file);
  if (wish.level) form.append("level", wish.level);
  form.append("strength", String(wish.strength));
  for (const word of wish.keep) form.append("keep", word);
  return form;
}

// Starts a job, tells how far it is, and gives its result.
async function job(path, form, onJob, signal) {
  form.append("job", "true");
  let state = await (await call(path, { method: "POST", body: form, signal })).json();
  const place = `/v1/jobs/${state.id}`;
  const stop = () => { call(place, { method: "DELETE" }).catch(() => {}); };
  signal?.addEventListener("abort", stop, { once: true });
  while (state.state === "waiting" || state.state === "running") {
    onJob(state);
    await new Promise((done) => { setTimeout(done, 250); });
    signal?.throwIfAborted();
    state = await (await call(place, { signal })).json();
  }
  const result = await call(`${place}/result`, { signal });
  signal?.removeEventListener("abort", stop);
  const blob = await result.blob();
  stop();
  return { json: async () => JSON.parse(await blob.text()), blob: async () => blob };
}
