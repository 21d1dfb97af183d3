// The till behaves like its model for 45 seconds, with commands drawn by the seed.
import "#testing/private-network";
import { expect, it } from "vitest";
import { log } from "#core/log";
import { enduranceSeed } from "#testing/seed";
import { compareWithModel } from "./model";

it("behaves like the model, command by command, whatever is drawn", async () => {
  log.level = "error";
  const seed = enduranceSeed();
  const size = { seed, runs: 10_000, commands: 40, seconds: 45 };
  const { failure, steps } = await compareWithModel(size);
  expect(failure, `seed ${seed}`).toBeNull();
  expect(steps).toBeGreaterThan(20);
}, 600_000);
