// The checks that need no database: format, types, unused code, the house's walls.
import fs from "node:fs";
import { type Count, runNode, runVitest } from "#testing/runners";

interface Check {
  name: string;
  run(): Promise<{ ok: boolean; output: string; count?: Count }>;
}

function program(name: string, args: readonly string[]): Check {
  return {
    name,
    async run() {
      const { code, output } = await runNode(args, { quiet: true });
      return { ok: code === 0, output };
    },
  };
}

const checks: Check[] = [
  program("lock file", [".ci/complete-lock.mjs", "--check"]),
  program("biome", ["node_modules/@biomejs/biome/bin/biome", "check", "."]),
  program("tsc", ["node_modules/typescript/bin/tsc", "--noEmit"]),
  program("knip", ["node_modules/knip/bin/knip.js"]),
  {
    name: "house",
    async run() {
      const { count, output } = await runVitest(["--project=house"], "house.json", true);
      return { ok: count.failed === 0, output, count };
    },
  },
];

/** Runs all checks at once, prints what failed, and counts tests; a failed tool counts as one. */
export async function runChecks(): Promise<Count> {
  // The types of the pages' routes, which a fresh clone lacks and tsc needs.
  if (!fs.existsSync("next-env.d.ts")) {
    await runNode(["node_modules/next/dist/bin/next", "typegen"], { quiet: true });
  }
  const total = { passed: 0, failed: 0, skipped: 0 };
  await Promise.all(
    checks.map(async ({ name, run }) => {
      const started = Date.now();
      const { ok, output, count } = await run();
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
