// The page of one document: edits are switched off and on, and the edits file is downloaded.
const edits = JSON.parse(document.getElementById("edits").textContent);
const outputs = JSON.parse(document.getElementById("outputs").textContent);
const byId = new Map();
for (const sentence of edits.sentences) {
  for (const edit of sentence.edits) byId.set(edit.id, edit);
}

function shown(sentence) {
  const own = outputs[sentence];
  let mask = 0;
  own.ids.forEach((ids, place) => {
    if (ids.every((id) => byId.get(id).accepted)) mask |= 1 << place;
  });
  return own.texts[mask];
}

function refresh(sentence) {
  const place = document.querySelector(`[data-sentence="${sentence}"]`);
  place.querySelector(".now").textContent = shown(sentence);
  for (const button of place.querySelectorAll("button")) {
    const on = button.dataset.ids.split(" ").every((id) => byId.get(id).accepted);
    button.setAttribute("aria-pressed", on ? "true" : "false");
  }
  count();
}

function switchTo(ids, on) {
  for (const id of ids) {
    const edit = byId.get(id);
    edit.accepted = on;
    if (on) {
      for (const other of edit.depends_on || []) switchTo([other], true);
      for (const other of edit.conflicts_with || []) {
        if (byId.get(other).accepted && !ids.includes(other)) switchTo([other], false);
      }
    } else {
      for (const other of byId.values()) {
        if (other.accepted && (other.depends_on || []).includes(id)) switchTo([other.id], false);
      }
    }
  }
}

function count() {
  const all = [...byId.values()].filter((edit) => edit.state !== "refused");
  const on = all.filter((edit) => edit.accepted).length;
  document.getElementById("count").textContent = `${on} edits accepted`;
}

document.querySelectorAll("[data-sentence]").forEach((place) => {
  place.addEventListener("click", (event) => {
    const button = event.target.closest("button");
    if (!button) return;
    const ids = button.dataset.ids.split(" ");
    switchTo(ids, button.getAttribute("aria-pressed") !== "true");
    refresh(place.dataset.sentence);
  });
});

document.getElementById("all").addEventListener("click", () => {
  for (const edit of byId.values()) edit.accepted = edit.state === "taken";
  Object.keys(outputs).forEach(refresh);
});
document.getElementById("none").addEventListener("click", () => {
  for (const edit of byId.values()) edit.accepted = false;
  Object.keys(outputs).forEach(refresh);
});
document.getElementById("download").addEventListener("click", () => {
  const blob = new Blob([JSON.stringify(edits, null, 1)], { type: "application/json" });
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = "edits.json";
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
});
count();

function theme(name) {
  document.documentElement.dataset.theme = name;
  document.getElementById("theme").textContent = name === "dark" ? "☀" : "☾";
}
theme(matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light");
document.getElementById("theme").addEventListener("click", () => {
  theme(document.documentElement.dataset.theme === "dark" ? "light" : "dark");
});
