// Inter for drawn pictures: its files, and which letters are in them.
import fs from "node:fs";
import path from "node:path";

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

/** The two weights in which pictures are written; read once, when the first is drawn. */
export function interFaces(): Face[] {
  faces ??= [
    readFace(500, "500Medium/Inter_500Medium.ttf"),
    readFace(600, "600SemiBold/Inter_600SemiBold.ttf"),
  ];
  return faces;
}

/** The groups of a character map of format 12: from, to, first glyph. */
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

/** All characters that the font has, from its table cmap, which has a map of all of Unicode. */
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
