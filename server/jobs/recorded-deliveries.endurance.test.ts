// Attempts are recorded in batches: which results count, and what happens to those that are lost.
import { expect, it } from "vitest";
import { database } from "#core/db";
import { contextOf, makeAccount, makeStock, matchAll } from "#testing/factories";
import { receiversOfTests } from "#testing/own-receivers";
import { placeOrder } from "#testing/place-order";
import { withoutLog, withPrivateNetwork } from "#testing/settings";
import { beginDeliveries } from "./deliver-events";

withPrivateNetwork();
withoutLog();

// Results that cannot be recorded are reported.
const open = receiversOfTests();

/** An account with a fulfilled order, and so an event, for each URL. */
async function fulfill(urls: readonly string[]) {
  const { account } = await makeAccount();
  const { portfolioId } = await makeStock();
  const rest = { amount_kg: 1, portfolio_id: portfolioId, subaccountId: null };
  for (const url of urls) {
    await placeOrder(contextOf(account), { ...rest, notification_config: { url } });
  }
  await matchAll();
  const { delivery, deliveryAttempt } = database().prisma;
  const own = { accountId: account.id };
  return {
    to: (url: string) => delivery.findFirstOrThrow({ where: { ...own, callbackUrl: url } }),
    attempts: () => deliveryAttempt.findMany({ where: own, orderBy: { attempt: "asc" } }),
    states: async () => (await delivery.findMany({ where: own })).map(({ state }) => state),
    makeDue: (where: object = {}) =>
      delivery.updateMany({ where: { ...own, ...where }, data: { nextAttemptAt: new Date() } }),
  };
}

const begin = () => beginDeliveries({ timeoutMs: 10_000 });

it("a slow receiver does not delay the recording of others", async () => {
  const slow = Promise.withResolvers<{ status: number }>();
  const hanging = await open(() => slow.promise);
  const quick = await open();
  const events = await fulfill([hanging.url, ...Array.from({ length: 5 }, () => quick.url)]);
  const attempts = await begin();
  expect(attempts).toHaveLength(6);
  await expect
    .poll(async () => (await events.states()).sort())
    .toEqual([...Array.from({ length: 5 }, () => "delivered"), "pending"]);
  slow.resolve({ status: 200 });
  await Promise.all(attempts);
  expect(await events.states()).not.toContain("pending");
});

it("in a batch, only the outcome of the attempt that lost its lease is dropped", async () => {
  const late = Promise.withResolvers<{ status: number }>();
  const lost = await open((nth) => (nth === 1 ? late.promise : { status: 500 }));
  const held = await open(() => late.promise);
  const events = await fulfill([lost.url, held.url]);
  const attempts = await begin();
  await expect.poll(() => lost.received.length + held.received.length).toBe(2);
  // The lease ends while the attempt waits; another worker makes the next one.
  await events.makeDue({ eventId: (await events.to(lost.url)).eventId });
  await Promise.all(await begin());
  late.resolve({ status: 200 });
  await Promise.all(attempts);
  expect(await events.to(lost.url)).toMatchObject({ state: "pending", attempts: 2 });
  expect(await events.to(held.url)).toMatchObject({ state: "delivered", attempts: 1 });
  const statuses = (await events.attempts()).map((it) => [it.attempt, it.responseStatus]);
  expect(statuses.sort()).toEqual([
    [1, 200],
    [1, 200],
    [2, 500],
  ]);
});

it("results that are lost before they are recorded are sent again with the same bytes, after the lease and not before", async () => {
  const receiver = await open();
  const events = await fulfill(Array.from({ length: 10 }, () => receiver.url));
  const rename = (from: string, to: string) =>
    database().query({ name: "", text: `ALTER TABLE ${from} RENAME TO ${to}` }, []);
  await rename("delivery_attempts", "gone");
  const lost = Promise.all(await begin());
  await expect.poll(() => receiver.received.length).toBe(10);
  // All tries to record fail, as if the worker had ended after the receiver's responses.
  await lost;
  await rename("gone", "delivery_attempts");
  expect(await events.attempts()).toEqual([]);
  expect(await begin()).toEqual([]);
  await events.makeDue();
  await Promise.all(await begin());
  expect(new Set(await events.states())).toEqual(new Set(["delivered"]));
  const sent = Map.groupBy(receiver.received, ({ headers }) => headers["webhook-id"]);
  expect([...sent.values()].map((list) => list.length)).toEqual(
    Array.from({ length: 10 }, () => 2),
  );
  expect(new Set(receiver.received.map(({ body }) => body)).size).toBe(10);
});
