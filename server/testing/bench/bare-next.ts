// A Next application with one empty route handler: the least that any handler costs there.
import { spawn } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import path from "node:path";
import { type Environment, type Server, startNextIn } from "#testing/bench/servers";

const FILES = {
  "package.json": '{ "private": true }\n',
  // It uses the packages of the checkout that contains it.
  "next.config.mjs": `export default { turbopack: { root: ${JSON.stringify(process.cwd())} } };\n`,
  "app/nothing/route.js": "export async function POST() {\n  return Response.json({});\n}\n",
};

async function build(dir: string): Promise<void> {
  const args = ["node_modules/next/dist/bin/next", "build", dir];
  const env = { ...process.env, NODE_ENV: "production" as const };
  const child = spawn(process.execPath, args, { env, stdio: ["ignore", "ignore", "inherit"] });
  const [code] = await once(child, "close");
  if (code !== 0) throw new Error("the bare Next application could not be built");
}

/** Writes the application to a folder in `environment.folder`, builds it and serves it. */
export async function startBareNext(environment: Environment): Promise<Server> {
  const dir = path.join(environment.folder, "bare-next");
  for (const [name, text] of Object.entries(FILES)) {
    fs.mkdirSync(path.dirname(path.join(dir, name)), { recursive: true });
    fs.writeFileSync(path.join(dir, name), text);
  }
  await build(dir);
  return startNextIn(environment, { name: "bare Next", dir });
}
