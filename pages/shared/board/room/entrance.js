// The way into a room by its code, and who this browser is in it.
import { html, setText } from "../dom/elements.js";
import { secret } from "./link.js";

const FORM = '<label for="code">Code of the room</label><input id="code" autocomplete="off" autocapitalize="none" spellcheck="false" maxlength="40"><p class="status" role="status"></p><button>Join</button>';
const AWAY = "The server cannot be reached; try it again.";

// A code is spoken and typed in many ways: "Be So Ro", "be-so-ro".
export const plain = (code) => code.toLowerCase().replace(/[^a-z]/g, "");

// Where a code is typed: it stays there, with a sentence, until there is such a room. `above` is where rooms lie.
export class Entrance {
  constructor(root, above, code = "") {
    this.form = html("form", { class: "enter" }, root);
    this.form.innerHTML = FORM;
    this.field = this.form.querySelector("input");
    this.status = this.form.querySelector("p");
    this.field.value = code;
    this.form.addEventListener("submit", (event) => {
      event.preventDefault();
      const wanted = plain(this.field.value);
      if (wanted) this.join(`${above}${wanted}`, wanted);
      else this.say("Type the code of the room: three syllables, as the lecturer's screen shows them.");
    });
  }

  async join(path, code) {
    const member = recalled(code) ?? secret();
    let found;
    try {
      const response = await fetch(path, { method: "POST", body: JSON.stringify({ kind: "here", member }) });
      found = await response.json();
    } catch {
      return this.say(AWAY);
    }
    if (found.kind === "error") return this.say(found.error.message);
    remember(code, member);
    location.assign(path);
  }

  say(text) {
    setText(this.status, text);
    this.field.focus();
  }
}

// One browser is one member of a room, after a reload as well. It is no one's name: random text, for this room alone.
export function identity(code) {
  const member = recalled(code) ?? secret();
  remember(code, member);
  return member;
}

function recalled(code) {
  try {
    return localStorage.getItem(`room:${code}`);
  } catch {
    return null; // a browser that keeps nothing
  }
}

function remember(code, member) {
  try {
    localStorage.setItem(`room:${code}`, member);
  } catch {
    // Then a reload is another member.
  }
}
