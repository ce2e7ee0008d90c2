// This page as the stage inside that of a phone in a room (room=1): guesses and solutions go to that page, which sends them
// to the room. No outcome is shown before the room shows its votes; at once where it does not vote.

export const framed = new URLSearchParams(location.search).get("room") === "1" && window.parent !== window;

export function toPhone(fact) {
  if (framed) window.parent.postMessage(fact, location.origin);
}

// Calls `act(message)` for what the phone's page sends. Returns what ends that.
export function fromPhone(act) {
  const received = ({ origin, source, data }) => origin === location.origin && source === window.parent && act(data);
  if (framed) addEventListener("message", received);
  return () => removeEventListener("message", received);
}
