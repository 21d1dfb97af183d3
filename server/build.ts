// `npm run build`: builds the pages, which `npm start` otherwise does first. With `--to FOLDER` it
// also copies what production runs to that folder.
import path from "node:path";
import { parseArgs } from "node:util";
import { ensureBuild } from "#setup/build";
import { pack } from "#setup/pack";

const { to } = parseArgs({ options: { to: { type: "string" } } }).values;
const built = await ensureBuild(process.cwd(), new AbortController().signal);
process.stdout.write(built ? "Built the pages.\n" : "The pages are up to date.\n");
if (to !== undefined) {
  const folder = path.resolve(process.env["INIT_CWD"] ?? ".", to);
  const megabytes = Math.round((await pack(process.cwd(), folder)) / 1_000_000);
  process.stdout.write(`Copied what production runs to ${folder} (${megabytes} MB).\n`);
}
