// Runs the operator's program in tests as an operator runs it: a process of its own.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { expect } from "vitest";

/** Runs `till` with the arguments, as from the folder. */
export async function runTill(folder: string, args: readonly string[]) {
  const child = spawn(process.execPath, ["--import", "tsx", "server/cli/till.ts", ...args], {
    env: { ...process.env, INIT_CWD: folder },
  });
  const output = { stdout: "", stderr: "" };
  child.stdout.on("data", (data) => {
    output.stdout += data;
  });
  child.stderr.on("data", (data) => {
    output.stderr += data;
  });
  const [code] = await once(child, "close");
  return { code, ...output };
}

/** Runs a command that must succeed; its stdout is one JSON document. */
export async function runTillJson(folder: string, args: readonly string[]) {
  const { code, stdout, stderr } = await runTill(folder, [...args, "--json"]);
  expect(stderr).toBe("");
  expect(code).toBe(0);
  return JSON.parse(stdout);
}
