import { beforeAll, expect, it } from "vitest";
import type { Account } from "#core/context";
import { database } from "#core/db";
import { dismissFailedRefund, listPaymentsToResolve, recordOtherRefund } from "#domain/checkout";
import { booksOf, cards, letTimePass, openSession, pageOf, pay, refund } from "#testing/checkout";
import { makeAccount, makeStock, matchAll, systemContext } from "#testing/factories";

let account: Account;
let portfolioId: string;

beforeAll(async () => {
  account = (await makeAccount()).account;
  portfolioId = (await makeStock()).portfolioId;
});

/** A paid session of $3, whose first refund fails. */
async function sell(): Promise<string> {
  const { id } = await openSession({ account, portfolioId });
  await pay(id, cards.failedRefund);
  return id;
}

const refundsOf = async (id: string) =>
  (await pageOf(id)).refunds.map(({ outcome, amount }) => [outcome, amount]);

const refundMailsOf = async (id: string) =>
  (await booksOf(id)).mails.map(({ kind }) => kind).filter((kind) => kind.startsWith("refund"));

async function stateOf(id: string) {
  const { payment, orders, refunds, provider } = await booksOf(id);
  return {
    payment: payment?.state,
    refunds: refunds.map(({ state, amount }) => [state, Number(amount)]),
    sums: [Number(payment?.refunded), Number(payment?.refunding)],
    atProvider: Number(provider[0]?.refunded),
    onOrder: Number(orders[0]?.refunded),
  };
}

/** Tasks of all accounts about the session's payment, with what is owed. */
async function tasksOf(id: string, accountId?: string) {
  const scope = { mode: account.mode, ...(accountId && { accountId }) };
  return (await listPaymentsToResolve(systemContext(), scope))
    .filter(({ payment }) => payment.checkoutSessionId === id)
    .map(({ task, owedAmount }) => [task, owedAmount]);
}

function dismiss(id: string, refundId: string) {
  const input = { mode: account.mode, id, refundId, reason: "Keeps the purchase" };
  return database().transaction((db) => dismissFailedRefund({ ...systemContext(), db }, input));
}

it("a refund that fails after fulfillment is a task of account and operator until it is repeated", async () => {
  const id = await sell();
  await matchAll();
  await refund(account, id, 120);
  await letTimePass(id);
  await letTimePass(id);
  expect(await stateOf(id)).toMatchObject({ payment: "paid", refunds: [["failed", 120]] });
  expect(await tasksOf(id, account.id)).toEqual([["refund_failed", 120]]);
  expect(await tasksOf(id)).toEqual([["refund_failed", 120]]);
  expect(await refundsOf(id)).toEqual([["failed", 120]]);
  expect(await refundMailsOf(id)).toEqual(["refund-failed"]);
  await refund(account, id, 120);
  expect(await tasksOf(id)).toEqual([]);
  expect(await refundsOf(id)).toEqual([["under_way", 120]]);
});

it("a refund that failed is dismissed once, with a reason, and the payment can still be refunded", async () => {
  const id = await sell();
  await matchAll();
  const row = await refund(account, id, 120);
  await expect(dismiss(id, row.id)).rejects.toMatchObject({ code: "conflict" });
  await letTimePass(id);
  await letTimePass(id);
  const results = await Promise.allSettled([dismiss(id, row.id), dismiss(id, row.id)]);
  expect(results.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  expect(await tasksOf(id)).toEqual([]);
  const where = { action: "payment.failed_refund_dismissed", subjectId: row.paymentId };
  const entries = await database().prisma.auditEntry.findMany({ where });
  expect(entries).toMatchObject([
    {
      accountId: account.id,
      data: { refund_id: row.id, amount: 120, currency: "usd", reason: "Keeps the purchase" },
    },
  ]);
  await refund(account, id, 300);
  expect(await stateOf(id)).toMatchObject({ sums: [0, 300] });
});

it("a refund that failed for a cancelled order cannot be dismissed: the money is owed", async () => {
  const id = await sell();
  const row = await refund(account, id);
  await letTimePass(id);
  await letTimePass(id);
  await expect(dismiss(id, row.id)).rejects.toMatchObject({ code: "conflict" });
  expect(await tasksOf(id)).toEqual([["refund_failed", 300]]);
  expect(await refundsOf(id)).toEqual([["failed", 300]]);
});

it("a refund by other means is recorded by the operator, and never beyond the rest", async () => {
  const id = await sell();
  const record = (amount: number | null) =>
    database().transaction((db) =>
      recordOtherRefund(
        { ...systemContext(), db },
        { mode: account.mode, id, amount, reason: "By bank transfer" },
      ),
    );
  await matchAll();
  await refund(account, id, 120);
  await expect(record(181)).rejects.toMatchObject({ code: "invalid-parameters" });
  await letTimePass(id);
  await letTimePass(id);
  await record(120);
  expect(await stateOf(id)).toMatchObject({
    payment: "paid",
    refunds: [
      ["failed", 120],
      ["succeeded", 120],
    ],
    sums: [120, 0],
    atProvider: 0,
    onOrder: 120,
  });
  expect(await refundsOf(id)).toEqual([["other_means", 120]]);
  await record(null);
  expect(await stateOf(id)).toMatchObject({ payment: "refunded", sums: [300, 0], atProvider: 0 });
  await expect(record(null)).rejects.toMatchObject({ code: "conflict" });
  const { mails } = await booksOf(id);
  expect(mails.filter(({ kind }) => kind === "refund")).toHaveLength(2);
});
