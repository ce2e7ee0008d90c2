// The course: all lessons with what was done of them, where one is, what is next, and what one can explain by now.
import { attrs, html } from "../dom/elements.js";
import { clipKind } from "../export/clip.js";
import { held } from "../room/held.js";
import { openPage } from "../transport/open_page.js";

const NO_MP4 = { webm: "(as WebM: this browser writes no MP4) ", "": "(this browser records none) " };

export class CourseSheet {
  // `startAfresh(all)` forgets what was done of this lesson, or of all; `showLink()` shows the link to what is on show;
  // `slidePanels()` are {all, left}: the panels on show, and the ids of those that a slide leaves out.
  constructor(root, progress, { startAfresh, showLink, slidePanels }) {
    Object.assign(this, { progress, startAfresh, showLink, slidePanels });
    this.dialog = html("dialog", { class: "sheet course", "aria-label": "The course" }, root);
    this.dialog.addEventListener("click", (event) => event.target === this.dialog && this.dialog.close());
  }

  update(course, lesson, end) {
    Object.assign(this, { course, lesson, end });
  }

  get here() {
    return this.course.find(({ name }) => name === this.lesson);
  }

  // The lesson after this one; after the last one the page that ends the course.
  get following() {
    return this.course[this.course.indexOf(this.here) + 1] ?? this.end ?? null;
  }

  // Where to go on: in the other lesson that was left last amid its story, else in the first that was never begun. One
  // whose last step was reached is left to the end, though something in it was skipped.
  next() {
    const { progress, course, lesson, here } = this;
    const count = ({ name, steps }) => progress.count(name, steps);
    const open = course.filter((one) => one.name !== lesson && one.steps && count(one) < one.steps);
    const of = ({ name }) => progress.of(name);
    const begun = open.filter((one) => count(one) || of(one).at > 1);
    const amid = begun.filter((one) => of(one).at < one.steps).sort((one, other) => (of(other).opened ?? 0) - (of(one).opened ?? 0));
    const away = begun.length || (here && count(here) >= here.steps);
    return amid[0] ?? (away ? open.find((one) => !begun.includes(one)) ?? begun[0] : null) ?? null;
  }

  open() {
    this.dialog.textContent = "";
    const body = html("div", { class: "sheet-body course-body" }, this.dialog);
    const close = html("button", { type: "button", class: "sheet-close", "aria-label": "Close", text: "\u00d7" }, body);
    close.addEventListener("click", () => this.dialog.close());
    html("h2", { text: "The course" }, body);
    this.afresh(body);
    this.takeAlong(body);
    let section = null;
    let list = null;
    for (const lesson of this.course) {
      if (lesson.section !== section) {
        section = lesson.section;
        html("h3", { text: section }, body);
        list = html("ol", { class: "course-list" }, body);
      }
      this.row(list, lesson);
    }
    this.explained(body);
    if (this.end) this.onePage(body);
    this.dialog.showModal();
  }

  afresh(body) {
    const row = html("p", { class: "course-afresh", role: "group", "aria-label": "Start afresh" }, body);
    row.append("Start afresh, as if no one had been here: ");
    for (const [text, all] of [["this lesson", false], ["all lessons", true]]) {
      const button = html("button", { type: "button", "data-afresh": all ? "all" : "lesson", text }, row);
      button.addEventListener("click", () => (held.code ? this.offerVotes(row, all) : this.confirm(row, all)));
    }
  }

  // There is no way back, and a finger may have meant another button.
  confirm(row, all) {
    const question = `What was done in ${all ? "all lessons" : "this lesson"} will be forgotten. `;
    this.pose(row, question, [["forget it", () => this.begin(all)], ["keep it", () => this.dialog.close()]]);
  }

  // In a room its votes may go, too, or stay.
  offerVotes(row, all) {
    const question = `Room ${held.code} has votes on ${all ? "its questions" : "the questions of this lesson"}. Do they go, too? `;
    const begins = (go) => async () => {
      await held.clear(all ? null : this.lesson, go); // else the room would show what it has settled once more
      this.begin(all);
    };
    this.pose(row, question, [["votes stay", begins(false)], ["votes go, too", begins(true)]]);
  }

  pose(row, question, choices) {
    row.textContent = question;
    for (const [text, act] of choices) html("button", { type: "button", text }, row).addEventListener("click", act);
    row.querySelector("button").focus();
  }

  begin(all) {
    this.dialog.close();
    this.startAfresh(all);
  }

  takeAlong(body) {
    const row = html("p", { class: "course-afresh", role: "group", "aria-label": "Take along what is on show" }, body);
    row.append("Take along what is on show: ");
    const add = (name, text, act) => {
      const button = html("button", { type: "button", ...name, text }, row);
      button.addEventListener("click", () => {
        this.dialog.close();
        act();
      });
    };
    add({ "data-link": "" }, "link", () => this.showLink());
    const save = (detail) => document.dispatchEvent(new CustomEvent("save-picture", { detail }));
    const kind = clipKind();
    add({ "data-clip": "", ...(!kind && { disabled: "" }) }, "clip", () => save("clip"));
    row.append(NO_MP4[kind] ?? "", "slide as ");
    for (const kind of ["png", "svg", "pdf"]) add({ "data-slide": kind }, kind.toUpperCase(), () => save(`slide-${kind}`));
    this.choosePanels(body);
  }

  // Which panels stand side by side on a slide, where there are several; a slide has at least one.
  choosePanels(body) {
    const { all, left } = this.slidePanels();
    if (all.length < 2) return;
    const group = html("fieldset", { class: "course-panels" }, body);
    html("legend", { text: "On a slide" }, group);
    const boxes = all.map(({ id, title }) => {
      const label = html("label", {}, group);
      const box = html("input", { type: "checkbox", value: id, ...(!left.has(id) && { checked: "" }) }, label);
      label.append(title);
      return box;
    });
    const follow = () => {
      const chosen = boxes.filter((box) => box.checked);
      for (const box of boxes) {
        if (box.checked) left.delete(box.value);
        else left.add(box.value);
        box.disabled = box.checked && chosen.length === 1;
      }
    };
    group.addEventListener("change", follow);
    follow();
  }

  // The dialog, with the button that begins this lesson anew under the hand.
  offerAfresh() {
    this.open();
    this.dialog.querySelector("[data-afresh]").focus();
  }

  row(list, lesson) {
    const count = this.progress.count(lesson.name, lesson.steps);
    const here = lesson.name === this.lesson;
    const row = html("li", { "data-lesson": lesson.name, "data-done": count, "data-steps": lesson.steps }, list);
    const button = html("button", { type: "button", class: "course-lesson" }, row);
    if (here) attrs(button, { "aria-current": "page" });
    html("span", { class: "course-number", text: lesson.number }, button);
    const words = html("span", { class: "course-words" }, button);
    html("strong", { text: lesson.title }, words);
    html("span", { text: lesson.goal }, words);
    const state = here ? "you are here" : count >= lesson.steps ? "\u2713 done" : count ? `${count} of ${lesson.steps}` : `${lesson.minutes} min`;
    html("span", { class: "course-state", text: state }, button);
    button.addEventListener("click", () => this.follow(lesson));
  }

  // Where a person who was elsewhere in the course goes on; shown beside the doors of a lesson.
  wayOn(doors) {
    const lesson = doors.length ? this.next() : null;
    if (!lesson) return [];
    const { at } = this.progress.of(lesson.name);
    const place = at > 1 ? `, step ${at} of ${lesson.steps}` : "";
    return [{ text: `Go on: ${lesson.title}${place}`, opens: lesson.name, help: lesson.goal, onward: true }];
  }

  pass(opens) {
    const lesson = this.course.find(({ name }) => name === opens);
    if (opens === "course") this.open();
    else if (lesson) this.follow(lesson);
    else openPage(opens);
  }

  // What one can explain: the take-aways of the lessons that were finished.
  explained(body) {
    const finished = this.course.filter((one) => this.progress.finished(one));
    if (!finished.length) return;
    html("h3", { text: "You can now explain" }, body);
    const list = html("ul", { class: "course-explained" }, body);
    for (const { takeaway } of finished) html("li", { text: takeaway }, list);
  }

  // The page that ends the course.
  onePage(body) {
    const text = `${this.end.title}, to print`;
    const button = html("button", { type: "button", class: "course-lesson course-end", text }, body);
    button.addEventListener("click", () => this.follow(this.end));
  }

  follow(lesson) {
    if (!lesson) return this.open();
    if (this.dialog.open) this.dialog.close();
    if (lesson.name !== this.lesson) openPage(lesson.address);
  }
}
