// A slide of what is on show: light and 16:9 whatever the page's theme, panels side by side, with title, shift and address.
import { svg } from "../dom/elements.js";
import { entries } from "../panels/legend.js";
import { PictureStyles } from "./picture_styles.js";
import { legendOf, line, paragraph } from "./picture_text.js";

const [WIDE, HIGH] = [1280, 720];
const [MARGIN, GAP, FOOT] = [40, 28, 34];
const STAGE = 0.58; // of the width, where other panels stand beside it

// `views` are panels as they are painted now, the stage first; `words` has title, note (below it) and foot.
export function slide(views, palette, words) {
  const styles = new PictureStyles(palette);
  const root = svg("svg", { xmlns: "http://www.w3.org/2000/svg", width: WIDE, height: HIGH, viewBox: `0 0 ${WIDE} ${HIGH}`, "font-family": "system-ui, sans-serif" });
  svg("rect", { width: WIDE, height: HIGH, fill: styles.colour("var(--bg)") }, root);
  const [ink, muted] = ["var(--ink)", "var(--muted)"].map((name) => styles.colour(name));
  const head = svg("g", { transform: `translate(${MARGIN} 24)` }, root);
  const width = WIDE - 2 * MARGIN;
  const under = paragraph(head, words.title, { y: 0, width, size: 30, weight: 700, colour: ink });
  const top = 24 + paragraph(head, words.note, { y: under, width, size: 17, weight: 400, colour: muted }) + 14;
  const foot = svg("g", { transform: `translate(${MARGIN} ${HIGH - FOOT})` }, root);
  line(foot, words.foot, { y: 0, width, size: 14, weight: 400, colour: muted });
  const low = HIGH - FOOT - 8;
  const [first, ...others] = views;
  const left = others.length ? Math.round(STAGE * width) : width;
  put(root, section(first, styles), { x: MARGIN, y: top, width: left, height: low - top });
  const each = (low - top - GAP * (others.length - 1)) / others.length;
  others.forEach((view, i) => {
    put(root, section(view, styles), { x: MARGIN + left + GAP, y: top + i * (each + GAP), width: width - left - GAP, height: each });
  });
  return { text: new XMLSerializer().serializeToString(root), width: WIDE, height: HIGH };
}

// One panel in its own size: title, what is drawn, legend.
function section(view, styles) {
  const { panel, area, body } = view;
  const group = svg("g");
  const box = body.getBoundingClientRect();
  const zoom = box.width / body.offsetWidth || 1;
  const width = box.width / zoom;
  let y = paragraph(group, panel.title, { y: 0, width, size: 16, weight: 600, colour: styles.colour("var(--ink)") }) + 6;
  for (const node of body.querySelectorAll("canvas, svg")) {
    const { left, top, width: wide, height } = node.getBoundingClientRect();
    if (!wide || node.parentElement.closest("svg, button")) continue;
    const [x, down] = [(left - box.left) / zoom, y + (top - box.top) / zoom];
    if (node.localName === "svg") styles.copy(node, svg("g", { transform: `translate(${x.toFixed(1)} ${down.toFixed(1)})` }, group));
    else svg("image", { x, y: down, width: wide / zoom, height: height / zoom, href: node.toDataURL(), preserveAspectRatio: "none" }, group);
  }
  y += box.height / zoom + 8;
  return { group, width, height: legendOf(entries(panel, area === "stage"), view.scales(), group, styles, y, width) };
}

// As large as fits there.
function put(root, { group, width, height }, place) {
  const scale = Math.min(place.width / width, place.height / height);
  group.setAttribute("transform", `translate(${place.x + (place.width - scale * width) / 2} ${place.y}) scale(${scale.toFixed(4)})`);
  root.append(group);
}
