// The picture that goes with a shared link: drawn once for the same content, and one at a time.
import { ImageResponse } from "next/og";
import type { ReactElement } from "react";
import type { Context } from "#core/context";
import { sha256 } from "#core/crypto";
import { findLogo } from "#domain/accounts";
import { type PublicImpact, toImpactPageResource } from "#domain/impact";
import { placeOf } from "#ui/world";
import { charactersOf, interFaces } from "./inter";
import { HEIGHT, Picture, type Pictured, WIDTH } from "./picture";

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
