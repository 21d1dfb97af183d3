import fs from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { brotliDecompressSync } from "node:zlib";
import { sha256 } from "#core/crypto";
import { migrationsFolder, readMigrations } from "#setup/migrations";
import { bundleProgram } from "#testing/versions/bundle";

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

/** Returns the path of the program, in a folder from which it can import this checkout's packages. */
function place(name: string, migrations: readonly string[], program: () => Buffer): string {
  const home = path.resolve(migrationsFolder(), "../../.data/versions", name);
  const file = path.join(home, "program.mjs");
  if (fs.existsSync(file)) return file;
  for (const migration of migrations) {
    const target = path.join(home, "prisma/migrations", migration);
    fs.cpSync(path.join(migrationsFolder(), migration), target, { recursive: true });
  }
  // The program is written last and atomically: once it exists, everything does.
  fs.writeFileSync(`${file}.${process.pid}`, program());
  fs.renameSync(`${file}.${process.pid}`, file);
  return file;
}

/** Writes the version's program with the migrations it knows. Returns the program's path. */
export function unpackVersion({ version, migrations }: RecordedVersion): string {
  const archive = fs.readFileSync(path.join(folderOf(version), "program.mjs.br"));
  const name = `${version}-${sha256(archive).toString("hex")}`;
  return place(name, Object.keys(migrations), () => brotliDecompressSync(archive));
}

/** Writes the program of this checkout, like that of a recorded version. */
export async function presentProgram(): Promise<{ file: string; remove(): void }> {
  const program = await bundleProgram();
  const migrations = readMigrations(migrationsFolder()).map(({ name }) => name);
  const file = place(`present-${process.pid}-${Date.now()}`, migrations, () => program);
  return { file, remove: () => fs.rmSync(path.dirname(file), { recursive: true }) };
}
