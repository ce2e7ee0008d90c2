// Numbers and texts as Python writes them.
import { Nd } from "./array.js";

// Half-way cases go to the even digit, as in Python; toFixed takes the larger.
export function fixed(value, digits) {
  const text = Math.abs(value).toFixed(digits);
  const exact = digits <= 20 ? Math.abs(value).toFixed(Math.min(100, digits + 30)) : "";
  const rest = exact.slice(text.length + (digits === 0 ? 1 : 0));
  const odd = Number(text.at(-1)) % 2 === 1;
  const tie = /^50*$/.test(rest);
  const found = tie && odd ? below(text, digits) : text;
  return (value < 0 || Object.is(value, -0) ? "-" : "") + found;
}

// The number one unit of the last digit below.
const below = (text, digits) => (Number(text) - 10 ** -digits).toFixed(digits);

function general(value, precision) {
  if (value === 0) return Object.is(value, -0) ? "-0" : "0";
  const digits = precision || 1;
  const [head, power] = value.toExponential(digits - 1).split("e");
  const exponent = Number(power);
  if (exponent < -4 || exponent >= digits) return `${trimmed(head)}e${signed(exponent)}`;
  return trimmed(value.toFixed(Math.max(0, digits - 1 - exponent)));
}

const trimmed = (text) => (text.includes(".") ? text.replace(/\.?0+$/, "") : text);
const signed = (exponent) => `${exponent < 0 ? "-" : "+"}${String(Math.abs(exponent)).padStart(2, "0")}`;

function grouped(text) {
  const [, sign, whole, rest] = text.match(/^(-?)(\d+)(.*)$/);
  return `${sign}${whole.replace(/\B(?=(\d{3})+$)/g, ",")}${rest}`;
}

const SPEC = /^(?:(.)?([<>^]))?([+ ]?)(0?)(\d*)(,?)(?:\.(\d+))?([a-z%]?)$/;

export function format(value, spec = "") {
  const plain = value instanceof Nd ? value.item() : value;
  if (!spec) return str(plain);
  const found = spec.match(SPEC);
  if (!found) throw new Error(`unknown format ${spec}`);
  const [, fill, align, plus, zero, width, comma, precision, type] = found;
  let text = typeof plain === "string" ? plain : number(Number(plain), precision, type);
  if (comma) text = grouped(text);
  if (plus && !text.startsWith("-")) text = plus + text;
  if (!width) return text;
  const pad = zero && !align ? "0" : fill ?? " ";
  const right = align ? align === ">" : typeof plain !== "string";
  return right ? text.padStart(Number(width), pad) : text.padEnd(Number(width), pad);
}

function number(value, precision, type) {
  if (type === "f") return fixed(value, Number(precision ?? 6));
  if (type === "%") return `${fixed(100 * value, Number(precision ?? 6))}%`;
  if (type === "g") return general(value, Number(precision ?? 6));
  if (type === "e") return value.toExponential(Number(precision ?? 6)).replace(/e([+-])(\d)$/, "e$10$2");
  if (type === "d" || (!type && precision === undefined)) return str(value);
  return general(value, Number(precision ?? 6));
}

export function str(value) {
  if (value === null || value === undefined) return "None";
  if (value === true) return "True";
  if (value === false) return "False";
  if (value === Infinity) return "inf";
  if (value === -Infinity) return "-inf";
  if (Array.isArray(value)) return `[${value.map(repr).join(", ")}]`;
  if (value instanceof Error) return value.message;
  return String(value);
}

export const repr = (value) => (typeof value === "string" ? `'${value}'` : str(value));
