// `npm run sdk`: generates the SDKs' types and methods from the OpenAPI document. With `--check`, it
// compares them instead.
import fs from "node:fs";
import { generateFiles } from "./files";

const files = Object.entries(await generateFiles()).map(([file, text]) => ({ file, text }));
if (process.argv.includes("--check")) {
  const stale = files.filter(({ file, text }) => fs.readFileSync(file, "utf8") !== text);
  for (const { file } of stale) process.stdout.write(`${file} is out of date: npm run sdk\n`);
  process.exit(stale.length === 0 ? 0 : 1);
}
for (const { file, text } of files) fs.writeFileSync(file, text);
process.exit(0);
