// The files to mutate: the pure rules of each room.
import fs from "node:fs";
import path from "node:path";

const DOMAIN = "server/domain";

/** Minimum scores of rooms in which a kilogram or a cent could be lost. */
export const minScores: Readonly<Record<string, number>> = {
  orders: 90,
  inventory: 90,
  checkout: 90,
  catalogue: 90,
  certificates: 90,
};

/** Files with pure rules of a room, relative to the repository's root. */
export function rulesOf(room: string): string[] {
  const folder = path.join(DOMAIN, room);
  return fs
    .readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => /^(\w+\/)?([a-z0-9-]+-)?rules\.ts$/.test(name))
    .sort()
    .map((name) => `${folder}/${name}`);
}

/** Rooms that have rules. */
export function rooms(): string[] {
  return fs
    .readdirSync(DOMAIN)
    .filter((room) => rulesOf(room).length > 0)
    .sort();
}
