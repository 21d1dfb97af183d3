// Refuses an SVG that refers to anything outside of itself or takes too much work, with a reason that
// its sender can act on. The wall is the process that draws it, and loads nothing: run-decoder.ts.
import { NotAnImage } from "./image-kinds.ts";

const MAX_COST = 100_000;
const MAX_DEPTH = 64;
const MAX_ATTRIBUTES_LENGTH = 1_000_000;
const ENCODINGS = /^(utf-8|utf-16|us-ascii|iso-8859-1|windows-1252)$/i;
const UNREADABLE = "is not a readable SVG image";
const OUTWARD = "refers to something outside of it; upload an SVG that contains all it needs";

const refusals: readonly (readonly [RegExp, string])[] = [
  [/<!ENTITY/i, "declares XML entities, which are not allowed"],
  // Of declarations, only sections of plain text are left.
  [/<!(?!\[CDATA\[)/, UNREADABLE],
  [
    /<([\w.-]+:)?(image|feImage)[\s/>]/,
    "embeds another image; upload that image, or an SVG that contains only shapes",
  ],
  [/<\?xml-stylesheet|@import/i, OUTWARD],
  [/url\(\s*["']?\s*(?!["'\s#]|data:)/i, OUTWARD],
];

const tooComplex = () => new NotAnImage("is too complex to draw");

const TAG = /<(\/?)([\w.:-]+)((?:[^<>"']|"[^"]*"|'[^']*')*)>/g;
const OUTWARD_HREF = /(^|[\s:])href\s*=\s*["'](?!\s*(#|["']))/;

/** Decodes the declared encoding, which must not hide anything from the checks. */
function decode(bytes: Buffer): string {
  const [first, second] = bytes;
  const start = bytes.toString("latin1", 0, 200);
  const declared = /^<\?xml[^>]*?\sencoding\s*=\s*["']([\w-]+)["']/.exec(start)?.[1];
  const marked = first === 0xff && second === 0xfe ? "utf-16le" : "utf-16be";
  const hasMark = marked === "utf-16le" || (first === 0xfe && second === 0xff);
  if (!hasMark && declared && !ENCODINGS.test(declared)) throw new NotAnImage(UNREADABLE);
  const label = hasMark ? marked : (declared ?? "utf-8");
  return new TextDecoder(label, { fatal: true }).decode(bytes);
}

const REFERENCE = /(?:href\s*=\s*["']\s*|url\(\s*["']?)#([^"')\s]+)/g;
const ID = /\sid\s*=\s*["']([^"']+)/;
/** A mask or filter is drawn on a surface of its own, and costs as much as this many shapes. */
const SURFACE = 100;

/** An element that others can refer to, with its content. */
interface Part {
  cost: number;
  references: string[];
}

/** Counts what a reference draws again each time. */
function costOf(parts: ReadonlyMap<string, Part>, id: string, costs: Map<string, number>): number {
  const stored = costs.get(id);
  if (stored !== undefined) return stored;
  // The decoder draws a circle of references once.
  costs.set(id, 0);
  const { cost, references } = parts.get(id) ?? { cost: 0, references: [] };
  const total = references.reduce((sum, one) => sum + costOf(parts, one, costs), cost);
  costs.set(id, total);
  return total;
}

/** Refuses references outward, and early what would only exceed the decoder's limits. */
function checkTags(text: string): void {
  const whole: Part = { cost: 0, references: [] };
  const parts = new Map([["", whole]]);
  const open: (Part | undefined)[] = [whole];
  for (const [, end, name = "", attributes = ""] of text.matchAll(TAG)) {
    if (end) {
      open.pop();
      continue;
    }
    // A link only draws its content.
    if (name !== "a" && OUTWARD_HREF.test(attributes)) throw new NotAnImage(OUTWARD);
    const id = ID.exec(attributes)?.[1];
    const part = id === undefined || parts.has(id) ? undefined : { cost: 0, references: [] };
    if (id !== undefined && part) parts.set(id, part);
    const references = [...attributes.matchAll(REFERENCE)].map(([, target = ""]) => target);
    for (const each of [...open, part]) {
      if (!each) continue;
      each.cost += /^(mask$|fe)/.test(name) ? SURFACE : 1;
      each.references.push(...references);
    }
    if (!attributes.endsWith("/")) open.push(part);
    const isTooMuch = whole.cost > MAX_COST || open.length > MAX_DEPTH;
    if (isTooMuch || attributes.length > MAX_ATTRIBUTES_LENGTH) throw tooComplex();
  }
  if (costOf(parts, "", new Map()) > MAX_COST) throw tooComplex();
}

const ROOT = /<svg(?:[^<>"']|"[^"]*"|'[^']*')*>/;
const SIDE = /\s(width|height)\s*=\s*(?:"([^"]*)"|'([^']*)')/g;
const UNITS_PX = new Map(
  Object.entries({ pt: 96 / 72, pc: 16, in: 96, cm: 96 / 2.54, mm: 96 / 25.4 }),
);

/** Sizes the root by its view box, or else in pixels: the decoder enlarges other units twice. */
function inPixels(root: string): string {
  const hasViewBox = /\sviewBox\s*=/.test(root);
  return root.replace(SIDE, (all, side: string, one = "", other = "") => {
    if (hasViewBox) return "";
    const [, digits, unit = ""] = /^\s*([\d.]+)(\w\w)\s*$/.exec(one || other) ?? [];
    const px = UNITS_PX.get(unit);
    return px === undefined ? all : ` ${side}="${Number(digits) * px}"`;
  });
}

/**
 * Returns the SVG in UTF-8, without comments and document type, sized in pixels.
 * @throws NotAnImage with what is wrong, or other errors if its encoding is
 */
export function selfContainedSvg(bytes: Buffer): Buffer {
  const text = decode(bytes)
    .replace(/^\s*<\?xml[\s?][^>]*>/, "")
    .replace(/<!--[\s\S]*?-->/g, "")
    .replace(/<!DOCTYPE[^<>[]*>/i, "");
  const refusal = refusals.find(([form]) => form.test(text));
  if (refusal) throw new NotAnImage(refusal[1]);
  checkTags(text);
  return Buffer.from(text.replace(ROOT, inPixels));
}
