import { spawnSync } from "node:child_process";
import fs from "node:fs";
import { duration } from "#testing/progress";
import { nothing, type Outcome, runNode, runVitest } from "#testing/runners";

type Result = { ok: boolean; output: string; outcome?: Outcome };

async function runTool(...args: string[]): Promise<Result> {
  const { code, output } = await runNode(args, { quiet: true });
  return { ok: code === 0, output };
}

async function checkTypes(): Promise<Result> {
  // Types of an older build may refer to pages that no longer exist.
  fs.rmSync(".next/types", { recursive: true, force: true });
  // tsx, because next.config.js imports TypeScript.
  const generated = await runTool("--import", "tsx", "node_modules/next/dist/bin/next", "typegen");
  return generated.ok ? runTool("node_modules/typescript/bin/tsc", "--noEmit") : generated;
}

async function checkHouse(): Promise<Result> {
  const outcome = await runVitest(["--project=house"], "house.json", true);
  return { ok: outcome.failed.length === 0, output: outcome.output, outcome };
}

/** boot.mjs has generated it by now: production runs what is committed. */
function checkClient(): Result {
  const args = ["diff", "--stat", "--exit-code", "--", "prisma/client", "prisma/client.hash"];
  const { status, stdout } = spawnSync("git", args, { encoding: "utf8" });
  // 129: no repository.
  const ok = status !== 1;
  return { ok, output: ok ? "" : `Add the generated Prisma client to the commit:\n${stdout}` };
}

const BIOME = "node_modules/@biomejs/biome/bin/biome";

const checks: Readonly<Record<string, () => Promise<Result> | Result>> = {
  "lock file": () => runTool(".ci/complete-lock.mjs", "--check"),
  "prisma client": checkClient,
  sdk: () => runTool("--import", "tsx", "server/testing/sdk/main.ts", "--check"),
  biome: () => runTool(BIOME, "check", "."),
  tsc: checkTypes,
  knip: () => runTool("node_modules/knip/bin/knip.js"),
  house: checkHouse,
};

/** Formats files and sorts imports; changes nothing else. */
export async function formatFiles(): Promise<boolean> {
  const args = [BIOME, "check", "--write", "--linter-enabled=false", "."];
  return (await runNode(args)).code === 0;
}

/**
 * Runs the named checks, or all, in parallel, and prints what failed. A failed tool counts as one
 * failed test.
 */
export async function runChecks(names: readonly string[] = Object.keys(checks)): Promise<Outcome> {
  const started = Date.now();
  const total = structuredClone(nothing);
  await Promise.all(
    names.map(async (name) => {
      const run = checks[name];
      const { ok, output, outcome } = run
        ? await run()
        : { ok: false, output: `Unknown check. Checks: ${Object.keys(checks).join(", ")}.` };
      if (!ok) process.stdout.write(`FAIL ${name}\n${output.trim()}\n\n`);
      total.passed += outcome?.passed ?? 0;
      total.failed.push(...(outcome?.failed ?? (ok ? [] : [name])));
    }),
  );
  const verdict = total.failed.length === 0 ? "Passed" : "Ran";
  process.stdout.write(`${verdict} in ${duration(Date.now() - started)}: ${names.join(", ")}\n`);
  return total;
}
