import fs from "node:fs";
import path from "node:path";
import { ImageResponse } from "next/og";
import type { ReactElement } from "react";
import type { Context } from "#core/context";
import { sha256 } from "#core/crypto";
import { findLogo } from "#domain/accounts";
import { type PublicImpact, toImpactPageResource } from "#domain/impact";
import { placeOf } from "#ui/world";
import { HEIGHT, Picture, type Pictured, WIDTH } from "./picture";

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

/** Some 60 kB each. */
const MOST_KEPT = 100;
const LONGEST_NAME = 140;

let drawable: Set<number>[] | undefined;

function isDrawable(text: string): boolean {
  drawable ??= interFaces().map(({ data }) => charactersOf(data));
  const known = drawable;
  const has = (code = 0) => known.every((face) => face.has(code));
  return text !== "" && [...text].every((character) => has(character.codePointAt(0)));
}

/** Control characters, what only joins or turns others, and emoji, which are no letters. */
const NO_LETTERS =
  /[[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{M}]--[\u0300-\u036f]]|\p{RGI_Emoji}|\p{Emoji_Presentation}/gv;

/**
 * The name in letters that Inter has. A letter that is in no font of ours would be asked for at a
 * font host (next/og does), so a name that has one is told by its page's address instead.
 */
export function nameForPicture(name: string, address: string): string {
  const letters = name.normalize("NFC").replace(NO_LETTERS, "").replace(/\s+/g, " ").trim();
  if (!isDrawable(letters)) return address;
  return letters.length > LONGEST_NAME ? `${letters.slice(0, LONGEST_NAME).trim()}…` : letters;
}

async function logoOf(ctx: Context, url: string | null): Promise<string | null> {
  const logo = url === null ? null : await findLogo(ctx, url.slice(url.lastIndexOf("/") + 1));
  if (!logo) return null;
  return `data:${logo.contentType};base64,${Buffer.from(logo.bytes).toString("base64")}`;
}

function picturedOf({ page, mode, impact }: PublicImpact): Omit<Pictured, "logo"> {
  const projects = impact.categories.flatMap((category) => category.projects);
  const places = projects.map(({ project }) =>
    placeOf(project.locationLatitude, project.locationLongitude),
  );
  const address = toImpactPageResource(page).url.replace(/^https?:\/\//, "");
  return {
    name: nameForPicture(impact.name, address),
    isTest: mode === "test",
    kg: impact.kg,
    since: impact.since.toISOString(),
    projects: projects.length,
    places: page.sections.includes("map") ? places.filter((place) => place !== null) : [],
  };
}

async function draw(element: ReactElement): Promise<Uint8Array<ArrayBuffer>> {
  const options = { width: WIDTH, height: HEIGHT, fonts: interFaces() };
  return new Uint8Array(await new ImageResponse(element, options).arrayBuffer());
}

const kept = new Map<string, Promise<Uint8Array<ArrayBuffer>>>();
/** The end of the line of those that are being drawn. */
let last: Promise<unknown> = Promise.resolve();

/** The page's picture as a PNG of 1200 by 630 px, which says what the page says. */
export async function drawShared(
  ctx: Context,
  found: PublicImpact,
): Promise<Uint8Array<ArrayBuffer>> {
  const told = picturedOf(found);
  const { logoUrl } = found.impact;
  const key = sha256(JSON.stringify([told, logoUrl])).toString("base64");
  const before = kept.get(key);
  // What was asked for last is dropped last.
  kept.delete(key);
  const drawing =
    before ??
    logoOf(ctx, logoUrl).then((logo) => {
      const mine = last.then(() => draw(Picture({ ...told, logo })));
      last = mine.catch(() => undefined);
      return mine;
    });
  kept.set(key, drawing);
  drawing.catch(() => kept.delete(key));
  const oldest = kept.size > MOST_KEPT ? kept.keys().next().value : undefined;
  if (oldest !== undefined) kept.delete(oldest);
  return drawing;
}
