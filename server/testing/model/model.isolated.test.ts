// The till against a model of itself, for a moment; `npm run torture -- model` goes on for longer.
import "#testing/private-network";
import { expect, it } from "vitest";
import { log } from "#core/log";
import { compareWithModel } from "./model";

it("does what the model does, command by command", async () => {
  // Killed connections are part of it.
  log.level = "error";
  const size = { seed: 2026, runs: 20, commands: 30, steps: 30 };
  const { failure, steps } = await compareWithModel(size);
  expect(failure).toBeNull();
  expect(steps).toBeGreaterThanOrEqual(size.steps);
}, 120_000);
