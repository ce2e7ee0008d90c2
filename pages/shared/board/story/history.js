// The browser's Back goes one step back: each step that is left stays in the history of the tab.

export class StepHistory {
  // `returns({lab, step})` opens what an address of this page says.
  constructor(returns) {
    this.page = location.pathname;
    this.moved = (event) => {
      if (location.pathname !== this.page) return;
      event.stopImmediatePropagation(); // Streamlit would run the whole page again
      const says = new URLSearchParams(location.search);
      returns({ lab: says.get("lab") === "1", step: Number(says.get("step")) || 1 });
    };
    addEventListener("popstate", this.moved, true);
  }

  // The place that is open now stays; what is opened next replaces its copy.
  leave() {
    history.pushState(history.state, "", location.href);
  }

  destroy() {
    removeEventListener("popstate", this.moved, true);
  }
}
