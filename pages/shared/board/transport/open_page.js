// Another page of the app, opened without a reload: the session and the drawing stay.
//
// Streamlit keeps the links of its menu in lists that are closed, and on a phone in a side bar: they may not exist. It
// follows the history, as after "forward", and so the address is written there. The click on a link is for page_changes.js,
// which holds it back until a rerun has ended.
const KEPT = ["embed", "embed_options"]; // parameters that Streamlit's own links keep
const STREAMLIT = "[data-test-connection-state]"; // a folder of static files has none, and its pages are loaded anew

// `address` is relative to the app; "" is its first page.
export function openPage(address) {
  const url = new URL(address || ".", document.baseURI);
  const here = new URLSearchParams(location.search);
  for (const name of KEPT) for (const value of here.getAll(name)) url.searchParams.append(name, value);
  if (!document.querySelector(STREAMLIT)) return location.assign(url);
  const link = document.createElement("a");
  link.href = url;
  link.hidden = true;
  link.addEventListener("click", (event) => {
    event.preventDefault();
    link.remove();
    history.pushState({}, "", url);
    dispatchEvent(new PopStateEvent("popstate", { state: {} }));
  });
  document.body.append(link);
  link.click();
}
