// `npm run siege`: floods, kills, a full disk, clock steps and the authorization tests in one go.
import { spawn } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { clockSteps, fullDisk, kills, type Outcome } from "./outages";

const USAGE = `Usage: npm run siege -- [options]
  --only NAME   one part: ${"floods, payments, matching, callbacks, kills, disk, clock, authorization"}
  --rounds N    number of kills per part of the product (3)
`;

/** Authorization tests of every procedure, endpoint and form. */
const AUTHORIZATION = [
  "server/trpc/authorization.test.ts",
  "server/trpc/invalid-input.test.ts",
  "server/trpc/exports.test.ts",
  "server/rest/endpoints.test.ts",
];

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

/** Runs another program of this checkout and shows its output. */
async function runProgram(args: readonly string[]): Promise<Outcome> {
  const child = spawn(process.execPath, ["server/boot.mjs", ...args], {
    stdio: ["ignore", "inherit", "inherit"],
  });
  const [code] = await once(child, "exit");
  const command = args.join(" ");
  return { summary: command, faults: code === 0 ? [] : [`"${command}" ended with ${code}`] };
}

async function withFolder(work: (folder: string) => Promise<Outcome>): Promise<Outcome> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "ct-siege-"));
  try {
    return await work(folder);
  } finally {
    fs.rmSync(folder, { recursive: true, force: true });
  }
}

function partsOf(rounds: number): Record<string, () => Promise<Outcome>> {
  return {
    floods: () => runProgram(["torture", "flood"]),
    payments: () => runProgram(["torture", "checkout", "--sessions", "300", "--kills", "5"]),
    matching: () => runProgram(["torture", "matching", "--kills", "8"]),
    callbacks: () => runProgram(["torture", "callbacks", "--orders", "4000", "--kills", "5"]),
    kills: () => withFolder((folder) => kills(folder, rounds)),
    disk: () => withFolder(fullDisk),
    clock: () => withFolder(clockSteps),
    authorization: () => runProgram(["test", ...AUTHORIZATION]),
  };
}

interface Options {
  only: string | undefined;
  rounds: number;
}

function readOptions(): Options {
  try {
    const { values } = parseArgs({
      options: { only: { type: "string" }, rounds: { type: "string", default: "3" } },
    });
    const rounds = Number(values.rounds);
    if (!Number.isInteger(rounds) || rounds < 1) throw new Error("--rounds must be at least 1");
    if (values.only && !(values.only in partsOf(1)))
      throw new Error(`"${values.only}" is not a part`);
    return { only: values.only, rounds };
  } catch (error) {
    print(`${error instanceof Error ? error.message : error}\n\n${USAGE}`);
    process.exit(2);
  }
}

/** Runs a part and returns its summary line. */
async function runPart(name: string, run: () => Promise<Outcome>): Promise<[boolean, string]> {
  print(`\n== ${name}`);
  const started = performance.now();
  const { summary, faults, skipped } = await run().catch(
    (error: Error): Outcome => ({ summary: "", faults: [error.message] }),
  );
  const seconds = Math.round((performance.now() - started) / 1000);
  if (skipped) return [true, `not run  ${name}: ${skipped}`];
  const verdict = faults.length === 0 ? "passed  " : "FAILED  ";
  const lines = [
    `${verdict} ${name} (${seconds} s): ${summary}`,
    ...faults.map((it) => `         ${it}`),
  ];
  return [faults.length === 0, lines.join("\n")];
}

async function main(): Promise<boolean> {
  const { only, rounds } = readOptions();
  const parts = Object.entries(partsOf(rounds)).filter(([name]) => !only || name === only);
  const summary: string[] = [];
  let passed = true;
  for (const [name, run] of parts) {
    const [ok, line] = await runPart(name, run);
    print(line);
    summary.push(line);
    passed &&= ok;
  }
  print(`\n${summary.join("\n")}`);
  return passed;
}

process.exit((await main()) ? 0 : 1);
