// Work of a start that takes longer than the start may: in processes of their own, which end with this
// one and run at low priority, so that they take nothing from sales.
import { spawn } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import path from "node:path";
import { projectRoot } from "#core/build";
import { env } from "#core/env";
import { programLine } from "#core/program";
import { tiedToParent } from "./parent.mjs";

/** `done` rejects with the name of the file that has the program's output. */
export function runApart(source: "server/build.ts" | "server/demo.ts", args: string[] = []) {
  const file = path.resolve(env.CT_DATA_DIR, `${path.parse(source).name}.log`);
  fs.mkdirSync(path.dirname(file), { recursive: true });
  const output = fs.openSync(file, "w");
  const child = spawn(process.execPath, [...programLine(source), ...args], {
    cwd: projectRoot(),
    env: { ...process.env, ...tiedToParent().env },
    stdio: ["ignore", output, output, "pipe"],
  });
  fs.closeSync(output);
  const ended = once(child, "exit").catch(() => [null]);
  return {
    done: ended.then(([code]) => {
      if (code !== 0) throw new Error(`${source} failed; ${file} says why`);
    }),
    async stop() {
      child.kill("SIGTERM");
      await ended;
    },
  };
}
