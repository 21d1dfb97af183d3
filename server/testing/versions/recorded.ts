import fs from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { brotliDecompressSync } from "node:zlib";
import { sha256 } from "#core/crypto";
import { migrationsFolder, readMigrations } from "#setup/migrations";

export interface RecordedVersion {
  version: string;
  /** Known migrations, with the checksum of each one's SQL. */
  migrations: Record<string, string>;
}

const here = path.join(path.dirname(fileURLToPath(import.meta.url)), "recorded");

export function folderOf(version: string): string {
  return path.join(here, version);
}

/**
 * Returns true if every migration since the version declares that the version may run next to it.
 */
export function runsWithPresent({ migrations }: RecordedVersion): boolean {
  const newest = Object.keys(migrations).sort().at(-1) ?? "";
  return readMigrations(migrationsFolder())
    .filter(({ name }) => !(name in migrations))
    .every(({ compatibleWith: runsWith }) => runsWith !== null && runsWith <= newest);
}

export function readRecordedVersions(): RecordedVersion[] {
  const names = fs.existsSync(here) ? fs.readdirSync(here) : [];
  return names
    .sort((a, b) => a.localeCompare(b, "en", { numeric: true }))
    .map((it) => JSON.parse(fs.readFileSync(path.join(folderOf(it), "version.json"), "utf8")));
}

/**
 * Writes the version's program and the migrations it knows to a folder from which it can import
 * this checkout's packages. Returns the program's path.
 */
export function unpackVersion({ version, migrations }: RecordedVersion): string {
  const archive = fs.readFileSync(path.join(folderOf(version), "program.mjs.br"));
  const data = path.resolve(migrationsFolder(), "../../.data");
  const home = path.join(data, "versions", `${version}-${sha256(archive).toString("hex")}`);
  const program = path.join(home, "program.mjs");
  if (fs.existsSync(program)) return program;
  for (const name of Object.keys(migrations)) {
    const target = path.join(home, "prisma/migrations", name);
    fs.cpSync(path.join(migrationsFolder(), name), target, { recursive: true });
  }
  // The program is written last and atomically: once it exists, everything does.
  fs.writeFileSync(`${program}.${process.pid}`, brotliDecompressSync(archive));
  fs.renameSync(`${program}.${process.pid}`, program);
  return program;
}
