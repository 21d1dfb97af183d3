import { expect, it } from "vitest";
import { database } from "#core/db";
import { cards, letTimePass, openSession, pay, refund } from "#testing/checkout";
import { makeAccount, makeStock } from "#testing/factories";
import { makePaymentLink } from "#testing/offers";
import { makePerson } from "#testing/people";
import { trpcContextOf } from "#testing/procedures";
import { createCallerFactory, router } from "#trpc/procedures";
import { appRouter } from "#trpc/router";
import { exportLinks } from "./procedures";

it("list and export of payment links sum up what customers paid", async () => {
  const { live, test: account } = await makeAccount();
  const { portfolioId } = await makeStock();
  const viewer = await trpcContextOf(await makePerson({ accountId: live.id, role: "viewer" }), {
    slug: live.slug,
  });
  const ids: string[] = [];
  for (const card of [cards.good, cards.good, cards.declined, null]) {
    const { id } = await openSession({ account, portfolioId });
    if (card !== null) await pay(id, card);
    ids.push(id);
  }
  const [refunded = ""] = ids;
  await refund(account, refunded, 120);
  await letTimePass(refunded);
  const link = await makePaymentLink(account, portfolioId);
  await database().prisma.checkoutSession.updateMany({
    where: { accountId: account.id },
    data: { paymentLinkId: link.id },
  });
  const paid = { amount_kg: 200, currency: "usd", amount: 600, refunded: 120 };
  const sums = { sessions: 4, paid: { sessions: 2, ...paid } };
  const { links } = createCallerFactory(appRouter)(viewer);
  expect(await links.totals()).toEqual({ count: 1, is_capped: false, sums });
  const { head, rows } = await createCallerFactory(router({ exportLinks }))(viewer).exportLinks({});
  expect(Object.fromEntries(head.map((name, at) => [name, rows[0]?.[at]]))).toMatchObject({
    ...{
      id: link.id,
      portfolio_name: "Portfolio",
      paid: "6.00",
      refunded: "1.20",
      currency: "USD",
    },
    ...{ sessions: 4, paid_sessions: 2, amount_kg: 200 },
  });
});
