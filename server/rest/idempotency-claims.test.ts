import { randomUUID } from "node:crypto";
import { beforeAll, expect, it } from "vitest";
import type { AccountContext, KeyClaim } from "#core/context";
import { database } from "#core/db";
import { KeyTaken } from "#core/errors";
import { findStoredResponse, hashRequest, runClaimed } from "#core/idempotency";
import { contextOf, makeAccount, makeStock } from "#testing/factories";
import { placeOrder } from "#testing/place-order";

let one: AccountContext;
let other: AccountContext;
let portfolioId: string;

beforeAll(async () => {
  ({ portfolioId } = await makeStock());
  one = contextOf((await makeAccount()).account);
  other = contextOf((await makeAccount()).account);
});

function claimOf(body: string, key = `key ${randomUUID()}`): KeyClaim {
  const response = { status: 201, headers: {}, body };
  return { key, requestHash: hashRequest("POST", key), response };
}
const run = (ctx: AccountContext, claim: KeyClaim) =>
  database().transaction((db) => runClaimed({ ...ctx, db }, claim, async () => claim.response));

it("a claimed key keeps its own response, for its own account", async () => {
  const [first, second] = [claimOf("first"), claimOf("second")];
  expect((await run(one, first)).body).toBe("first");
  expect((await run(one, second)).body).toBe("second");
  expect(await findStoredResponse(one, first)).toMatchObject({ status: 201, body: "first" });
  expect(await findStoredResponse(one, second)).toMatchObject({ body: "second" });
  expect(await findStoredResponse(other, first)).toBeNull();
  await run(other, claimOf("theirs", first.key));
  expect(await findStoredResponse(one, first)).toMatchObject({ body: "first" });
  expect(await findStoredResponse(other, first)).toMatchObject({ body: "theirs" });
  await expect(run(one, first)).rejects.toThrow(KeyTaken);
});

it("an order and its key are written together or not at all", async () => {
  const claim = claimOf("order");
  const input = { amount_kg: 10, portfolio_id: portfolioId, subaccountId: null };
  const place = () => placeOrder({ ...one, claim }, input);
  const { id } = await place();
  await expect(place()).rejects.toThrow(KeyTaken);
  const orders = await database().prisma.order.findMany({ where: { accountId: one.account.id } });
  expect(orders.map((order) => order.id)).toEqual([id]);
  expect(await findStoredResponse(one, claim)).toMatchObject({ body: "order" });
});
