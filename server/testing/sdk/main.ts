// `npm run sdk`: generates the SDKs' types and methods from the OpenAPI document, and packs them. With
// `--check`, it compares them instead.
import fs from "node:fs";
import path from "node:path";
import { generateFiles } from "./files";
import { buildPackages, isSamePackage } from "./packages";

const isCheck = process.argv.includes("--check");

/** Writes the file unless it is up to date. With `--check`, reports it. */
function update(file: string, content: string | Buffer, isSame: boolean): void {
  if (isSame) return;
  if (isCheck) {
    process.stdout.write(`${file} is out of date: npm run sdk\n`);
    process.exitCode = 1;
    return;
  }
  fs.mkdirSync(path.dirname(file), { recursive: true });
  fs.writeFileSync(file, content);
}

for (const [file, text] of Object.entries(await generateFiles())) {
  update(file, text, fs.readFileSync(file, "utf8") === text);
}
for (const [file, content] of Object.entries(await buildPackages())) {
  update(file, content, isSamePackage(file, content));
}
process.exit();
