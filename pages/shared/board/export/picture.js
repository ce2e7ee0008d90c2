// What is on screen as a file, with every colour and size written out: the stage and its strips, or all panels as a slide.
import { svg } from "../dom/elements.js";
import { entries } from "../panels/legend.js";
import { recorded } from "./clip.js";
import { PictureStyles } from "./picture_styles.js";
import { legendOf, paragraph } from "./picture_text.js";
import { pdf } from "./pdf.js";
import { raster } from "./raster.js";
import { slide } from "./slide.js";

const MARGIN = 16;
const PATIENCE = 15_000; // milliseconds: a slide does not wait longer for a slow server

export class PictureExport {
  // `root` is the board; `panels()` are the stage and its strips, `onShow()` all panels on show; `lesson()` names the file,
  // `words(link)` are those of a slide, whose link `link()` brings; `inLight(act)` acts while the board is light.
  constructor({ root, panels, onShow, palette, lesson, link, words, inLight, showFault }) {
    Object.assign(this, { root, panels, onShow, palette, lesson, link, words, inLight, showFault });
    this.onRequest = ({ detail }) => this.save(...detail.split("-").toReversed());
    document.addEventListener("save-picture", this.onRequest);
  }

  // `kind` is a file's ending; `what`, "slide", is the picture otherwise.
  async save(kind, what) {
    try {
      const link = what || kind === "clip" ? await this.linkInTime() : ""; // of a clip, to where it begins
      const frame = () => slide(this.onShow(), this.palette, this.words(link));
      if (kind === "clip") {
        const clip = await this.inLight(() => recorded(this.root, frame));
        return download(clip.blob, `${this.lesson()}-clip.${clip.kind}`);
      }
      const drawn = what ? await this.inLight(frame) : picture(this.panels(), new PictureStyles(this.palette));
      download(await this.file(kind, drawn), `${this.lesson()}${what ? `-${what}` : ""}.${kind}`);
    } catch {
      this.showFault("The picture could not be made in this browser. The web page under Share holds the same curves.");
    }
  }

  async linkInTime() {
    const late = new Promise((done) => setTimeout(() => done({ link: "" }), PATIENCE));
    return (await Promise.race([this.link(), late])).link;
  }

  async file(kind, drawn) {
    if (kind === "svg") return new Blob([drawn.text], { type: "image/svg+xml" });
    if (kind === "png") return (await raster(drawn, "image/png")).blob;
    const { blob, width, height } = await raster(drawn, "image/jpeg");
    return pdf(new Uint8Array(await blob.arrayBuffer()), width, height);
  }

  destroy() {
    document.removeEventListener("save-picture", this.onRequest);
  }
}

function picture(views, styles) {
  const width = Math.max(...views.map(({ plot }) => plot.frame.width)) + 2 * MARGIN;
  const root = svg("svg", { xmlns: "http://www.w3.org/2000/svg", width, "font-family": "system-ui, sans-serif" });
  const ground = svg("rect", { width, fill: styles.colour("var(--bg)") }, root);
  let y = MARGIN;
  for (const view of views) y = section(root, view, styles, y, width - 2 * MARGIN);
  for (const node of [root, ground]) node.setAttribute("height", Math.ceil(y));
  root.setAttribute("viewBox", `0 0 ${width} ${Math.ceil(y)}`);
  return { text: new XMLSerializer().serializeToString(root), width, height: Math.ceil(y) };
}

// One panel: title, note, plot, legend. Returns where the next one begins.
function section(root, view, styles, from, width) {
  const { panel, plot, area } = view;
  const group = svg("g", { transform: `translate(${MARGIN} ${from})` }, root);
  let y = paragraph(group, panel.title, { y: 0, width, size: area === "stage" ? 16 : 14, weight: 600, colour: styles.colour("var(--ink)") });
  y = paragraph(group, panel.note, { y: y + 2, width, size: 12.5, weight: 400, colour: styles.colour("var(--muted)") });
  styles.copy(plot.svg, svg("g", { transform: `translate(0 ${y + 6})` }, group));
  y = legendOf(entries(panel, area === "stage"), view.scales(), group, styles, y + plot.frame.height + 12, width);
  return from + y + MARGIN;
}

function download(blob, name) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60000);
}
