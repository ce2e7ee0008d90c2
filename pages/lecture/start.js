// Hands the talk to the boards of this tab (presenter/talk.js), and opens its first state.
const KEPT = "neural-processes-talk";

export default function ({ data, parentElement }) {
  const { talk, notes } = data;
  const [first] = talk.stops;
  const opened = (address, says) => new URL(`${address || "."}?${new URLSearchParams(says)}`, document.baseURI);
  const state = first.step === null ? Object.fromEntries(new URLSearchParams(first.says)) : { step: first.step }; // null: a lab
  parentElement.querySelector('[data-act="start"]').onclick = () => {
    sessionStorage.setItem(KEPT, JSON.stringify({ ...talk, at: 0, arriving: true }));
    const afresh = parentElement.querySelector("input").checked ? { fresh: "all" } : {};
    location.assign(opened(first.address, { ...state, present: "1", ...afresh }));
  };
  // Of the same name: pressed again, it comes to the front.
  parentElement.querySelector('[data-act="notes"]').onclick = () => window.open(opened(notes, { lesson: first.lesson }), notes);
}
