// Joins the parts of the board, each handed the values and functions that it needs. One instance per mounted component.
import { Announcer } from "./dom/announcer.js";
import { Tooltip } from "./dom/tooltip.js";
import { PictureExport } from "./export/picture.js";
import { Editor } from "./input/editor.js";
import { PasteInput } from "./input/paste.js";
import { Layout } from "./panels/layout.js";
import { Numbers, NUMBERS_ICON } from "./numbers/numbers.js";
import { Readings } from "./panels/readings.js";
import { Sliders } from "./panels/sliders.js";
import { TrainingWarning } from "./panels/training_warning.js";
import { Toolbar } from "./panels/toolbar.js";
import { addViewButtons } from "./input/view_buttons.js";
import { Playback } from "./playback/playback.js";
import { Palette } from "./plot/palette.js";
import { LinkHere } from "./presenter/link_here.js";
import { Presenter } from "./presenter/presenter.js";
import { Hall } from "./room/hall.js";
import { Changes } from "./state/changes.js";
import { tab } from "./state/tab.js";
import { Units } from "./state/units.js";
import { ViewInterval } from "./state/view_interval.js";
import { Wording } from "./state/wording.js";
import { StoryHost } from "./story/host.js";
import { Story } from "./story/story.js";
import { Exchange } from "./transport/exchange.js";

export class Board {
  constructor(root) {
    this.root = root;
    this.units = new Units();
    this.wording = new Wording(this.units);
    this.palette = new Palette(root);
    this.tooltip = new Tooltip(root);
    this.announcer = new Announcer(root);
    this.points = () => this.changes.drawing.points;
    this.announce = (text) => this.announcer.say(text);
    this.highlight = (id) => this.highlightPoint(id);
    this.showFault = (fault) => this.toolbar.show({ fault });
    this.makeState();
    this.makePanels();
    this.makeInput();
    this.makeOutput();
  }

  makeState() {
    const { root, announce, points } = this;
    this.changes = new Changes({
      root,
      announce,
      onChange: () => {
        if (this.otherUnits()) this.repaint(); // a step that led to other data
        this.exchange.request();
        this.refresh();
        this.story.changed();
      },
      onView: () => this.exchange.request(),
      onGestureEnd: () => this.toolbar.refresh(this.changes.drawing),
    });
    this.interval = new ViewInterval({
      changes: this.changes,
      points,
      home: () => this.data?.home ?? this.layout.stage.panel?.x,
      redraw: () => this.redrawView(),
    });
  }

  makePanels() {
    const { root, palette, tooltip, units, changes, interval, points, highlight, announce } = this;
    this.layout = new Layout(root, { palette, tooltip, units, changes, interval, points, highlight, announce }, {
      stageHeights: () => ({ presented: this.story.size.stageHeight ?? this.presenter.height, wanted: this.data.height }),
      sideHeight: () => this.story.size.sideHeight ?? null,
      sketched: () => this.story.sketched,
      onStageResize: () => this.decorate(),
    });
    this.makeStory();
  }

  makeStory() {
    const { root, layout, changes, units, interval, points, highlight } = this;
    this.host = new StoryHost({
      layout, changes, units, interval, points, highlight,
      others: () => ({ page: this.data, story: this.story, exchange: this.exchange, sliders: this.sliders, presenter: this.presenter, editor: this.editor }),
      resizeStage: () => this.resizeStage(),
      switchMode: (mode) => this.component.setStateValue("mode", mode),
    });
    const stage = { plot: () => layout.stage.plot, mean: () => this.host.meanCurve() };
    this.story = new Story(root, this.host, { stage, points, highlight, layout });
  }

  makeInput() {
    const { root, layout, changes, interval, units, tooltip, points, highlight, announce, showFault } = this;
    this.editor = new Editor(layout.stage.plot, {
      changes, interval, units, tooltip, points, highlight, announce, showFault,
      body: layout.stage.body,
      wheelArea: layout.left,
      sliderSpecs: () => this.data?.sliders ?? [],
      onTool: (name, on) => this.toolbar.press(name, on),
      onSelect: (count) => this.toolbar?.clearing(count),
    });
    const edit = (name) => (name === "clear" ? this.editor.clear() : changes[name]());
    this.toolbar = new Toolbar({ buttons: layout.stage.root, message: layout.left }, edit);
    const onShow = () => layout.every().map((view) => view.panel).filter(Boolean);
    const unseen = () => (this.story.on ? this.story.hidden : []);
    this.numbers = new Numbers(root, { panels: onShow, hidden: unseen, points, units });
    const title = "Numbers of the plots, as tables";
    this.toolbar.add({ group: "mode", name: "numbers", label: "", title, icon: NUMBERS_ICON, act: () => this.numbers.open() });
    addViewButtons({ toolbar: this.toolbar, editor: this.editor, interval, points, announce });
    this.sliders = new Sliders(layout.left, { changes, units });
    this.warning = new TrainingWarning(layout.left, { points, units, panel: () => layout.stage.panel });
    const place = () => `${this.data.lesson} ${this.story.on ? this.story.number : "lab"}`;
    const hidden = () => (this.story.on ? this.story.hidden : []);
    this.playback = new Playback({ plot: layout.stage.plot, body: layout.stage.body, place, hidden });
    this.paste = new PasteInput(root, (text) => this.component.setTriggerValue("pasted", text));
  }

  makeOutput() {
    const { root, layout, changes, palette, points, highlight, showFault, toolbar, story } = this;
    this.readings = new Readings(layout.readings, { points, highlight });
    this.exchange = new Exchange({
      changes,
      page: () => this.data,
      commit: (drawing) => this.component.setStateValue("draw", drawing),
      story: () => (this.story.on ? { lesson: this.data.lesson, controls: this.story.controls() } : null),
      step: () => (this.story.on ? this.story.number : null),
      onVerdict: (message) => this.story.receive(message),
      onTopic: () => this.story.judge(),
      worded: (scene) => this.wording.scene(scene),
      paintStage: (scene, number) => this.paintStage(scene, number),
      paintRest: (scene) => this.paintRest(scene),
      showMessage: (message) => toolbar.show(message),
    });
    this.linkHere = new LinkHere({
      commit: () => this.exchange.commits.commit(),
      request: (count) => this.component.setStateValue("share", { count, step: story.on ? story.number : null }),
    });
    const { left, readings, multiples, stage } = layout;
    this.presenter = new Presenter({
      root,
      story,
      areas: { left, readings, multiples, story: story.card.root, bar: story.bar.root, tools: toolbar.root, plot: stage.plot.svg },
      addButton: (button) => toolbar.add(button),
      hasSidePanels: () => layout.has("lens"),
      resizeStage: () => this.resizeStage(),
      repaint: () => this.palette.refresh() && this.repaint(),
      selected: () => this.editor.selection.size > 0,
      linkHere: this.linkHere,
      hall: () => this.hall,
    });
    this.hall = new Hall(root, () => this.data.lesson, this.presenter);
    this.pictures = new PictureExport({
      root,
      panels: () => layout.plotted(),
      onShow: () => layout.onSlide(),
      palette,
      lesson: () => this.data.lesson,
      link: () => this.linkHere.get(),
      words: (link) => this.slideWords(link),
      inLight: (act) => this.inLight(act),
      showFault,
    });
  }

  // Of a slide: what it is about, by how much it is shifted, and the link to it, or, without one, to its step.
  slideWords(link) {
    const { story, changes } = this;
    const { tau, tau_x2: across } = changes.controls();
    const from = new URL(location.pathname, location.href);
    from.search = story.on ? `step=${story.number}` : "lab=1";
    const by = across ? `(${tau.toFixed(2)}, ${across.toFixed(2)})` : tau?.toFixed(2);
    const shift = tau || across ? `shifted by \u03c4 = ${by} \u00b7 ` : "";
    return { title: story.name || story.course.here?.title || "", note: story.on ? story.course.here.title : "", foot: `${shift}${link || from}` };
  }

  // Acts while the board is light, whatever the page is; what is painted follows a frame later.
  async inLight(act) {
    const { root, palette } = this;
    const { scheme } = root.dataset;
    const painted = async () => {
      if (palette.refresh()) this.repaint();
      for (let i = 0; i < 3; i++) await new Promise(requestAnimationFrame);
    };
    root.dataset.scheme = "light";
    await painted();
    try {
      return await act();
    } finally {
      if (scheme) root.dataset.scheme = scheme;
      else delete root.dataset.scheme;
      await painted();
    }
  }

  // ---- new data from Python ------------------------------------------------------------------
  update(component) {
    const before = this.data;
    this.data = component.data;
    this.component = this.exchange.watched(component);
    this.root.dataset.hide = (this.data.hide ?? []).join(" ");
    const other = tab.meet(this.data) || !before;
    if (other) this.take();
    const repaint = [this.palette.refresh(), this.otherUnits()].some(Boolean);
    if (other) this.refresh();
    const otherControls = this.host.adoptControls();
    this.interval.mend();
    // Except where a link says what is in view.
    if (other && (before?.lesson === this.data.lesson || !this.interval.chosen)) this.interval.showNewPoints();
    this.sliders.build(this.data.sliders ?? []);
    this.exchange.update(this.data, other, otherControls);
    this.story.update(this.data);
    this.presenter.update(this.data);
    this.linkHere.update(this.data.share);
    if (repaint) this.repaint();
  }

  // The drawing owns its units, as undo brings them back. True when the axes show others from now on.
  otherUnits() {
    const { key } = this.units;
    this.units.set(this.changes.drawing.units);
    return this.units.key !== key;
  }

  repaint() {
    this.layout.forget();
    this.exchange.repaint();
  }

  take() {
    this.exchange.take();
    this.showFault("");
  }

  // ---- painting ------------------------------------------------------------------------------
  // The stage first: it follows the pointer.
  paintStage(scene, number) {
    this.number = number;
    if (this.layout.paintStage(scene)) this.editor.decorate();
    this.playback.take(scene.panels[0]?.marks.find(({ kind }) => kind === "tune"));
    this.root.dataset.stage = number;
  }

  paintRest(scene) {
    for (const part of [this.layout, this.readings]) part.paint(this.story.shown(scene));
    this.story.paint(scene);
    this.warning.refresh(); // whether x matters is known from the stage's panel
    this.layout.even();
    this.root.dataset.seq = this.number;
  }

  // What can be shown before a response: the points, which buttons make sense, and sliders that share a control with
  // something that is dragged.
  refresh() {
    this.layout.movePoints();
    this.editor.decorate();
    this.toolbar.refresh(this.changes.drawing);
    this.sliders.refresh();
    this.warning.refresh();
  }

  // Another interval of x is in view: every panel over x moves, with the curves of the last response.
  redrawView() {
    this.layout.redrawView();
    this.editor.decorate();
  }

  // What lies over the stage, which has another width: what is edited, and a guess that is drawn.
  decorate() {
    this.editor.decorate();
    if (this.story?.on) this.story.card.redraw(this.story.current);
  }

  // The stage has another height without a new response.
  resizeStage() {
    if (this.layout.repaintStage()) this.refresh();
    if (!this.story.on) return;
    this.layout.repaintSides();
    this.story.card.redraw(this.story.current);
  }

  // The same point is highlighted in every panel: as a point, a connecting line and a column.
  highlightPoint(id) {
    if (id === this.highlighted) return;
    this.highlighted = id;
    const index = this.points().findIndex((p) => p.id === id);
    this.layout.highlight(index < 0 ? null : index, index < 0 ? null : id);
    this.readings.highlight(index < 0 ? null : index);
  }

  // Only when the node has left the document.
  destroy() {
    const { story, changes, exchange, readings, paste, pictures, presenter, hall, editor, layout, interval, playback, announcer, tooltip } = this;
    const parts = [story, changes, exchange, readings, paste, pictures, presenter, hall, editor, layout, interval, playback, announcer, tooltip];
    for (const part of parts) part.destroy();
  }
}
