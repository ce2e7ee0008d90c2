// While presenting, the letters of a step are as large as the step has room for: they are read from the last row of a hall.

const OF_SCREEN = 32; // the screen's height is so many times that of the letters, where there is room
const USUAL = 16; // pixels, as in the style sheet
const ON_DEMAND = { of: 30, usual: 21 }; // larger text (Z): there the card is scrolled
const LOW = 600; // of a window's height, as in the style sheet: the card is scrolled, too
const SMALLEST = 13; // where a step has less room than it needs
const READABLE = 120; // of a picture's height: before it is smaller, the letters are
const LEAST = 80; // and before it is smaller than this, they are even smaller than usual
const HEADING = 60; // of a picture that is to come
const VERDICT = 60; // of a verdict that is to come, beyond what goes as it comes

export class Letters {
  // `card` is the story's; `heads(zoom)` lists, of each picture on show, how high everything but its drawing is, and
  // `least()` how high its drawing must be, 0 where it can be of any height.
  constructor(root, { card, heads, least }) {
    Object.assign(this, { root, card, heads, least });
  }

  // In a step that is `held` by a hand they become smaller, never larger again.
  fit(held) {
    const { root } = this;
    if (!this.presents) return root.style.removeProperty("--letters");
    const zoom = Number(root.style.zoom) || 1;
    const wanted = ({ of, usual }) => Math.max(1, innerHeight / of / zoom / usual);
    if (root.classList.contains("large")) return this.set(wanted(ON_DEMAND));
    const largest = held ? this.scale : wanted({ of: OF_SCREEN, usual: USUAL });
    for (const scale of scales(largest)) {
      this.set(scale);
      if (this.free(zoom) >= this.needed(zoom)) return;
    }
  }

  get presents() {
    const { root } = this;
    return "presents" in root.dataset && !root.matches(".narrow, .embedded") && innerHeight > LOW;
  }

  set(scale) {
    this.scale = scale;
    this.root.style.setProperty("--letters", scale.toFixed(4));
  }

  // Below the card; negative where it has more than the column.
  free(zoom) {
    const { root, card } = this;
    const box = (node) => node.getBoundingClientRect();
    const padding = parseFloat(getComputedStyle(root).paddingBottom) || 0;
    return (box(root).bottom - box(card.nav).height - box(card.root).bottom) / zoom - padding;
  }

  // By the pictures below the card, and by the verdict that is to come.
  needed(zoom) {
    const { root, card, scale } = this;
    const comes = scale > 1 && card.verdict.root.hidden && card.root.dataset.kind !== "see";
    const verdict = comes ? VERDICT * scale : 0;
    const left = (node) => node.getBoundingClientRect().left;
    if (card.pictures.hidden || left(card.pictures) < left(card.root) - 1) return verdict;
    const later = (root.dataset.hides ?? "").split(" ").includes("pictures");
    const high = scale > 1 ? READABLE : LEAST;
    if (later) return scale > 1 ? verdict + HEADING + high : verdict;
    const least = this.least();
    return this.heads(zoom).reduce((sum, head, i) => sum + head + Math.max(high, least[i]), verdict);
  }
}

// From the largest down, by a pixel of the letters; the usual ones are among them.
function scales(largest) {
  const found = [];
  for (let letters = largest * USUAL; letters > USUAL; letters -= 1) found.push(letters);
  for (let letters = Math.min(USUAL, largest * USUAL); letters >= SMALLEST; letters -= 1) found.push(letters);
  return found.map((letters) => letters / USUAL);
}
