// Tests kill some mutants of rules and SQL, drawn by the seed.
import { expect, it } from "vitest";
import { runNode } from "#testing/runners";
import { enduranceSeed } from "#testing/seed";

it("the drawn mutants are killed, or listed as equivalent", async () => {
  const draw = ["--draw", `${enduranceSeed()}`];
  const main = ["--import", "tsx", "server/testing/mutants/main.ts", ...draw];
  // The run opens databases of its own.
  const env = { DATABASE_URL: undefined, VITEST_POOL_ID: undefined, VITEST_WORKER_ID: undefined };
  const { code, output } = await runNode(main, { quiet: true, env });
  expect(code, output).toBe(0);
}, 900_000);
