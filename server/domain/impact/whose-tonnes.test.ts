// A kilogram is claimed once: by its beneficiary.
import fc from "fast-check";
import { expect, it } from "vitest";
import type { Account } from "#core/context";
import { database } from "#core/db";
import { createSubaccount } from "#domain/catalogue";
import { getOrder } from "#domain/orders";
import { cards, openSession, pay } from "#testing/checkout";
import { giveStatus } from "#testing/evidence";
import {
  contextOf,
  makeAccount,
  makeStock,
  matchAll,
  saveSellerDetails,
  systemContext,
} from "#testing/factories";
import { placeOrder } from "#testing/place-order";
import { getImpact } from "./impact";
import { findImpactPage, setImpactPage } from "./impact-pages";

const makeSubaccount = (account: Account, name: string) =>
  database().transaction((db) =>
    createSubaccount({ ...contextOf(account), db }, { name, logoFileKey: null }),
  );

async function ownKg(slug: string): Promise<number> {
  const page = await findImpactPage(systemContext(), slug);
  if (!page) throw new Error(`no page ${slug}`);
  return page.headline === "own" ? page.impact.kg : page.alongside.kg;
}

it("own tonnes of all pages never sum to more than what went through the account", async () => {
  const { portfolioId, tag } = await makeStock({ projects: ["a", "b"] });
  const drawn = fc.record({
    kg: fc.integer({ min: 1, max: 900 }),
    scope: fc.constantFrom("account", "first", "second"),
    name: fc.constantFrom(null, "account", "first", "A stranger"),
    isRetired: fc.boolean(),
  });
  const check = async (
    orders: readonly (typeof drawn extends fc.Arbitrary<infer O> ? O : never)[],
  ) => {
    const { account } = await makeAccount();
    const shops = {
      first: await makeSubaccount(account, "First"),
      second: await makeSubaccount(account, "Second"),
    };
    const names = { account: account.name, first: "  first " };
    const expected = { account: 0, first: 0, second: 0 };
    for (const { kg, scope, name, isRetired } of orders) {
      const beneficiary =
        name === null
          ? {}
          : {
              beneficiary: {
                name: name === "A stranger" ? name : names[name],
                message: null,
                url: null,
              },
            };
      const subaccountId = scope === "account" ? null : shops[scope].id;
      const input = { amount_kg: kg, portfolio_id: portfolioId, subaccountId, ...beneficiary };
      const { id } = await placeOrder(contextOf(account), input);
      await matchAll();
      if (isRetired) await giveStatus(id, { status: "retired", projectId: `prj_${tag}_a` });
      if (name === null || name === scope) expected[scope] += kg;
    }
    const impact = await getImpact(contextOf(account), { subaccountId: null });
    expect(impact.kg).toBe(orders.reduce((sum, { kg }) => sum + kg, 0));
    expect(impact.sums.ownKg).toBe(expected.account);
    const pages = { account: account.slug, first: shops.first.id, second: shops.second.id };
    for (const [scope, slug] of Object.entries(pages)) {
      expect(await ownKg(slug)).toBe(expected[scope as keyof typeof expected]);
      const page = await findImpactPage(systemContext(), slug);
      for (const { kg, registryRetiredKg } of [
        page?.impact,
        page?.alongside,
        ...(page?.months ?? []),
      ].filter((sums) => sums !== undefined)) {
        expect(registryRetiredKg).toBeLessThanOrEqual(kg);
      }
    }
  };
  await fc.assert(fc.asyncProperty(fc.array(drawn, { minLength: 1, maxLength: 5 }), check), {
    numRuns: 6,
  });
});

it("headlines what customers and partners have where the owner has nothing, or chose so", async () => {
  const { account } = await makeAccount();
  const { portfolioId } = await makeStock();
  const shop = await makeSubaccount(account, "Shop");
  const buy = (amount_kg: number, subaccountId: string | null) =>
    placeOrder(contextOf(account), { amount_kg, portfolio_id: portfolioId, subaccountId });
  await buy(70, shop.id);
  await matchAll();
  const find = () => findImpactPage(systemContext(), account.slug);
  expect(await find()).toMatchObject({
    headline: "for_others",
    impact: { kg: 70 },
    alongside: { kg: 0 },
  });
  await buy(5, null);
  await matchAll();
  expect(await find()).toMatchObject({ headline: "own", impact: { kg: 5 }, alongside: { kg: 70 } });
  const chosen = { enabled: true, enabled_equivalents: [], headline: "for_others" as const };
  await setImpactPage(contextOf(account), { ...chosen, subaccountId: null });
  expect(await find()).toMatchObject({
    headline: "for_others",
    impact: { kg: 70 },
    alongside: { kg: 5 },
  });
});

it("a customer without a name is a customer of the seller, unless the seller chose its own name", async () => {
  const { account } = await makeAccount();
  const { portfolioId } = await makeStock();
  const orderOf = async () => {
    const session = await openSession({ account, portfolioId });
    await pay(session.id, cards.good, new Date(), null);
    const { orderId } = await database().prisma.checkoutSession.findFirstOrThrow({
      where: { id: session.id },
    });
    return getOrder(contextOf(account), { id: orderId ?? "" });
  };
  expect(await orderOf()).toMatchObject({
    beneficiaryName: `a customer of ${account.name}`,
    isOwn: false,
  });
  await saveSellerDetails(account, { named_for_customers: true });
  expect(await orderOf()).toMatchObject({ beneficiaryName: null, isOwn: true });
});
