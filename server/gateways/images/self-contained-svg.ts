// Refuses an SVG that refers to anything outside of itself, with a reason that its sender can act
// on. The wall is the decoder's process, which loads nothing and has limits: see run-decoder.ts.
import { NotAnImage } from "./image-kinds.ts";

const MAX_COST = 60_000;
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

/** A filter or mask is drawn on a surface of its own, and costs as much as this many shapes. */
const SURFACE = 50;

/** Refuses references outward, and early what would only exceed the decoder's limits. */
function checkTags(text: string): void {
  let [cost, depth] = [0, 0];
  for (const [, end, name = "", attributes = ""] of text.matchAll(TAG)) {
    // A link only draws its content.
    if (name !== "a" && OUTWARD_HREF.test(attributes)) throw new NotAnImage(OUTWARD);
    const surfaces = attributes.match(/\b(filter|mask)\s*[=:]/g)?.length ?? 0;
    cost += 1 + SURFACE * (surfaces + Number(name.startsWith("fe")));
    if (!attributes.endsWith("/")) depth += end ? -1 : 1;
    const isTooMuch = cost > MAX_COST || depth > MAX_DEPTH;
    if (isTooMuch || attributes.length > MAX_ATTRIBUTES_LENGTH) {
      throw new NotAnImage("is too complex to draw");
    }
  }
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
