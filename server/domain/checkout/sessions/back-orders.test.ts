import { expect, it } from "vitest";
import type { Account } from "#core/context";
import { database } from "#core/db";
import { setStockTerms } from "#domain/accounts";
import { checkLedger } from "#domain/diagnostics";
import { booksOf, cards, openSession, pageOf, pay } from "#testing/checkout";
import { contextOf, makeAccount, makeStock, systemContext } from "#testing/factories";
import { holdsOf } from "#testing/holds";

const DAY_MS = 86_400_000;

async function makeShop() {
  const { account } = await makeAccount();
  const { portfolioId } = await makeStock({ tonnes: 1 });
  return { account, portfolioId };
}

const allow = (account: Account, backOrderDays: number | null) =>
  database().transaction((db) =>
    setStockTerms({ ...contextOf(account), db }, { backOrderDays, holdSharePercent: 40 }),
  );

it("an account that may back-order sells beyond stock, and session, page and order name the day", async () => {
  const { account, portfolioId } = await makeShop();
  await allow(account, 10);
  const day = new Date((Math.floor(Date.now() / DAY_MS) + 10) * DAY_MS);
  const { id } = await openSession({ account, portfolioId, amountKg: 2000 });
  expect((await booksOf(id)).session.creditsExpectedBy).toEqual(day);
  expect(await pageOf(id)).toMatchObject({ view: "open", blocker: null, creditsExpectedBy: day });
  expect(await pay(id, cards.paysLater)).toBe("started");
  expect(await holdsOf({ checkoutSessionId: id })).toEqual([]);
  expect((await booksOf(id)).orders).toMatchObject([{ creditsExpectedBy: day }]);
  expect(await pageOf(id)).toMatchObject({ creditsExpectedBy: day });
  expect(await checkLedger(systemContext())).toEqual([]);
});

it("what stock covers is held and promised for no later day, and others sell nothing beyond stock", async () => {
  const { account, portfolioId } = await makeShop();
  await allow(account, 10);
  const { id } = await openSession({ account, portfolioId, amountKg: 900 });
  expect(await pageOf(id)).toMatchObject({ creditsExpectedBy: null });
  await pay(id, cards.needsApproval);
  expect(await holdsOf({ checkoutSessionId: id })).toMatchObject([{ state: "held" }]);
  await allow(account, null);
  const opening = openSession({ account, portfolioId, amountKg: 101 });
  await expect(opening).rejects.toMatchObject({ code: "insufficient-stock", availableKg: 100 });
});

it("days and shares that make no sense are rejected by their field", async () => {
  const { account } = await makeShop();
  for (const days of [0, 1.5, 3651, Number.NaN]) {
    await expect(allow(account, days)).rejects.toMatchObject({
      errors: { back_order_days: [expect.any(String)] },
    });
  }
});
