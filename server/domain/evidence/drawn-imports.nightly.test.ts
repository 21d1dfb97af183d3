import fc from "fast-check";
import { expect, test } from "vitest";
import { checkLedger } from "#domain/diagnostics";
import { draw, IMPORTS, playImports } from "#testing/drawn-imports";
import { systemContext } from "#testing/factories";

const COUNT = 10_000;

test("no state, number or wording claims more than 10,000 drawn imports allow", async () => {
  const play = fc.asyncProperty(draw, async (drawn) => {
    expect(await playImports(drawn)).toEqual([]);
  });
  await fc.assert(play, { numRuns: COUNT / IMPORTS });
  expect(await checkLedger(systemContext())).toEqual([]);
}, 7_200_000);
