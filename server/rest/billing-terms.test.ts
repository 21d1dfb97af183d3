// A live account orders only on terms; test mode needs none.
import { beforeAll, expect, it } from "vitest";
import type { Account } from "#core/context";
import { database } from "#core/db";
import { createAccount, setTerms } from "#domain/accounts";
import { quoteOrder } from "#domain/holds";
import { billing } from "#modules";
import { call } from "#testing/api";
import { contextOf, makeAccount, makeKey, makeStock, systemContext } from "#testing/factories";

let portfolioId: string;
beforeAll(async () => {
  ({ portfolioId } = await makeStock({ mode: "live", tonnes: 1_000 }));
});

async function makeLiveAccount(terms: "undecided" | null) {
  const { live } = await database().transaction((db) =>
    createAccount({ ...systemContext(), db }, { name: `Buyer ${crypto.randomUUID()}` }),
  );
  await database().prisma.account.update({ where: { id: live.id }, data: { terms } });
  const { token } = await makeKey(live);
  return { live: { ...live, terms }, token };
}

const order = (key: string, kg = 10) =>
  call("POST", "/orders", { key, body: { amount_kg: kg, portfolio_id: portfolioId } });

const set = (account: Account, terms: "billed_elsewhere" | null) =>
  database().transaction((db) =>
    setTerms({ ...contextOf(account), db }, { terms, credit_limit: null, limits: billing }),
  );

const ordersOf = ({ id: accountId }: Account) =>
  database().prisma.order.count({ where: { accountId } });

it("a live account without terms orders nothing, through no entry point, until it has terms", async () => {
  const { live, token } = await makeLiveAccount(null);
  expect(await order(token)).toMatchObject({
    status: 402,
    json: {
      code: "payment-required",
      title: "This account has no billing terms yet",
      detail: expect.stringContaining("billed elsewhere"),
    },
  });
  const ride = { distance_km: 10, portfolio_id: portfolioId };
  expect((await call("POST", "/orders/ride", { key: token, body: ride })).status).toBe(402);
  const quote = quoteOrder(contextOf(live), {
    amount_kg: 1,
    portfolio_id: portfolioId,
    subaccountId: null,
  });
  await expect(quote).rejects.toMatchObject({ code: "payment-required" });
  expect(await ordersOf(live)).toBe(0);
  await set(live, "billed_elsewhere");
  expect((await order(token, 1_000)).status).toBe(201);
  expect(await order((await makeAccount()).token, 1)).toMatchObject({ status: 400 });
});

it("a live account can't give its terms back", async () => {
  const { live } = await makeLiveAccount(null);
  await set(live, "billed_elsewhere");
  await expect(set(live, null)).rejects.toMatchObject({ errors: { terms: ["must be chosen"] } });
});

it("an account from before terms were required goes on", async () => {
  const { token } = await makeLiveAccount("undecided");
  expect((await order(token, 50)).status).toBe(201);
});
