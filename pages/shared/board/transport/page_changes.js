// Whether this page stays and Streamlit is connected: only then may the drawing be committed.
//
// Streamlit sends every rerun with the address of the page that it shows. Between a click on a link to another page
// and the moment that page appears, a commit would therefore bring the old page back: under load the click was without
// effect, or the new page broke. What waits here is committed by the next page's board. A rerun that is under way
// at the click would arrive on the next page and break it too: then the click waits for its end.

const UNDECIDED = 20_000; // a link that led nowhere: longer than a page ever takes to appear
const UNDER_WAY = 1000; // a rerun that takes longer is left behind
const NOTICED = 150; // until Streamlit shows that it runs what it was sent
const AGAIN = 20;

export class PageChanges {
  constructor() {
    this.leaving = this.sent = -Infinity;
    this.clicked = (event) => this.click(event);
    this.moved = () => this.leave();
    document.addEventListener("click", this.clicked, true);
    addEventListener("popstate", this.moved);
  }

  // The component, with an eye on what is sent by it.
  watched(component) {
    const send = (name) => (...args) => {
      this.sent = performance.now();
      component[name](...args);
    };
    return { ...component, setStateValue: send("setStateValue"), setTriggerValue: send("setTriggerValue") };
  }

  click(event) {
    const link = leads(event);
    if (!link) return;
    this.leave();
    if (link === this.passing || !this.underWay) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    this.follow(link, performance.now() + UNDER_WAY);
  }

  follow(link, until) {
    clearTimeout(this.following);
    if (this.underWay && performance.now() < until) {
      this.following = setTimeout(() => this.follow(link, until), AGAIN);
      return;
    }
    this.passing = link;
    link.click();
    this.passing = null;
  }

  get underWay() {
    return performance.now() - this.sent < NOTICED || Boolean(document.querySelector('[data-test-script-state="running"]'));
  }

  leave() {
    this.leaving = performance.now();
  }

  get sure() {
    return connected() && performance.now() - this.leaving > UNDECIDED;
  }

  destroy() {
    document.removeEventListener("click", this.clicked, true);
    removeEventListener("popstate", this.moved);
    clearTimeout(this.following);
  }
}

// True as long as Streamlit does not show otherwise.
export function connected() {
  const state = document.querySelector("[data-test-connection-state]")?.dataset.testConnectionState;
  return state === undefined || state === "CONNECTED";
}

// The link to another page of this app that a plain click follows, if it follows one.
function leads(event) {
  if (event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return null;
  const link = event.composedPath().find((node) => node instanceof HTMLAnchorElement && node.href);
  if (!link || (link.target && link.target !== "_self") || link.hasAttribute("download")) return null;
  return link.origin === location.origin && link.pathname !== location.pathname ? link : null;
}
