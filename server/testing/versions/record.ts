// `npm run record-version`: stores the present version as one file, to run next to later versions.
import fs from "node:fs";
import path from "node:path";
import { brotliCompressSync, constants } from "node:zlib";
import { migrationsFolder, readMigrations } from "#setup/migrations";
import { bundleProgram } from "#testing/versions/bundle";
import { folderOf, type RecordedVersion } from "#testing/versions/recorded";

const root = path.resolve(migrationsFolder(), "../..");

async function main(): Promise<void> {
  const { version } = JSON.parse(fs.readFileSync(path.join(root, "package.json"), "utf8"));
  const folder = folderOf(version);
  const program = await bundleProgram();
  const archive = brotliCompressSync(program, {
    params: {
      [constants.BROTLI_PARAM_LGWIN]: 24,
      [constants.BROTLI_PARAM_SIZE_HINT]: program.length,
    },
  });
  const migrations = readMigrations(migrationsFolder());
  const record: RecordedVersion = {
    version,
    migrations: Object.fromEntries(migrations.map(({ name, checksum }) => [name, checksum])),
  };
  fs.mkdirSync(folder, { recursive: true });
  fs.writeFileSync(path.join(folder, "program.mjs.br"), archive);
  fs.writeFileSync(path.join(folder, "version.json"), `${JSON.stringify(record, null, 2)}\n`);
  const kb = Math.ceil(archive.length / 1024);
  process.stdout.write(`Recorded ${version} in ${path.relative(root, folder)} (${kb} kB).\n`);
}

await main();
