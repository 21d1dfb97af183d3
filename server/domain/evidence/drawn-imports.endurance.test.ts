import fc from "fast-check";
import { expect, test } from "vitest";
import { checkLedger } from "#domain/diagnostics";
import { draw, IMPORTS, playImports } from "#testing/drawn-imports";
import { systemContext } from "#testing/factories";
import { enduranceSeed } from "#testing/seed";

/** Imports of the sample; `npm run test:nightly` plays 10,000. */
const SAMPLE = 240;

test("no state, number or wording claims more than drawn imports allow", async () => {
  const play = fc.asyncProperty(draw, async (drawn) => {
    expect(await playImports(drawn)).toEqual([]);
  });
  await fc.assert(play, { seed: enduranceSeed(), numRuns: SAMPLE / IMPORTS, endOnFailure: true });
  expect(await checkLedger(systemContext())).toEqual([]);
}, 600_000);
