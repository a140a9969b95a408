// What is said of a change, and what can be done with it.

import { nameOf, sureness } from "/page/text.js";
import { make } from "/page/view.js";

export class Panel {
  constructor(dialog, body, close, act) {
    this.dialog = dialog;
    this.body = body;
    this.act = act;
    this.opener = null;
    close.addEventListener("click", () => this.close());
    addEventListener("resize", () => {
      if (this.dialog.open && this.opener) this.place(this.opener);
    });
    dialog.addEventListener("keydown", (event) => {
      if (event.key === "Escape") {
        event.preventDefault();
        this.close();
      }
    });
  }

  open(sentence, edits, opener) {
    this.mark(opener);
    const parts = edits.length ? edits : [null];
    this.body.replaceChildren(...parts.map((edit) => (
      edit ? this.part(sentence, edit) : make("p", {}, "This follows from another change in the sentence.")
    )));
    if (!this.dialog.open) this.dialog.show();
    this.place(opener);
    (this.body.querySelector("button") || this.dialog.querySelector("button")).focus();
  }

  // Beside the words on a wide screen; a narrow one has it at its foot.
  place(opener) {
    const { style } = this.dialog;
    if (!matchMedia("(min-width: 52.01rem)").matches) {
      style.cssText = "";
      return;
    }
    const words = opener.getBoundingClientRect();
    const own = this.dialog.getBoundingClientRect();
    const left = Math.max(12, Math.min(words.left, innerWidth - own.width - 24));
    const below = words.bottom + 8;
    const top = below + own.height < innerHeight || words.top < own.height ? below : words.top - own.height - 8;
    style.position = "absolute";
    style.inset = "auto";
    style.left = `${left + scrollX}px`;
    style.top = `${top + scrollY}px`;
  }

  close() {
    this.dialog.close();
    const opener = this.opener;
    this.mark(null);
    opener?.focus();
  }

  mark(button) {
    this.opener?.classList.remove("on");
    this.opener = button;
    button?.classList.add("on");
  }

  part(sentence, edit) {
    const act = (name, value) => () => this.act(sentence, edit, name, value);
    const button = (text, name, value, kind = "") => make("button", { type: "button", class: kind, onclick: act(name, value) }, text);
    const was = edit.old.trim();
    const now = edit.new.trim();
    const swap = make("p", { class: "swap" });
    if (edit.operation === "split") swap.append("“", make("del", {}, was), "” → “", make("mark", { class: "new" }, now), "”");
    else if (now) swap.append(make("del", {}, was), " → ", make("mark", { class: "new" }, now));
    else swap.append(make("del", {}, was));
    const section = make("section", { "aria-label": `${nameOf(edit)}: ${was}` },
      make("h3", {}, nameOf(edit)), swap, make("p", { class: "why" }, `${sureness(edit)} (${Math.round(edit.acceptable * 100)} %).`));
    const row = make("div", { class: "row" });
    if (edit.accepted) row.append(button("Put the old words back", "refuse"));
    else row.append(button("Make this change", "accept", undefined, "primary"));
    if (edit.operation !== "split" && was) row.append(button(`Always keep “${was}”`, "keep", was));
    section.append(row);
    const others = (edit.alternatives || []).filter((one) => one.text && one.text !== edit.new);
    if (edit.operation === "replace" && others.length) {
      section.append(make("p", { class: "hint" }, "Other words:"),
        make("div", { class: "row" }, ...others.map((one) => button(one.text, "other", one.text))));
    }
    return section;
  }
}
