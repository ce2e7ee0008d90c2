// What the server knows of votes that are still hidden, for the lecturer alone: it stands on a sheet of the lecturer's (a phone
// with the lecturer's link) and in the window with the notes, and never on a page that a hall looks at.
import { CHANNEL } from "../presenter/talk.js";

// For a view of the room; "" where there is none.
export const adviceOn = (view) => (view?.discuss ? "Between 30% and 70% are right: show the votes, let neighbours discuss, then take a second round." : "");

export class Advice {
  constructor() {
    this.channel = globalThis.BroadcastChannel ? new BroadcastChannel(CHANNEL) : null;
  }

  // A window that is opened later gets the next one.
  give(view) {
    this.channel?.postMessage({ advice: adviceOn(view) });
  }

  end() {
    this.channel?.close();
  }
}
