// The till behaves like its model for a few commands; `npm run torture -- model` runs longer.
import "#testing/private-network";
import { expect, it } from "vitest";
import { log } from "#core/log";
import { compareWithModel } from "./model";

it("behaves like the model, command by command", async () => {
  // Killed connections log warnings.
  log.level = "error";
  const size = { seed: 2026, runs: 20, commands: 30, steps: 30 };
  const { failure, steps } = await compareWithModel(size);
  expect(failure).toBeNull();
  expect(steps).toBeGreaterThanOrEqual(size.steps);
}, 120_000);
