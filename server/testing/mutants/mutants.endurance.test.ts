// Tests kill some mutants of rules and SQL, drawn by the commit's hash.
import { spawnSync } from "node:child_process";
import { expect, it } from "vitest";
import { runNode } from "#testing/runners";

const { stdout } = spawnSync("git", ["rev-parse", "HEAD"], { encoding: "utf8" });
const seed = stdout?.trim() || "no commit";

it("the drawn mutants are killed, or listed as equivalent", async () => {
  const main = ["--import", "tsx", "server/testing/mutants/main.ts", "--draw", seed];
  // The run opens databases of its own.
  const env = { DATABASE_URL: undefined, VITEST_POOL_ID: undefined, VITEST_WORKER_ID: undefined };
  const { code, output } = await runNode(main, { quiet: true, env });
  expect(code, output).toBe(0);
}, 900_000);
