import { beforeAll, expect, it } from "vitest";
import type { Account } from "#core/context";
import { database } from "#core/db";
import { listPaymentsToResolve } from "#domain/checkout";
import { cards, letTimePass, openSession, passDispute, pay, refund } from "#testing/checkout";
import { makeAccount, makeStock, matchAll, systemContext } from "#testing/factories";

let account: Account;
let portfolioId: string;

beforeAll(async () => {
  account = (await makeAccount()).account;
  portfolioId = (await makeStock()).portfolioId;
});

/** A fulfilled session of $3. */
async function sell(card: string): Promise<string> {
  const { id } = await openSession({ account, portfolioId });
  await pay(id, card);
  await matchAll();
  return id;
}

async function taskOf(id: string) {
  const tasks = await listPaymentsToResolve(systemContext(), { mode: account.mode });
  const own = tasks.find(({ payment }) => payment.checkoutSessionId === id);
  return own && [own.task, own.taskAmount, Number(own.payment.amount)];
}

it("a refund in part that failed shows what is owed, not what was paid", async () => {
  const id = await sell(cards.failedRefund);
  await refund(account, id, 120);
  await letTimePass(id);
  await letTimePass(id);
  expect(await taskOf(id)).toEqual(["refund_failed", 120, 300]);
});

it("a dispute after a refund in part shows what is disputed", async () => {
  const id = await sell(cards.lostDispute);
  await passDispute(id, "opened");
  const data = { amount: 180 };
  const own = await database().prisma.payment.findFirstOrThrow({
    where: { checkoutSessionId: id },
  });
  await database().prisma.paymentDispute.updateMany({ where: { paymentId: own.id }, data });
  expect(await taskOf(id)).toEqual(["disputed", 180, 300]);
});

it("a refund in part that waits for the provider shows what is being refunded", async () => {
  const id = await sell(cards.failedRefund);
  await refund(account, id, 120);
  await database().prisma.payment.updateMany({
    where: { checkoutSessionId: id },
    data: { polls: 1000, nextPollAt: new Date() },
  });
  expect(await taskOf(id)).toEqual(["refund_waits", 120, 300]);
});
