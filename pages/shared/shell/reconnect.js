// A server that was started anew has forgotten this page: its widgets, which rerun only a part of it, would be dead.
// Streamlit's front end requests nothing when it finds the server again, so this requests the whole page.
const STATE = "data-test-connection-state";

export default function ({ setTriggerValue }) {
  const app = document.querySelector(`[${STATE}]`);
  if (!app) return undefined;
  let lost = false;
  const watch = new MutationObserver(() => {
    const connected = app.getAttribute(STATE) === "CONNECTED";
    if (connected && lost) setTriggerValue("again", true);
    lost = !connected;
  });
  watch.observe(app, { attributeFilter: [STATE] });
  return () => watch.disconnect();
}
