import fc from "fast-check";
import { expect, test } from "vitest";
import { refundChecks } from "#checkout/payments/checks";
import { settlePayment } from "#checkout/payments/payment";
import { findPayment } from "#checkout/payments/store";
import { database } from "#core/db";
import { histories, playHistories } from "#testing/closed-months";
import { enduranceSeed } from "#testing/seed";

// Payment states follow providers, which open no lost dispute again, as draws do.
const isOfMovements = ({ name }: { name: string }) => name.startsWith("movements");

/** Draws of the sample; `npm run test:nightly` plays 1,000 histories. */
const DRAWS = 2;

test("a month that is over never changes, and all months add up, over drawn histories", async () => {
  const play = fc.asyncProperty(histories, async (steps) => {
    expect(await playHistories(steps, { findPayment, settlePayment })).toEqual([]);
  });
  await fc.assert(play, { seed: enduranceSeed(), numRuns: DRAWS, endOnFailure: true });
  for (const check of refundChecks.filter(isOfMovements))
    expect(await database().query({ ...check, name: "" }, [])).toEqual([]);
}, 600_000);
