// The PDF's fonts: Inter for most, and for other scripts slices of Noto, read when a text needs them.
import fs from "node:fs";
import path from "node:path";
import { Font } from "@react-pdf/renderer";
import decompress from "woff2-encoder/decompress";
import { embeddable, withOwnTexts } from "./certificate-pdf-outlines";

const FAMILY = "Inter";
const FILES = path.resolve("node_modules/@expo-google-fonts/inter");
const FACES = [
  { src: path.join(FILES, "400Regular/Inter_400Regular.ttf"), fontWeight: 400 },
  { src: path.join(FILES, "500Medium/Inter_500Medium.ttf"), fontWeight: 500 },
  { src: path.join(FILES, "600SemiBold/Inter_600SemiBold.ttf"), fontWeight: 600 },
];
Font.register({ family: FAMILY, fonts: FACES });

const NOTO = path.resolve("node_modules/@fontsource-variable");
/** Of the scripts beside Inter's. Each family is cut into slices, so that few of its bytes are read. */
const SHAPED = ["arabic", "hebrew", "thai", "devanagari", "bengali", "tamil"];
const EMOJI = "emoji";
const WEIGHTS = [400, 600];

/** What a character of the other fonts adds to a document, about, in bytes. */
const BYTES: Record<string, number> = { emoji: 480, sc: 250, jp: 250, kr: 140 };
const BYTES_ELSE = 60;
/** A document shows no more of them than this: else thousands of pictures would make it large. */
const MOST_BYTES = 90_000;
/** Nor does it open more slices: each takes some milliseconds, and a thousand bytes. */
const MOST_SLICES = 48;

const slices = new Map<string, ReadonlyMap<number, string>>();

function packageOf(family: string): string {
  return family === EMOJI ? "noto-emoji" : `noto-sans-${family}`;
}

/** In which slice of the family each character is. */
function slicesOf(family: string): ReadonlyMap<number, string> {
  const known = slices.get(family);
  if (known) return known;
  const file = path.join(NOTO, packageOf(family), "unicode.json");
  const ranges: Record<string, string> = JSON.parse(fs.readFileSync(file, "utf8"));
  const found = new Map<number, string>();
  for (const [name, list] of Object.entries(ranges)) {
    const slice = name.replace(/[[\]]/g, "");
    // The slices of Latin, Greek and the like hold what Inter has too.
    if (slice !== family && !/^\d+$/.test(slice)) continue;
    for (const [, from = "", to = from] of list.matchAll(/U\+([0-9a-f]+)(?:-([0-9a-f]+))?/gi)) {
      const last = Number.parseInt(to, 16);
      for (let code = Number.parseInt(from, 16); code <= last; code += 1) found.set(code, slice);
    }
  }
  slices.set(family, found);
  return found;
}

/** Where characters are looked for, Inter left aside. Ideographs differ by their readers' language. */
function familiesFor(text: string): string[] {
  if (/[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text)) {
    return [...SHAPED, EMOJI, "jp", "sc", "kr"];
  }
  if (/\p{Script=Hangul}/u.test(text)) return [...SHAPED, EMOJI, "kr", "jp", "sc"];
  return [...SHAPED, EMOJI, "sc", "jp", "kr"];
}

interface Slice {
  family: string;
  slice: string;
}

function nameOf({ family, slice }: Slice): string {
  return `noto-${family}-${slice}`;
}

function sliceOf(character: string, families: string[]): Slice | null {
  const code = character.codePointAt(0) ?? 0;
  for (const family of families) {
    const slice = slicesOf(family).get(code);
    if (slice !== undefined) return { family, slice };
  }
  return null;
}

const opened = new Map<string, Promise<void>>();

/** Registers a slice, in both weights, under a name of its own: documents tell fonts by name. */
async function open({ family, slice }: Slice): Promise<void> {
  const name = packageOf(family);
  const fontFamily = nameOf({ family, slice });
  const file = path.join(NOTO, name, "files", `${name}-${slice}-wght-normal.woff2`);
  // The renderer cannot embed a compressed font.
  const bytes = await decompress(await fs.promises.readFile(file));
  const src = `data:font/ttf;base64,${Buffer.from(bytes).toString("base64")}`;
  Font.register({ family: fontFamily, fonts: WEIGHTS.map((fontWeight) => ({ src, fontWeight })) });
  for (const fontWeight of WEIGHTS) {
    await Font.load({ fontFamily, fontWeight });
    const source = Font.getFont({ fontFamily, fontWeight });
    if (!source?.data) throw new Error(`${fontFamily} cannot be read`);
    const font = source.data["getVariation"]({ wght: fontWeight });
    source.data = embeddable(font, `${fontFamily}-${fontWeight}`);
  }
}

/** Reads a slice once in a process. */
function openOnce(slice: Slice): Promise<void> {
  const name = nameOf(slice);
  const known = opened.get(name) ?? open(slice);
  opened.set(name, known);
  return known;
}

function hasGlyph(fontFamily: string, character: string): boolean {
  const { data } = Font.getFont({ fontFamily, fontWeight: 400 });
  return data?.["hasGlyphForCodePoint"](character.codePointAt(0) ?? 0) ?? false;
}

let inter: Promise<void> | undefined;

async function openInter(): Promise<void> {
  for (const { fontWeight } of FACES) {
    await Font.load({ fontFamily: FAMILY, fontWeight });
    const source = Font.getFont({ fontFamily: FAMILY, fontWeight });
    if (!source?.data) throw new Error("Inter cannot be read");
    withOwnTexts(source.data as never);
  }
}

export interface DocumentFonts {
  /** Each character is drawn by the first that has it. */
  families: string[];
  canDraw: (character: string) => boolean;
}

/** Reads the fonts that a document needs. Of its texts, the first are the last to lack a character. */
export async function openFonts(texts: string[]): Promise<DocumentFonts> {
  inter ??= openInter();
  await inter;
  const families = familiesFor(texts.join(""));
  const drawn = new Map<string, string>();
  const wanted = new Map<string, Slice>();
  let bytes = 0;
  for (const character of new Set(texts.join(""))) {
    const slice = hasGlyph(FAMILY, character) ? null : sliceOf(character, families);
    if (!slice) continue;
    const name = nameOf(slice);
    const more = BYTES[slice.family] ?? BYTES_ELSE;
    if (bytes + more > MOST_BYTES || (!wanted.has(name) && wanted.size === MOST_SLICES)) continue;
    bytes += more;
    wanted.set(name, slice);
    drawn.set(character, name);
  }
  await Promise.all([...wanted.values()].map(openOnce));
  // Some slices are said to hold more than they do.
  const canDraw = (character: string) => hasGlyph(drawn.get(character) ?? FAMILY, character);
  return { families: [FAMILY, ...wanted.keys()], canDraw };
}
