// The board: joins the drawing, the exchange with the server and the picture. One instance per mounted component.
import { Beats } from "./story/story.js";
import { Changes } from "./state/changes.js";
import { html, setText } from "./dom/elements.js";
import { Exchange } from "./transport/exchange.js";
import { Ledger } from "./panels/readings.js";
import { Palette } from "./plot/palette.js";
import { Paste } from "./input/paste.js";
import { Pictures } from "./export/picture.js";
import { Presenter } from "./presenter/presenter.js";
import { Sliders } from "./panels/sliders.js";
import { Stage } from "./input/editor.js";
import { Tip } from "./dom/tooltip.js";
import { Toolbar } from "./panels/toolbar.js";
import { Units } from "./state/units.js";
import { View } from "./panels/layout.js";
import { ViewButtons } from "./panels/view_buttons.js";
import { Viewport } from "./state/view_interval.js";

const HEIGHT = 420;

export class Board {
  constructor(root) {
    this.root = root;
    this.height = HEIGHT;
    this.units = new Units(null);
    this.palette = new Palette(root);
    this.tip = new Tip(root);
    this.spoken = html("div", { class: "unseen", "aria-live": "polite" }, root);
    this.changes = new Changes(this);
    this.viewport = new Viewport(this);
    this.beats = new Beats(root, this);
    this.view = new View(root, this);
    this.stage = new Stage(this.view.stage.plot, this);
    this.toolbar = new Toolbar(this.view, this.changes);
    this.viewButtons = new ViewButtons(this);
    this.sliders = new Sliders(this.view.left, this);
    this.ledger = new Ledger(this.view.ledger, this);
    this.exchange = new Exchange(this);
    this.presenter = new Presenter(this);
    this.pictures = new Pictures(this);
    this.paste = new Paste(this);
  }

  // ---- what Python says ----------------------------------------------------------------------
  update(component) {
    const before = this.data;
    this.data = component.data;
    this.component = this.exchange.commits.staying.watched(component);
    this.height = this.presenter.height ?? this.data.height ?? HEIGHT;
    this.root.dataset.hide = (this.data.hide ?? []).join(" ");
    this.beats.update(this.data);
    this.presenter.update(this.data);
    const units = this.units.key;
    this.units = new Units(this.data.units);
    const repaint = this.palette.refresh() || this.units.key !== units;
    const handed = this.handedOver(before);
    const left = this.exchange.leftBehind(before);
    if (handed) this.take(this.instead(before, units));
    if (left) this.carry(left, handed);
    const other = this.changes.adopt(this.data.controls ?? {}, this.data.sliders ?? []);
    this.viewport.mend();
    // Except where a link says what to look at.
    if (handed && (before?.lesson === this.data.lesson || !this.viewport.chosen)) this.viewport.arrive();
    this.sliders.build(this.data.sliders ?? []);
    this.exchange.update(left ? { ...this.data, scene: null } : this.data, handed, other);
    if (!repaint) return;
    this.view.forget();
    this.exchange.repaint();
  }

  // A new epoch hands points over, unless a restarted server has forgotten what is drawn here.
  handedOver(before) {
    const { lesson, epoch, session } = this.data;
    if (!before || before.lesson !== lesson) return true;
    return before.session === session && before.epoch !== epoch;
  }

  // Whether it replaces a drawing of this page that can be had back: one in other units would not fit the axes.
  instead(before, units) {
    return before?.lesson === this.data.lesson && before.session === this.data.session && this.units.key === units;
  }

  take(instead) {
    this.changes.take(this.data, instead);
    this.exchange.take(this.data.rev ?? 0);
    this.toolbar.tell({ fault: "" });
    this.refresh();
  }

  // Python could not hear of it: newer than what it hands over.
  carry(left, handed) {
    if (handed) this.changes.drawing.restore(left);
    this.exchange.carry(left);
    this.refresh();
  }

  // ---- painting ------------------------------------------------------------------------------
  // First what the hand moves.
  paintStage(scene, number) {
    this.number = number;
    if (this.view.paintStage(scene)) this.stage.decorate();
    this.root.dataset.stage = number;
  }

  paintRest(scene) {
    this.view.paint(scene);
    this.ledger.paint(scene);
    this.view.even();
    this.root.dataset.seq = this.number;
  }

  // What can be shown before an answer comes: the points, which buttons make sense, and sliders that share a control
  // with something that is dragged.
  refresh() {
    this.view.movePoints();
    this.stage.decorate();
    this.toolbar.refresh(this.changes.drawing);
    this.sliders.refresh();
  }

  // Another part of x is in view: everything that shows x goes along, curves as they were until they are answered.
  reframe() {
    this.view.reframe();
    this.stage.decorate();
  }

  // The stage has another height without a new answer.
  resizeStage() {
    this.height = this.presenter.height ?? this.data.height ?? HEIGHT;
    const { stage } = this.view;
    if (!stage.panel || !stage.width) return;
    stage.paint(stage.panel, stage.width);
    this.refresh();
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
    this.ledger.light(index < 0 ? null : index);
  }

  // Only when the node has left the document.
  destroy() {
    this.changes.destroy();
    const parts = [this.exchange, this.ledger, this.paste, this.pictures, this.presenter, this.stage, this.view, this.viewport];
    for (const part of parts) part.end();
    clearTimeout(this.saying);
  }
}
