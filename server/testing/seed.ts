// Random choices of the endurance lane: the same for each change, until .ci/seed changes.
import { createHash } from "node:crypto";
import fs from "node:fs";

const FILE = ".ci/seed";
const HIGHEST = 2 ** 31 - 1;

/** Reads the seed from CT_DRAW, or else from `.ci/seed`. @throws if it is not an integer */
export function enduranceSeed(
  env: { CT_DRAW?: string | undefined } = process.env as object,
): number {
  const given = env.CT_DRAW;
  const lines = (given || fs.readFileSync(FILE, "utf8")).split("\n");
  const seed = lines.find((line) => line !== "" && !line.startsWith("#")) ?? "";
  if (/^[1-9]\d*$/.test(seed) && Number(seed) <= HIGHEST) return Number(seed);
  const name = given ? "CT_DRAW" : FILE;
  throw new Error(`${name} must be an integer from 1 to ${HIGHEST}, not "${seed}"`);
}

/**
 * Draws `count` items. One that is added to the list later changes the draw only if it is drawn
 * itself.
 */
export function drawSome<Item>(
  list: readonly Item[],
  { seed, count, nameOf }: { seed: string | number; count: number; nameOf(item: Item): string },
): Item[] {
  const rank = (item: Item) =>
    createHash("sha256")
      .update(`${seed}/${nameOf(item)}`)
      .digest("hex");
  return list
    .map((item) => ({ item, rank: rank(item) }))
    .sort((a, b) => (a.rank < b.rank ? -1 : 1))
    .slice(0, count)
    .map(({ item }) => item);
}
