// Which files are mutated: the pure rules of each room of the domain.
import fs from "node:fs";
import path from "node:path";

const DOMAIN = "server/domain";

/** Rooms in which a kilogram or a cent can be lost: a lower score than this is a failure. */
export const leastScores: Readonly<Record<string, number>> = {
  orders: 90,
  inventory: 90,
  checkout: 90,
  catalogue: 90,
  certificates: 90,
};

/** The files with pure rules of a room, from the repository's root. */
export function rulesOf(room: string): string[] {
  const folder = path.join(DOMAIN, room);
  return fs
    .readdirSync(folder)
    .filter((name) => /^([a-z0-9-]+-)?rules\.ts$/.test(name))
    .sort()
    .map((name) => `${folder}/${name}`);
}

/** The rooms of the domain that have rules. */
export function rooms(): string[] {
  return fs
    .readdirSync(DOMAIN)
    .filter((room) => rulesOf(room).length > 0)
    .sort();
}
