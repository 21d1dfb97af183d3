import { spawnSync } from "node:child_process";
import fs from "node:fs";
import { type Count, runNode, runVitest } from "#testing/runners";

type Result = { ok: boolean; output: string; count?: Count };

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
  const { count, output } = await runVitest(["--project=house"], "house.json", true);
  return { ok: count.failed === 0, output, count };
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

/** Runs the named checks, or all, in parallel. A failed tool counts as one failed test. */
export async function runChecks(names: readonly string[] = Object.keys(checks)): Promise<Count> {
  const total = { passed: 0, failed: 0, skipped: 0 };
  await Promise.all(
    names.map(async (name) => {
      const started = Date.now();
      const run = checks[name];
      const { ok, output, count } = run
        ? await run()
        : { ok: false, output: `Unknown check. Checks: ${Object.keys(checks).join(", ")}.` };
      const seconds = ((Date.now() - started) / 1000).toFixed(1);
      const detail = ok ? "" : `\n${output.trim()}\n`;
      process.stdout.write(`${ok ? "ok  " : "FAIL"} ${name} (${seconds} s)${detail}\n`);
      total.passed += count?.passed ?? 0;
      total.failed += count?.failed ?? (ok ? 0 : 1);
      total.skipped += count?.skipped ?? 0;
    }),
  );
  return total;
}
