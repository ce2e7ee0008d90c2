// What is on screen as a file, with every colour and size written out: the stage and its strips, or all panels as a slide.
import { svg } from "../dom/elements.js";
import { entries } from "../panels/legend.js";
import { PictureStyles } from "./picture_styles.js";
import { legendOf, paragraph } from "./picture_text.js";
import { pdf } from "./pdf.js";
import { slide } from "./slide.js";

const MARGIN = 16;
const SHARPNESS = 2; // pixels for each pixel on screen

export class PictureExport {
  // `panels()` are the stage and its strips, `onShow()` all panels on show; `lesson()` names the file, `words()` are those
  // of a slide; `inLight(act)` acts while the board is light.
  constructor({ panels, onShow, palette, lesson, words, inLight, showFault }) {
    Object.assign(this, { panels, onShow, palette, lesson, words, inLight, showFault });
    this.onRequest = ({ detail }) => this.save(...detail.split("-").toReversed());
    document.addEventListener("save-picture", this.onRequest);
  }

  // `kind` is a file's ending; `what`, "slide", is the picture otherwise.
  async save(kind, what) {
    try {
      const picked = () => picture(this.panels(), new PictureStyles(this.palette));
      const drawn = what ? await this.inLight(() => slide(this.onShow(), this.palette, this.words())) : picked();
      download(await this.file(kind, drawn), `${this.lesson()}${what ? `-${what}` : ""}.${kind}`);
    } catch {
      this.showFault("The picture could not be made in this browser. The web page under Share holds the same curves.");
    }
  }

  async file(kind, drawn) {
    if (kind === "svg") return new Blob([drawn.text], { type: "image/svg+xml" });
    if (kind === "png") return raster(drawn, "image/png");
    const jpeg = await raster(drawn, "image/jpeg");
    return pdf(new Uint8Array(await jpeg.arrayBuffer()), SHARPNESS * drawn.width, SHARPNESS * drawn.height);
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
function section(root, { panel, plot, area }, styles, from, width) {
  const group = svg("g", { transform: `translate(${MARGIN} ${from})` }, root);
  let y = paragraph(group, panel.title, { y: 0, width, size: area === "stage" ? 16 : 14, weight: 600, colour: styles.colour("var(--ink)") });
  y = paragraph(group, panel.note, { y: y + 2, width, size: 12.5, weight: 400, colour: styles.colour("var(--muted)") });
  styles.copy(plot.svg, svg("g", { transform: `translate(0 ${y + 6})` }, group));
  y = legendOf(entries(panel, area === "stage"), group, styles, y + plot.frame.height + 12, width);
  return from + y + MARGIN;
}

async function raster({ text, width, height }, type) {
  const image = new Image();
  const url = URL.createObjectURL(new Blob([text], { type: "image/svg+xml" }));
  try {
    image.src = url;
    await image.decode();
    const canvas = document.createElement("canvas");
    [canvas.width, canvas.height] = [width * SHARPNESS, height * SHARPNESS];
    canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
    return await new Promise((done, failed) => canvas.toBlob((blob) => (blob ? done(blob) : failed()), type, 0.95));
  } finally {
    URL.revokeObjectURL(url);
  }
}

function download(blob, name) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60000);
}
