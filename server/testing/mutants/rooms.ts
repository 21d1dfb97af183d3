// The files to mutate: the pure rules of each room and module.
import fs from "node:fs";
import path from "node:path";

const FOLDERS = ["server/domain", "server/modules"];

/** Minimum scores of rooms in which a kilogram or a cent could be lost. */
export const minScores: Readonly<Record<string, number>> = {
  orders: 90,
  inventory: 90,
  checkout: 90,
  catalogue: 90,
  certificates: 90,
};

/** The folder of a room or module. */
export const folderOf = (room: string): string =>
  FOLDERS.map((folder) => path.join(folder, room)).find((folder) => fs.existsSync(folder)) ?? "";

/** Files with pure rules of a room, relative to the repository's root. */
export function rulesOf(room: string): string[] {
  const folder = folderOf(room);
  return fs
    .readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => /^(\w+\/)?([a-z0-9-]+-)?rules\.ts$/.test(name))
    .sort()
    .map((name) => `${folder}/${name}`);
}

/** Rooms and modules that have rules. */
export function rooms(): string[] {
  return FOLDERS.flatMap((folder) => fs.readdirSync(folder, { withFileTypes: true }))
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .filter((room) => rulesOf(room).length > 0)
    .sort();
}
