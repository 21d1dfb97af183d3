// Runs the operator's CLI in tests: in a process of its own or, ten times faster, in this one.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { Command, CommanderError } from "commander";
import { expect } from "vitest";
import { makeTill } from "#cli/program";
import { log } from "#core/log";
import { programArguments } from "#testing/program";

/** Runs `till` in a process of its own, in the given folder, with further variables. */
export async function spawnTill(folder: string, args: readonly string[], env: object = {}) {
  const child = spawn(process.execPath, [...programArguments("server/till.ts"), ...args], {
    env: { ...process.env, INIT_CWD: folder, ...env },
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

/** Collects everything written to the stream until the returned function is called. */
function capture(stream: NodeJS.WriteStream, keep: (text: string) => void): () => void {
  const write = stream.write;
  stream.write = (chunk: Uint8Array | string) => {
    keep(String(chunk));
    return true;
  };
  return () => {
    stream.write = write;
  };
}

async function parse(args: readonly string[]): Promise<void> {
  try {
    await makeTill(new Command("till").exitOverride()).parseAsync(args, { from: "user" });
  } catch (error) {
    // The program would have exited here; its message is already written.
    if (!(error instanceof CommanderError)) throw error;
    process.exitCode = error.exitCode;
  }
}

/** Runs `till` in this process, in the given folder. */
export async function runTill(folder: string, args: readonly string[]) {
  const output = { stdout: "", stderr: "" };
  const ends = (["stdout", "stderr"] as const).map((name) =>
    capture(process[name], (text) => {
      output[name] += text;
    }),
  );
  const { level } = log;
  const outer = process.exitCode;
  const { INIT_CWD } = process.env;
  try {
    log.level = "silent";
    process.env["INIT_CWD"] = folder;
    process.exitCode = 0;
    await parse(args);
    return { code: process.exitCode, ...output };
  } finally {
    for (const end of ends) end();
    log.level = level;
    process.exitCode = outer;
    if (INIT_CWD === undefined) delete process.env["INIT_CWD"];
    else process.env["INIT_CWD"] = INIT_CWD;
  }
}

/** Runs a command that must succeed and returns its JSON output. */
export async function runTillJson(folder: string, args: readonly string[]) {
  const { code, stdout, stderr } = await runTill(folder, [...args, "--json"]);
  expect(stderr).toBe("");
  expect(code).toBe(0);
  return JSON.parse(stdout);
}
