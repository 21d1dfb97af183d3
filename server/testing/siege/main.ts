// `npm run siege`: `npm start` with its programs killed, a full disk, and clock steps.
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { clockSteps, fullDisk, kills, type Outcome } from "./outages";

const USAGE = `Usage: npm run siege -- [options]
  --only NAME   one part: kills, disk or clock
  --rounds N    number of kills per part of the product (3)
`;

function print(text: string): void {
  process.stdout.write(`${text}\n`);
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
    kills: () => withFolder((folder) => kills(folder, rounds)),
    disk: () => withFolder(fullDisk),
    clock: () => withFolder(clockSteps),
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
