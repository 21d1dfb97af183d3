// Pictures for previews of shared links, drawn one after another.
import fs from "node:fs";
import path from "node:path";
import { ImageResponse } from "next/og";
import type { ReactElement } from "react";
import { sha256 } from "#core/crypto";
import type { DrawnLine } from "#domain/pictures";

export const WIDTH = 1200;
export const HEIGHT = 630;

const FOLDER = path.resolve("node_modules/@expo-google-fonts/inter");

export interface Face {
  name: string;
  weight: 500 | 600;
  data: Buffer<ArrayBuffer>;
}

function readFace(weight: Face["weight"], file: string): Face {
  return { name: "Inter", weight, data: Buffer.from(fs.readFileSync(path.join(FOLDER, file))) };
}

let faces: Face[] | undefined;

/** Returns the two weights that pictures use, read on first use. */
export function interFaces(): Face[] {
  faces ??= [
    readFace(500, "500Medium/Inter_500Medium.ttf"),
    readFace(600, "600SemiBold/Inter_600SemiBold.ttf"),
  ];
  return faces;
}

/** Yields the character ranges of a cmap subtable of format 12. */
function* groupsOf(font: Buffer, map: number): Generator<[first: number, last: number]> {
  const count = font.readUInt32BE(map + 12);
  for (let at = map + 16; at < map + 16 + count * 12; at += 12) {
    yield [font.readUInt32BE(at), font.readUInt32BE(at + 4)];
  }
}

function tableOf(font: Buffer, name: string): number {
  for (let at = 12; at < 12 + font.readUInt16BE(4) * 16; at += 16) {
    if (font.toString("latin1", at, at + 4) === name) return font.readUInt32BE(at + 8);
  }
  throw new Error(`the font has no table ${name}`);
}

/** Returns all characters of the font, from its cmap table. */
export function charactersOf(font: Buffer): Set<number> {
  const table = tableOf(font, "cmap");
  for (let at = table + 4; at < table + 4 + font.readUInt16BE(table + 2) * 8; at += 8) {
    const map = table + font.readUInt32BE(at + 4);
    if (font.readUInt16BE(map) !== 12) continue;
    const all = new Set<number>();
    for (const [first, last] of groupsOf(font, map)) {
      for (let code = first; code <= last; code += 1) all.add(code);
    }
    return all;
  }
  throw new Error("the font has no map of all of Unicode");
}

const MAX_NAME_LENGTH = 140;
/** Of width to height: longer drawn names would be too small to read. */
const MAX_RATIO = 36;

let drawable: Set<number>[] | undefined;

function isDrawable(text: string): boolean {
  drawable ??= interFaces().map(({ data }) => charactersOf(data));
  const faces = drawable;
  const has = (code = 0) => faces.every((face) => face.has(code));
  return text !== "" && [...text].every((character) => has(character.codePointAt(0)));
}

/** Control characters, joiners, bidirectional controls, combining marks, and emoji. */
const NO_LETTERS =
  /[[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{M}]--[\u0300-\u036f]]|\p{RGI_Emoji}|\p{Emoji_Presentation}/gv;

/**
 * Returns the name without unsupported characters, or null if the font lacks a letter: next/og would
 * otherwise request a font from another host.
 */
export function nameForPicture(name: string): string | null {
  const letters = name.normalize("NFC").replace(NO_LETTERS, "").replace(/\s+/g, " ").trim();
  if (!isDrawable(letters)) return null;
  return letters.length > MAX_NAME_LENGTH
    ? `${letters.slice(0, MAX_NAME_LENGTH).trim()}…`
    : letters;
}

/** The name as text, or as a drawing if the pictures' font lacks a letter; null if all fonts do. */
export async function drawnName(
  name: string,
  draw: (name: string) => Promise<DrawnLine | null>,
): Promise<string | DrawnLine | null> {
  const text = nameForPicture(name);
  if (text !== null) return text;
  const line = await draw(name);
  return line && line.ratio <= MAX_RATIO ? line : null;
}

interface DrawnNameProps {
  name: DrawnLine;
  /** In px, of a line. */
  height: number;
  maxWidth: number;
}

export function DrawnName({ name: { src, ratio }, height, maxWidth }: DrawnNameProps) {
  const width = Math.min(maxWidth, height * ratio);
  // biome-ignore lint/performance/noImgElement: a drawing, not a page.
  return <img src={src} alt="" width={width} height={width / ratio} />;
}

async function drawNow(element: ReactElement): Promise<Uint8Array<ArrayBuffer>> {
  const options = { width: WIDTH, height: HEIGHT, fonts: interFaces() };
  return new Uint8Array(await new ImageResponse(element, options).arrayBuffer());
}

/** Pictures have about 60 kB each. */
const MAX_CACHED = 100;
const cache = new Map<string, Promise<Uint8Array<ArrayBuffer>>>();
/** Settles when the last queued picture is drawn. */
let last: Promise<unknown> = Promise.resolve();

/** Returns a PNG of 1200 by 630 px. The same content is drawn once; it must say all that is drawn. */
export function drawOnce(
  content: unknown,
  element: () => Promise<ReactElement>,
): Promise<Uint8Array<ArrayBuffer>> {
  const key = sha256(JSON.stringify(content)).toString("base64");
  const before = cache.get(key);
  // Re-inserting keeps the least recently used entry first.
  cache.delete(key);
  const drawing =
    before ??
    element().then((drawn) => {
      const ownTurn = last.then(() => drawNow(drawn));
      last = ownTurn.catch(() => undefined);
      return ownTurn;
    });
  cache.set(key, drawing);
  drawing.catch(() => cache.delete(key));
  const oldest = cache.size > MAX_CACHED ? cache.keys().next().value : undefined;
  if (oldest !== undefined) cache.delete(oldest);
  return drawing;
}

/** Replaces the narrow spaces of numbers, which the font of pictures lacks. */
export const withPlainSpaces = (text: string): string => text.replaceAll(/\s/g, " ");
