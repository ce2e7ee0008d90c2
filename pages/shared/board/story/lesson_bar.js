// The line above a story: which lesson it is, the course, and the switch to the lab. In the lab the switch alone.
import { attrs, html, setText } from "../dom/elements.js";
import { openPage } from "../transport/open_page.js";

const MAP = "whole"; // the address of the lesson that shows where all others belong
let sought = null; // the place of a lesson on the map, from its link until that page opens

// {step, controls} that the page was opened for; null where it was opened for none.
export function mapArrival(lesson) {
  const place = lesson === MAP ? sought : null;
  sought = null;
  return place;
}

export class LessonBar {
  constructor(root, { onMode, onCourse }) {
    this.root = html("header", { class: "lesson-bar" });
    root.prepend(this.root);
    this.title = html("span", { class: "lesson-title" }, this.root);
    this.place = html("span", { class: "lesson-place" }, this.root);
    this.map = html("button", { type: "button", class: "lesson-map", title: "The whole on one page", text: "Map" }, this.root);
    this.box = html("span", {}, this.map);
    this.map.addEventListener("click", () => {
      sought = this.here;
      openPage(MAP);
    });
    const course = html("button", { type: "button", class: "course-button", "data-testid": "course-button", text: "Course" }, this.root);
    course.addEventListener("click", onCourse);
    const box = html("div", { class: "lab-switch", role: "group", "aria-label": "Story or lab", "data-testid": "lab-switch" }, this.root);
    this.modes = [["Story", false], ["Lab", true]].map(([text, lab]) => {
      const button = html("button", { type: "button", "data-lab": lab, text }, box);
      button.addEventListener("click", () => onMode(lab));
      return [button, lab];
    });
    this.root.hidden = true;
  }

  update({ title, number, section, minutes, place }, count) {
    this.root.hidden = false;
    setText(this.title, title);
    setText(this.place, `${section} \u00b7 lesson ${number} of ${count} \u00b7 ${minutes} min`);
    this.here = place;
    setText(this.box, place ? `: ${place.text}` : "");
    this.map.hidden = !place;
  }

  mode(lab) {
    for (const [button, mine] of this.modes) attrs(button, { "aria-pressed": mine === lab });
  }
}
