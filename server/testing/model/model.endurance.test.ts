// The till against a model of itself, for a minute and a half, drawn anew for each commit.
import "#testing/private-network";
import { execFileSync } from "node:child_process";
import { expect, it } from "vitest";
import { log } from "#core/log";
import { compareWithModel } from "./model";

/** The first digits of the commit's hash. */
function seedOfCommit(): number {
  const hash = execFileSync("git", ["rev-parse", "HEAD"], { encoding: "utf8" });
  return Number.parseInt(hash.slice(0, 7), 16);
}

it("does what the model does, command by command, whatever is drawn", async () => {
  log.level = "error";
  const seed = seedOfCommit();
  const size = { seed, runs: 10_000, commands: 40, seconds: 90 };
  const { failure, steps } = await compareWithModel(size);
  expect(failure, `seed ${seed}`).toBeNull();
  expect(steps).toBeGreaterThan(20);
}, 600_000);
