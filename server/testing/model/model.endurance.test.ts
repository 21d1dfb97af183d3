// The till behaves like its model for 90 seconds, with commands drawn by the commit.
import "#testing/private-network";
import { execFileSync } from "node:child_process";
import { expect, it } from "vitest";
import { log } from "#core/log";
import { compareWithModel } from "./model";

/** Seed from the commit's hash. */
function seedOfCommit(): number {
  const hash = execFileSync("git", ["rev-parse", "HEAD"], { encoding: "utf8" });
  return Number.parseInt(hash.slice(0, 7), 16);
}

it("behaves like the model, command by command, whatever is drawn", async () => {
  log.level = "error";
  const seed = seedOfCommit();
  const size = { seed, runs: 10_000, commands: 40, seconds: 90 };
  const { failure, steps } = await compareWithModel(size);
  expect(failure, `seed ${seed}`).toBeNull();
  expect(steps).toBeGreaterThan(20);
}, 600_000);
