import { afterAll, beforeAll, expect, it } from "vitest";
import { monthOf } from "#domain/figures";
import { booksOf } from "#testing/checkout";
import { contextOf, makeAccount, makeStock } from "#testing/factories";
import { openTransfer, receive, record, setBankAccount } from "#testing/transfers";
import { journalOf } from "./journal-rules";
import { getOperatorMonth } from "./operator-month";
import { getStatement } from "./statement";

beforeAll(() => setBankAccount(true));
afterAll(() => setBankAccount(false));

it("a bank transfer is in the books once it is exact; one that is less, more, late or rejected never is", async () => {
  const { account } = await makeAccount();
  const { portfolioId } = await makeStock();
  const open = () => openTransfer({ account, portfolioId });
  const [less, more, rejected, late] = [await open(), await open(), await open(), await open()];
  await expect(receive(less.reference, 299)).rejects.toMatchObject({ code: "invalid-parameters" });
  await receive(less.reference);
  await expect(receive(more.reference, 301)).rejects.toMatchObject({ code: "invalid-parameters" });
  await receive(more.reference);
  await record(rejected.reference, { action: "reject", arrivedAmount: 139 });
  await record(rejected.reference, { action: "refund" });
  await record(late.reference, { action: "reject", arrivedAmount: 0 });
  await record(late.reference, { action: "arrive", amount: 300 });
  const unapplied = [rejected, late].map(async ({ id }) =>
    Number((await booksOf(id)).payment?.unapplied),
  );
  expect(await Promise.all(unapplied)).toEqual([139, 300]);
  const ctx = { ...contextOf(account), now: new Date() };
  const { key, ...month } = monthOf(ctx.now);
  const { figures } = await getStatement(ctx, { month: key });
  expect(figures.paid).toMatchObject({
    payments: 2,
    paid: 600,
    refunded: 0,
    fee: 0,
  });
  const { accounts } = await getOperatorMonth(ctx, { mode: "test", month: key });
  const own = accounts.filter(({ accountId }) => accountId === account.id);
  const moved = journalOf({ key, ...month }, own).map(({ debit, amount }) => [debit, amount]);
  expect(moved).toContainEqual(["clearing", 600]);
  expect(moved.filter(([debit]) => debit === "clearing")).toHaveLength(1);
});
