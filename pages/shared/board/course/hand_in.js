// A solved exercise is handed in: a name goes to the server, which judges what is drawn and signs a code.
import { copied } from "../dom/copied.js";
import { html } from "../dom/elements.js";

const OPEN = "What is drawn now does not solve the exercise: press Hand in when it says \u201cProven\u201d.";
const NO_CODES = "This server issues no codes.";
const UNTIL_RESTART = "This server has no lasting secret: the code can be checked until it is restarted.";
const YOURS = "For your name the exercise is a little different, and is on the plot now. Solve it, then hand it in.";
const FOR_TEACHER = "For your teacher. It states lesson, step, name and time; it is signed, so that any change shows.";

let name = ""; // typed once for all lessons

export class HandIn {
  // `message()` is the question about the open step; `vary(control, value)` sets what belongs to the name.
  constructor(root, { message, vary }) {
    Object.assign(this, { message, vary });
    this.button = html("button", { type: "button", class: "word story-hand-in", text: "Hand in" });
    this.button.addEventListener("click", () => this.open());
    this.dialog = html("dialog", { class: "sheet hand-in", "aria-label": "Hand in this exercise" }, root);
    this.dialog.addEventListener("click", (event) => event.target === this.dialog && this.dialog.close());
    const body = html("form", { class: "sheet-body", method: "dialog" }, this.dialog);
    html("h2", { text: "Hand in this exercise" }, body);
    const label = html("label", { text: "Your name " }, body);
    this.name = html("input", { type: "text", required: "", maxlength: 40, autocomplete: "name" }, label);
    html("button", { type: "submit", class: "sheet-button", text: "Get a code" }, body);
    this.code = html("output", { class: "hand-in-code" }, body);
    this.note = html("p", { role: "status" }, body);
    this.copy = html("button", { type: "button", class: "sheet-button", text: "Copy the code" }, body);
    this.copy.addEventListener("click", () => copied(this.copy, this.code));
    body.addEventListener("submit", (event) => {
      event.preventDefault();
      this.send();
    });
  }

  open() {
    this.name.value = name;
    this.show();
    this.dialog.showModal();
  }

  show(code = "", note = "") {
    this.code.value = code;
    this.code.hidden = this.copy.hidden = !code;
    this.copy.textContent = "Copy the code";
    this.note.textContent = note;
  }

  async send() {
    name = this.name.value;
    this.show("", "The code is being made\u2026");
    const found = await request(this.path, { ...this.message(), name });
    if (found?.kind === "proof") return this.show(found.code, `${FOR_TEACHER}${found.lasting ? "" : ` ${UNTIL_RESTART}`}`);
    if (found?.kind === "seed") this.vary(found.control, found.value);
    this.show("", { seed: YOURS, open: OPEN, error: found?.error?.message }[found?.kind] ?? NO_CODES);
  }

  // Stands last in `place` where there is something to hand in, and a server to hand it to.
  offer(place, path) {
    this.path = path;
    if (!path) this.button.remove();
    else if (place.lastChild !== this.button) place.append(this.button);
  }
}

async function request(path, message) {
  try {
    const response = await fetch(new URL(path, document.baseURI), { method: "POST", body: JSON.stringify(message) });
    return await response.json();
  } catch {
    return null; // no server, or one without this route
  }
}
