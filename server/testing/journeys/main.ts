// `npm run journeys [-- NAME …]`: lists the product files that a request executes.
import path from "node:path";
import { Tracer } from "#testing/journeys/executed-files";
import type { Journey } from "#testing/journeys/journeys";

/** A function that a timer runs by chance does not run in each of them. */
const TRACED = 3;
/** Folders that every request walks through. */
const PLATFORM = /^server\/(core|http)\//;

const NOTE = `A file counts if one of its functions ran in each of ${TRACED} requests, after one that is not counted:
what runs only when a file is loaded, or only in the first request, is left out. Tests, packages and
generated code don't count. Orders and payments come through the server's own HTTP, without pages.`;

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

async function trace(tracer: Tracer, { open }: Journey): Promise<string[]> {
  const { prepare, close } = await open();
  await (await prepare())();
  let files: string[] | undefined;
  for (let request = 0; request < TRACED; request += 1) {
    const executed = await tracer.filesOf(await prepare());
    files = files?.filter((file) => executed.has(file)) ?? [...executed];
  }
  await close?.();
  return files?.sort() ?? [];
}

function printFiles(what: string, files: readonly string[]): void {
  const inner = files.filter((file) => !PLATFORM.test(file));
  print(`\n${what}: ${files.length} files, ${inner.length} of them outside server/core and http`);
  for (const [folder, inside] of Map.groupBy(files, (file) => path.dirname(file))) {
    print(`  ${folder} (${inside.length})`);
    print(`    ${inside.map((file) => path.parse(file).name).join(", ")}`);
  }
}

async function main(names: readonly string[]): Promise<void> {
  process.env["CT_RATE_LIMIT"] = "off";
  process.env["CT_LOG_LEVEL"] ??= "error";
  const tracer = await Tracer.start();
  // The modules read the environment when loaded, so they are imported later.
  const { openScratch } = await import("#testing/world/scratch");
  const scratch = await openScratch({ name: "journeys", durable: false });
  try {
    const { journeys } = await import("#testing/journeys/journeys");
    const unknown = names.find((name) => !journeys[name]);
    if (unknown) throw new Error(`"${unknown}" is none of ${Object.keys(journeys).join(", ")}`);
    print(NOTE);
    for (const [name, journey] of Object.entries(journeys)) {
      if (names.length > 0 && !names.includes(name)) continue;
      printFiles(journey.what, await trace(tracer, journey));
    }
  } finally {
    const { closeDatabase } = await import("#core/db");
    await closeDatabase();
    await scratch.close();
  }
}

await main(process.argv.slice(2));
process.exit(0);
