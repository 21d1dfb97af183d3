// Fonts of PDFs: Inter, and slices of other fonts for other scripts, read on demand.
import fs from "node:fs";
import path from "node:path";
import { Font } from "@react-pdf/renderer";
import decompress from "woff2-encoder/decompress";
import { oncePerProcess } from "#core/once-per-process";
import { embeddable, withGlyphCache, withGlyphStrings } from "./embeddable-font";

const FAMILY = "Inter";
const FILES = path.resolve("node_modules/@expo-google-fonts/inter");
const FACES = [
  { src: path.join(FILES, "400Regular/Inter_400Regular.ttf"), fontWeight: 400 },
  { src: path.join(FILES, "500Medium/Inter_500Medium.ttf"), fontWeight: 500 },
  { src: path.join(FILES, "600SemiBold/Inter_600SemiBold.ttf"), fontWeight: 600 },
];

interface OpenFonts {
  inter?: Promise<void>;
  /** By name. */
  slices: Map<string, Promise<void>>;
}

/** Fonts belong to the library, which Next's copy of this module shares with the renderer's. */
const openFontsOf = oncePerProcess("document-fonts", () => new WeakMap<typeof Font, OpenFonts>());

function currentFonts(): OpenFonts {
  const current = openFontsOf.get(Font) ?? { slices: new Map() };
  openFontsOf.set(Font, current);
  return current;
}

const MODULES = path.resolve("node_modules");
/** Families for scripts that Inter lacks. They are split into slices to read only what is needed. */
const SHAPED = ["arabic", "hebrew", "thai", "devanagari", "bengali", "tamil"];
const EMOJI = "emoji";
const ARABIC = "arabic";
const WEIGHTS = [400, 600];

/** Approximate size that a character of these fonts adds to a document, in bytes. */
const BYTES: Record<string, number> = { emoji: 480, sc: 250, jp: 250, kr: 140 };
const BYTES_IN_OTHERS = 60;
/** Limits the characters of these fonts per document, because thousands of emoji would bloat it. */
const MAX_CHARACTER_BYTES = 80_000;
/** Limits the slices per document: each costs some milliseconds and a kilobyte. */
const MAX_SLICES = 48;

const slices = new Map<string, ReadonlyMap<number, string>>();

/** Returns the folder of a font. Noto is variable; its Arabic has dots without a text of their own. */
function packageOf(family: string): string {
  if (family === ARABIC) return "@fontsource/ibm-plex-sans-arabic";
  return `@fontsource-variable/${family === EMOJI ? "noto-emoji" : `noto-sans-${family}`}`;
}

/** Maps each character to its slice. */
function slicesOf(family: string): ReadonlyMap<number, string> {
  const known = slices.get(family);
  if (known) return known;
  const file = path.join(MODULES, packageOf(family), "unicode.json");
  const ranges: Record<string, string> = JSON.parse(fs.readFileSync(file, "utf8"));
  const sliceOf = new Map<number, string>();
  for (const [name, list] of Object.entries(ranges)) {
    const slice = name.replace(/[[\]]/g, "");
    // Inter covers Latin, Greek and Cyrillic.
    if (slice !== family && !/^\d+$/.test(slice)) continue;
    for (const [, from = "", to = from] of list.matchAll(/U\+([0-9a-f]+)(?:-([0-9a-f]+))?/gi)) {
      const last = Number.parseInt(to, 16);
      for (let code = Number.parseInt(from, 16); code <= last; code += 1) sliceOf.set(code, slice);
    }
  }
  slices.set(family, sliceOf);
  return sliceOf;
}

/** Returns the families to search, apart from Inter. Ideographs depend on the language. */
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
  return `${family === ARABIC ? "plex" : "noto"}-${family}-${slice}`;
}

function sliceOf(character: string, families: string[]): Slice | null {
  const code = character.codePointAt(0) ?? 0;
  for (const family of families) {
    const slice = slicesOf(family).get(code);
    if (slice !== undefined) return { family, slice };
  }
  return null;
}

/** Returns the font of a slice as a URL, because the renderer cannot embed a compressed one. */
async function sourceOf({ family, slice }: Slice, fontWeight: number): Promise<string> {
  const folder = packageOf(family);
  const axis = family === ARABIC ? fontWeight : "wght";
  const file = `${path.basename(folder)}-${slice}-${axis}-normal.woff2`;
  const compressed = await fs.promises.readFile(path.join(MODULES, folder, "files", file));
  return `data:font/ttf;base64,${Buffer.from(await decompress(compressed)).toString("base64")}`;
}

/** Registers both weights of a slice under a unique name, which identifies it in documents. */
async function open(slice: Slice): Promise<void> {
  const fontFamily = nameOf(slice);
  for (const fontWeight of WEIGHTS) {
    Font.register({ family: fontFamily, fontWeight, src: await sourceOf(slice, fontWeight) });
  }
  for (const fontWeight of WEIGHTS) {
    await Font.load({ fontFamily, fontWeight });
    const source = Font.getFont({ fontFamily, fontWeight });
    if (!source?.data) throw new Error(`${fontFamily} cannot be read`);
    const isVariable = slice.family !== ARABIC;
    const font = isVariable ? source.data["getVariation"]({ wght: fontWeight }) : source.data;
    source.data = withGlyphCache(embeddable(font, `${fontFamily}-${fontWeight}`));
  }
}

/** Reads each slice once per process. */
function openOnce(slice: Slice): Promise<void> {
  const name = nameOf(slice);
  const { slices: opened } = currentFonts();
  const known = opened.get(name) ?? open(slice);
  opened.set(name, known);
  return known;
}

function hasGlyph(fontFamily: string, character: string): boolean {
  const { data } = Font.getFont({ fontFamily, fontWeight: 400 });
  return data?.["hasGlyphForCodePoint"](character.codePointAt(0) ?? 0) ?? false;
}

async function openInter(): Promise<void> {
  Font.register({ family: FAMILY, fonts: FACES });
  for (const { fontWeight } of FACES) {
    await Font.load({ fontFamily: FAMILY, fontWeight });
    const source = Font.getFont({ fontFamily: FAMILY, fontWeight });
    if (!source?.data) throw new Error("Inter cannot be read");
    withGlyphCache(withGlyphStrings(source.data as never));
  }
}

export interface DocumentFonts {
  /** In order of preference for each character. */
  families: string[];
  canDraw: (character: string) => boolean;
  familyOf: (character: string) => string;
}

/** Reads the fonts of a document. Earlier strings take precedence when a limit is reached. */
export async function openFonts(strings: string[]): Promise<DocumentFonts> {
  const current = currentFonts();
  current.inter ??= openInter();
  await current.inter;
  const families = familiesFor(strings.join(""));
  const drawn = new Map<string, string>();
  const needed = new Map<string, Slice>();
  let bytes = 0;
  for (const character of new Set(strings.join(""))) {
    const slice = hasGlyph(FAMILY, character) ? null : sliceOf(character, families);
    if (!slice) continue;
    const name = nameOf(slice);
    const more = BYTES[slice.family] ?? BYTES_IN_OTHERS;
    if (bytes + more > MAX_CHARACTER_BYTES || (!needed.has(name) && needed.size === MAX_SLICES))
      continue;
    bytes += more;
    needed.set(name, slice);
    drawn.set(character, name);
  }
  await Promise.all([...needed.values()].map(openOnce));
  // Some slices cover less than they declare.
  const familyOf = (character: string) => drawn.get(character) ?? FAMILY;
  const canDraw = (character: string) => hasGlyph(familyOf(character), character);
  return { families: [FAMILY, ...needed.keys()], canDraw, familyOf };
}
