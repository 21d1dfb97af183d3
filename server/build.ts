// `npm run build`: builds the pages, which `npm start` otherwise does while it serves. With
// `--to FOLDER` it also copies what production runs to that folder.
import os from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { onParentEnd } from "#parent";
import { ensureBuild } from "#setup/build";
import { pack } from "#setup/pack";

const options = { to: { type: "string" }, gently: { type: "boolean" } } as const;
const { to, gently } = parseArgs({ options }).values;
// Before anything else is started, which inherits it.
if (gently) os.setPriority(os.constants.priority.PRIORITY_LOW);
const stop = new AbortController();
onParentEnd(() => stop.abort());
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => stop.abort());
try {
  const built = await ensureBuild(process.cwd(), stop.signal);
  process.stdout.write(built ? "Built the pages.\n" : "The pages are up to date.\n");
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}
if (to !== undefined) {
  const folder = path.resolve(process.env["INIT_CWD"] ?? ".", to);
  const megabytes = Math.round((await pack(process.cwd(), folder)) / 1_000_000);
  process.stdout.write(`Copied what production runs to ${folder} (${megabytes} MB).\n`);
}
