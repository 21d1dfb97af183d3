// The kept sums are made true again from the books, beside those who go on writing them.
import { expect, it } from "vitest";
import { database } from "#core/db";
import { matchOrders } from "#domain/matching";
import { cancelOrder, placeOrder } from "#domain/orders";
import { contextOf, importFile, makeAccount, makeStock, systemContext } from "#testing/factories";
import { checkLedger, rebuildTotals } from "./index";

const rebuild = (dryRun = false) =>
  database().transaction((db) => rebuildTotals({ ...systemContext(), db }, { dryRun }));
const differing = (reports: Awaited<ReturnType<typeof rebuild>>) =>
  Object.fromEntries(reports.map((report) => [report.table, report.differing]));

const CORRECT = { stock_totals: 0, order_totals: 0, retirement_totals: 0 };

async function sell() {
  const { account } = await makeAccount();
  const { portfolioId, tag } = await makeStock({ projects: ["a", "b"] });
  const place = (kg: number) =>
    placeOrder(contextOf(account), {
      amount_kg: kg,
      portfolio_id: portfolioId,
      subaccountId: null,
    });
  const cancel = (id: string) =>
    database().transaction((db) => cancelOrder({ ...contextOf(account), db }, { id }));
  return { account, tag, place, cancel };
}
const match = () => matchOrders(systemContext(), { database: database() });

it("corrects every sum that differs, reports what differed, and changes nothing in a dry run", async () => {
  const { account, place, cancel, tag } = await sell();
  await place(1500);
  await match();
  await cancel((await place(1_000_000_000)).id);
  expect(differing(await rebuild())).toEqual(CORRECT);

  const { prisma } = database();
  const where = { accountId: account.id };
  await prisma.orderTotal.updateMany({ where, data: { orders: { increment: 3 } } });
  await prisma.retirementTotal.deleteMany({ where: { ...where, span: "month" } });
  await prisma.retirementTotal.create({
    data: {
      ...where,
      subaccountId: "",
      span: "hour",
      startsAt: new Date(0),
      projectId: `prj_${tag}_a`,
      vintageYear: 1999,
      retiredKg: 5n,
    },
  });
  await prisma.stockTotal.updateMany({
    where: { projectId: `prj_${tag}_a` },
    data: { quantityKg: 1n },
  });
  const wrong = { stock_totals: 1, order_totals: 2, retirement_totals: 3 };
  const dry = await rebuild(true);
  expect(differing(dry)).toEqual(wrong);
  expect(dry[0]?.rows).toMatchObject([{ quantity_kg: 1, expected_quantity_kg: 100_000 }]);
  expect(differing(await rebuild(true))).toEqual(wrong);
  expect(differing(await rebuild())).toEqual(wrong);
  expect(differing(await rebuild(true))).toEqual(CORRECT);
  expect(await checkLedger(systemContext())).toEqual([]);
  const entry = await prisma.auditEntry.findFirst({ where: { action: "totals.rebuilt" } });
  expect(entry?.data).toEqual(wrong);
});

it("stays true beside matching, cancellations and imports that write the same sums", async () => {
  const { account, place, cancel } = await sell();
  const orders = await Promise.all(Array.from({ length: 40 }, (_, n) => place(10 + n)));
  const cancelled = orders.filter((_, n) => n % 4 === 0);
  await database().prisma.stockTotal.updateMany({ data: { lots: { increment: 1 } } });
  const attempts = await Promise.allSettled([
    match(),
    rebuild(),
    ...cancelled.map(({ id }) => cancel(id)),
    makeStock(),
    rebuild(),
    match(),
    makeStock(),
    rebuild(),
  ]);
  const reasons = attempts.flatMap((one) => (one.status === "rejected" ? [one.reason] : []));
  // An order may be filled before it is cancelled; nothing else may go wrong.
  expect(
    reasons.filter((reason) => reason.code !== "forbidden" && reason.code !== "conflict"),
  ).toEqual([]);
  await match();
  expect(await checkLedger(systemContext())).toEqual([]);
  const total = await database().prisma.orderTotal.aggregate({
    where: { accountId: account.id },
    _sum: { orders: true },
  });
  expect(Number(total._sum.orders)).toBe(40);
  expect((await importFile({ mode: "test" })).changed).toBe(false);
});
