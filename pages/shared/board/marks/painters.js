// Who paints a mark of a plot, by its kind. A new kind is added here, and in Python to the union `Mark`.
import { BoxPainter } from "./box.js";
import { ConnectingLinesPainter } from "./connecting_lines.js";
import { CurvePainter, LinePainter } from "./curves.js";
import { DialPainter } from "./dials.js";
import { DotsPainter, HandlePainter } from "./draggable_marks.js";
import { FieldPainter } from "./field.js";
import { LevelPainter } from "./level.js";
import { PixelsPainter } from "./pixels.js";
import { PlacePainter } from "./place.js";
import { ShadingPainter } from "./shading.js";
import { SymbolsPainter } from "./symbols.js";
import { NamesPainter, ValuesPainter } from "./value_marks.js";

const PAINTERS = {
  curve: CurvePainter,
  line: LinePainter,
  dots: DotsPainter,
  threads: ConnectingLinesPainter,
  handle: HandlePainter,
  dial: DialPainter,
  level: LevelPainter,
  symbols: SymbolsPainter,
  shading: ShadingPainter,
  field: FieldPainter,
  place: PlacePainter,
  pixels: PixelsPainter,
  box: BoxPainter,
};
const DOTS = { name: NamesPainter, region: NamesPainter, value: ValuesPainter }; // all other roles of dots are drawn as targets are

export const FOLLOWING = [ConnectingLinesPainter, NamesPainter, LevelPainter]; // the points that are drawn, without a response
export const isPlotted = (mark) => mark.kind in PAINTERS;
export const painterOf = (mark) => (mark.kind === "dots" && DOTS[mark.role]) || PAINTERS[mark.kind];
