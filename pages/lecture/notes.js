// Follows what is presented in another window of this browser: the state of the talk, and the part of the sheet for its step.
const CHANNEL = "neural-processes-lecture";

export default function ({ data, parentElement }) {
  const now = parentElement.querySelector(".now");
  const channel = new BroadcastChannel(CHANNEL);
  channel.onmessage = ({ data: { lesson, step, stop } }) => {
    if (!lesson) return;
    if (lesson !== data.lesson) return location.replace(new URL(`?lesson=${lesson}`, location.href));
    const place = stop && [`${stop.at + 1} of ${stop.count}`, stop.minute !== null && `minute ${stop.minute}`].filter(Boolean).join(", ");
    now.textContent = stop ? `${place}: ${stop.note}` : "";
    document.querySelector(`.st-key-step-${step}`)?.scrollIntoView({ block: "start" });
  };
  channel.postMessage({ joins: true });
  return () => channel.close();
}
