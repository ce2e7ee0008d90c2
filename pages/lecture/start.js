// Hands the talk to the boards of this tab (presenter/talk.js), and opens its first state; opens the room that they lead. Where
// another page gives a talk in that room, this one joins it.
import { setText } from "../shared/board/dom/elements.js";
import { held } from "../shared/board/room/held.js";
import { RoomSheet } from "../shared/board/room/room_sheet.js";

const KEPT = "neural-processes-talk";

export default function start({ data, parentElement }) {
  const { talk, notes } = data;
  const [first] = talk.stops;
  const button = (act) => parentElement.querySelector(`[data-act="${act}"]`);
  const opened = (address, says) => new URL(`${address || "."}?${new URLSearchParams(says)}`, document.baseURI);
  const state = first.step === null ? Object.fromEntries(new URLSearchParams(first.says)) : { step: first.step }; // null: a lab
  button("start").onclick = async () => {
    if (held.othersTalk) return joinTalk();
    sessionStorage.setItem(KEPT, JSON.stringify({ ...talk, at: 0, arriving: true, began: Date.now() }));
    const afresh = parentElement.querySelector("input").checked ? { fresh: "all" } : {};
    if (afresh.fresh && held.code) await held.clear(null, true);
    location.assign(opened(first.address, { ...state, present: "1", ...afresh }));
  };
  // Of the same name: pressed again, it comes to the front.
  button("notes").onclick = () => window.open(opened(notes, { lesson: first.lesson }), notes);
  const root = parentElement.querySelector(".join");
  root.leave ??= joined(root, button, parentElement.querySelector(".forgets-votes"), parentElement.querySelector(".fault")); // once: another plan has the same room
  return root.leave;
}

// The talk that another page gives, where it is now: this tab gives none.
function joinTalk() {
  sessionStorage.removeItem(KEPT);
  const url = new URL(held.view.place?.address || ".", new URL(".", document.baseURI));
  url.searchParams.set("present", "1");
  location.assign(url);
}

// The room is this tab's: the boards take it up. Returns what ends that here.
function joined(root, button, votes, fault) {
  const [starts, joins] = ["start", "join"].map(button);
  const sheet = new RoomSheet(root, held);
  joins.onclick = () => {
    if (!held.code && !held.former) held.open();
    sheet.toggle();
  };
  const show = () => {
    setText(joins, held.code ? `Join screen: room ${held.code}, ${held.view?.here ?? 0} here` : "Join screen");
    setText(fault, held.fault);
    setText(votes, held.code ? `, and the votes of room ${held.code}` : "");
    starts.disabled = Boolean(held.code) && !held.view && !held.fault; // whether a talk runs there is not known yet
    setText(starts, held.othersTalk ? "Join the talk" : "Start the talk");
    starts.title = held.othersTalk ? `A talk runs in room ${held.code}: this page turns it from where it is.` : "";
    sheet.refresh();
  };
  const unwatch = held.watch(show);
  held.resume();
  show();
  return () => {
    unwatch();
    held.handOver();
  };
}
