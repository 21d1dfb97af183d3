// The statement of the tax of customers' money, over two accounts, both modes, and the edges of a month.
import { beforeAll, expect, it } from "vitest";
import { database } from "#core/db";
import type { Scope } from "#domain/figures";
import { makePaidMonth } from "#testing/paid-month";
import { findTaxes } from "./tax-store";

let shop: Awaited<ReturnType<typeof makePaidMonth>>;

beforeAll(async () => {
  shop = await makePaidMonth();
});

const taxOf = async (given: Scope) =>
  shop
    .ofBoth(await findTaxes(database(), given))
    .map((tax) => [
      ...[tax.country, tax.taxRuleId, tax.taxRateBasisPoints, tax.payments],
      ...[tax.paid, tax.paidTax, tax.refunded, tax.refundedTax],
    ]);

it("sums the tax by country and rule, of refunds in the order in which they were made", async () => {
  const none = [null, null, null];
  // Of 11, 24; and of 66, 83 after 19 and a lost dispute of 47: 2 + 2, and 14 − 11.
  const gb = ["GB", "x", 2_000, 1, 300, 50, 11 + 13 + 17, 2 + 2 + 3];
  const untaxed = [...none, 1, 600, 0, 37, 0];
  expect(await taxOf(shop.scope())).toEqual([gb, untaxed]);
  expect(await taxOf(shop.scope({ subaccountId: shop.oslo }))).toEqual([untaxed]);
  expect(await taxOf(shop.scope({ accountId: shop.other.id }))).toEqual([
    [...none, 1, 4800, 0, 31, 0],
  ]);
  expect(await taxOf(shop.everyone())).toHaveLength(3);
  expect(await taxOf(shop.scope({ accountId: null, mode: "live" }))).toEqual([]);
  expect(await taxOf(shop.scope({ mode: "live" }))).toEqual([]);
});
