// The board: joins the drawing, the exchange with the server and the picture. One instance per mounted component.
import { Changes } from "./changes.js";
import { html, setText } from "./dom.js";
import { Exchange } from "./exchange.js";
import { Ledger } from "./ledger.js";
import { Palette } from "./palette.js";
import { Sliders } from "./sliders.js";
import { Stage } from "./stage.js";
import { Tip } from "./tip.js";
import { Toolbar } from "./toolbar.js";
import { View } from "./view.js";

const HEIGHT = 420;

export class Board {
  constructor(root) {
    this.root = root;
    this.height = HEIGHT;
    this.palette = new Palette(root);
    this.tip = new Tip(root);
    this.spoken = html("div", { class: "unseen", "aria-live": "polite" }, root);
    this.changes = new Changes(this);
    this.view = new View(root, this);
    this.stage = new Stage(this.view.stage.plot, this);
    this.toolbar = new Toolbar(this.view, this.changes);
    this.sliders = new Sliders(this.view.left, this);
    this.ledger = new Ledger(this.view.ledger);
    this.exchange = new Exchange(this);
    root.addEventListener("keydown", (event) => this.changes.key(event));
  }

  // ---- what Python says ----------------------------------------------------------------------
  update(component) {
    const before = this.data;
    this.data = component.data;
    this.component = component;
    this.height = this.data.height ?? HEIGHT;
    const repaint = this.palette.refresh();
    const handed = this.handedOver(before);
    const left = before ? null : this.exchange.leftBehind(this.data);
    if (handed) this.take();
    if (left) this.carry(left);
    const other = this.changes.adopt(this.data.controls ?? {}, this.data.sliders ?? []);
    this.sliders.build(this.data.sliders ?? []);
    this.exchange.update(this.data, handed, other);
    if (!repaint) return;
    this.view.forget();
    this.exchange.repaint();
  }

  // A new epoch hands points over, unless a restarted server has forgotten what was drawn here: then ours go to it.
  handedOver(before) {
    const { lesson, epoch, session } = this.data;
    if (!before || before.lesson !== lesson) return true;
    if (before.epoch === epoch) return false;
    if (before.session === session || !this.changes.drawing.edited) return true;
    this.exchange.commits.later();
    return false;
  }

  take() {
    this.changes.take(this.data);
    this.exchange.take(this.data.rev ?? 0);
    this.toolbar.tell({ fault: "" });
    this.refresh();
  }

  // Drawn on the page before, a moment before it went: newer than what Python handed over.
  carry(points) {
    this.changes.drawing.replace(points);
    this.exchange.carry();
    this.refresh();
  }

  // ---- painting ------------------------------------------------------------------------------
  paint(scene, number) {
    this.view.paint(scene);
    this.ledger.paint(scene);
    this.stage.decorate();
    this.root.dataset.seq = number;
  }

  // What can be shown before an answer comes: the points, which buttons make sense, and sliders that share a control
  // with something that is dragged.
  refresh() {
    this.view.movePoints();
    this.stage.decorate();
    this.toolbar.refresh(this.changes.drawing);
    this.sliders.refresh();
  }

  points() {
    return this.changes.drawing.points;
  }

  // ---- telling -------------------------------------------------------------------------------
  tellFault(fault) {
    this.toolbar.tell({ fault });
  }

  say(text) {
    clearTimeout(this.saying);
    this.saying = setTimeout(() => setText(this.spoken, text), 200);
  }

  // The same point lights up in every panel: as a point, a thread and a column.
  light(id) {
    if (id === this.lit) return;
    this.lit = id;
    const index = this.points().findIndex((p) => p.id === id);
    this.view.light(index < 0 ? null : index, index < 0 ? null : id);
  }

  // Only when the node has left the document.
  destroy() {
    for (const part of [this.exchange, this.ledger, this.view]) part.end();
    clearTimeout(this.saying);
  }
}
