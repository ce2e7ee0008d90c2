// Follows what is presented in another window of this browser: the state of the talk, and the part of the sheet for its step.
const CHANNEL = "neural-processes-lecture";

export default function ({ data, parentElement }) {
  const [now, elapsed, advice] = [".now", ".elapsed", ".advice"].map((name) => parentElement.querySelector(name));
  let began = null;
  const tick = () => {
    const seconds = began === null ? null : Math.max(0, Math.floor((Date.now() - began) / 1000));
    elapsed.textContent = seconds === null ? "" : `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")} since the start`;
  };
  const clock = setInterval(tick, 1000);
  const channel = new BroadcastChannel(CHANNEL);
  channel.onmessage = ({ data: { lesson, step, stop, advice: given } }) => {
    if (given !== undefined) advice.textContent = given;
    if (!lesson) return;
    if (lesson !== data.lesson) return location.replace(new URL(`?lesson=${lesson}`, location.href));
    const place = stop && [`${stop.at + 1} of ${stop.count}`, stop.minute !== null && `minute ${stop.minute}`].filter(Boolean).join(", ");
    began = stop?.began ?? null;
    tick();
    now.textContent = stop ? `${place}: ${stop.note}` : "";
    document.querySelector(`.st-key-step-${step}`)?.scrollIntoView({ block: "start" });
  };
  channel.postMessage({ joins: true });
  return () => {
    clearInterval(clock);
    channel.close();
  };
}
