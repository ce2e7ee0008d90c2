// Plays the tune of the stage. Off until its button is pressed: until then there is not even an AudioContext.
//
// When points are edited it goes on with the new notes, so that the sound is always that of the picture. It stops on
// Escape, at another step, page or tab, and when nothing is left to play.
import { caption, notesOf, sentence, summary } from "./notes.js";
import { PlaybackBar } from "./playback_bar.js";
import { Player } from "./player.js";
import { SoundingRing } from "./sounding_ring.js";
import { Synthesiser } from "./synthesiser.js";
import { remember, remembered } from "./volume.js";

export class Playback {
  // `plot` is the stage's, `body` holds what is laid over it. `place()` names lesson and step, `hidden()` lists the parts
  // that this step hides.
  constructor({ plot, body, place, hidden }) {
    Object.assign(this, { place, hidden, notes: [] });
    const volume = remembered();
    const synthesiser = new Synthesiser(volume);
    this.player = new Player(synthesiser, { onNote: (note) => this.show(note), onEnd: () => this.stop() });
    this.ring = new SoundingRing(plot);
    this.bar = new PlaybackBar(body, {
      volume,
      onPress: () => (this.player.on ? this.stop() : this.play()),
      onVolume: (chosen) => {
        synthesiser.setVolume(chosen);
        remember(chosen);
      },
    });
    this.listeners = [
      [document, "keydown", (event) => this.key(event)],
      [document, "visibilitychange", () => document.hidden && this.stop()],
      [window, "pagehide", () => this.stop()],
    ];
    // First of all, so that Escape does nothing else.
    for (const [node, name, handler] of this.listeners) node.addEventListener(name, handler, true);
  }

  // The tune of the scene that is painted now, if it has one.
  take(tune) {
    const notes = tune ? notesOf(tune, this.hidden()) : [];
    this.notes = notes;
    this.bar.offer(notes.length > 0);
    if (!this.player.on) this.bar.caption(summary(notes));
    else if (!notes.length || this.place() !== this.began) this.stop();
    else this.player.replace(notes);
  }

  play() {
    Object.assign(this, { began: this.place(), announced: new Set() });
    this.bar.press(true);
    this.player.play(this.notes);
  }

  stop() {
    if (!this.player.on) return;
    this.player.stop();
    this.ring.show(null);
    this.bar.press(false);
    this.bar.announce("");
    this.bar.caption(summary(this.notes));
  }

  // The note that sounds, null in a rest: its caption then stays.
  show(note) {
    this.ring.show(note);
    if (!note) return;
    this.bar.caption(caption(note));
    // Once, also where the notes of two voices take turns.
    const { label } = note.voice;
    if (!this.announced.has(label)) this.bar.announce(sentence(note.voice));
    this.announced.add(label);
  }

  // An open dialog closes as well.
  key(event) {
    if (event.key !== "Escape" || !this.player.on) return;
    this.stop();
    if (document.querySelector("dialog[open]")) return;
    event.preventDefault();
    event.stopPropagation();
  }

  destroy() {
    for (const [node, name, handler] of this.listeners) node.removeEventListener(name, handler, true);
    this.stop();
    this.player.destroy();
  }
}
