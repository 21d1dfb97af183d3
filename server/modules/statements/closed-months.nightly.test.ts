import fc from "fast-check";
import { expect, test } from "vitest";
import { refundChecks } from "#checkout/payments/checks";
import { settlePayment } from "#checkout/payments/payment";
import { findPayment } from "#checkout/payments/store";
import { database } from "#core/db";
import { histories, playHistories, SALES } from "#testing/closed-months";

// Payment states follow providers, which open no lost dispute again, as draws do.
const isOfMovements = ({ name }: { name: string }) => name.startsWith("movements");

const HISTORIES = 1_000;

test("a month that is over never changes, and all months add up, over 1,000 drawn histories", async () => {
  const play = fc.asyncProperty(histories, async (steps) => {
    expect(await playHistories(steps, { findPayment, settlePayment })).toEqual([]);
  });
  await fc.assert(play, { numRuns: HISTORIES / SALES, endOnFailure: true });
  for (const check of refundChecks.filter(isOfMovements))
    expect(await database().query({ ...check, name: "" }, [])).toEqual([]);
}, 7_200_000);
