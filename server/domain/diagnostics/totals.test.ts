import pg from "pg";
import { beforeAll, describe, expect, it } from "vitest";
import type { Account } from "#core/context";
import { type Database, database, openDatabase } from "#core/db";
import { createSubaccount } from "#domain/catalogue";
import { matchOrders } from "#domain/matching";
import { cancelOrder } from "#domain/orders";
import { freshDatabase } from "#testing/database";
import { contextOf, importFile, makeAccount, makeStock, systemContext } from "#testing/factories";
import { fulfillment, inOneStatement, ledger, lot, order } from "#testing/ledger";
import { placeOrder } from "#testing/place-order";
import { ledgerChecks } from "./check-ledger";
import { checkLedger, fillsOfTotals, rebuildTotals } from "./index";

const HOUR = 3_600_000;
const totalOf = async (account: Account) => {
  const { _sum } = await database().prisma.retirementTotal.aggregate({
    where: { accountId: account.id, subaccountId: "", span: "all" },
    _sum: { retiredKg: true },
  });
  return Number(_sum.retiredKg ?? 0);
};
const match = (on: Database = database()) => matchOrders(systemContext(), { database: on });

async function placeMany(account: Account, portfolioId: string, count: number): Promise<void> {
  const subaccounts = await Promise.all(
    ["One", "Two"].map((name) =>
      database().transaction((db) =>
        createSubaccount({ ...contextOf(account), db }, { name, logoFileKey: null }),
      ),
    ),
  );
  const ids = [null, ...subaccounts.map(({ id }) => id)];
  await Promise.all(
    Array.from({ length: count }, (_, n) =>
      placeOrder(
        { ...contextOf(account), now: new Date(Date.now() - n * 7 * HOUR) },
        { amount_kg: 10 + n, portfolio_id: portfolioId, subaccountId: ids[n % 3] ?? null },
      ),
    ),
  );
}

describe("the totals of retired credits", () => {
  it("stay exact when several workers match in many batches", async () => {
    const { account } = await makeAccount();
    const { portfolioId } = await makeStock({ projects: ["a", "b"] });
    const kg = Array.from({ length: 30 }, (_, n) => 10 + n).reduce((sum, one) => sum + one, 0);
    await Promise.all([placeMany(account, portfolioId, 30), match(), match(), match(), match()]);
    await Promise.all([match(), match(), match()]);
    expect(await totalOf(account)).toBe(kg);
    expect(await checkLedger(systemContext())).toEqual([]);
    await placeMany(account, portfolioId, 30);
    await match();
    expect(await totalOf(account)).toBe(2 * kg);
    expect(await checkLedger(systemContext())).toEqual([]);
  });

  it("are of days and months in UTC, whatever time zone the database is set to", async () => {
    const { account } = await makeAccount();
    const { portfolioId } = await makeStock();
    const url = new URL(process.env["DATABASE_URL"] ?? "");
    url.searchParams.set("options", "-c timezone=Pacific/Kiritimati");
    const elsewhere = openDatabase(url.href, { max: 2, isPooled: false });
    await placeOrder(
      { ...contextOf(account), now: new Date("2026-10-31T20:30:00Z") },
      { amount_kg: 10, portfolio_id: portfolioId, subaccountId: null },
    );
    const cancelled = await placeOrder(
      { ...contextOf(account), now: new Date("2026-10-31T20:30:00Z") },
      { amount_kg: 10, portfolio_id: portfolioId, subaccountId: null },
    );
    await elsewhere.transaction((db) => cancelOrder({ ...contextOf(account), db }, cancelled));
    await match(elsewhere);
    await elsewhere.close();
    expect(await totalOf(account)).toBe(10);
    expect(await checkLedger(systemContext())).toEqual([]);
  });

  it("ignore a batch that failed before its commit", async () => {
    const { account } = await makeAccount();
    const { portfolioId } = await makeStock();
    await placeMany(account, portfolioId, 5);
    class Crash extends Error {}
    const failing: Database = {
      ...database(),
      sqlTransaction: (work) =>
        database().sqlTransaction(async (sql) => {
          await work(sql);
          throw new Crash();
        }),
    };
    await expect(match(failing)).rejects.toThrow(Crash);
    expect(await totalOf(account)).toBe(0);
    expect(await checkLedger(systemContext())).toEqual([]);
    await match();
    expect(await totalOf(account)).toBe(60);
    expect(await checkLedger(systemContext())).toEqual([]);
  });
});

describe("the sums of the totals", () => {
  let rows: Record<string, unknown>[];
  let faults: unknown[];

  beforeAll(async () => {
    const fresh = await freshDatabase();
    const client = new pg.Client({ connectionString: fresh.url });
    await client.connect();
    const more = { order_amount_kg: 7, lot_id: "lot_2019" };
    const ofSub = { id: "ord_more", subaccount_id: "sub", amount_kg: 7 };
    await client.query(
      [
        "BEGIN",
        ...ledger,
        lot({ id: "lot_2019", vintage_year: 2019 }),
        order({ ...ofSub, created_at: "2026-10-31T23:59:59.999Z" }),
        inOneStatement(
          ...fulfillment("ord_more", [[0, 7, 0]], more),
          "UPDATE credit_lots SET retired_kg = 7 WHERE id = 'lot_2019'",
        ),
        "COMMIT",
      ].join(";\n"),
    );
    for (const { text } of fillsOfTotals) await client.query(text);
    faults = [];
    for (const { text } of ledgerChecks.filter(({ name }) => /^a (total|day's) /.test(name))) {
      faults.push(...(await client.query(text)).rows);
    }
    ({ rows } = await client.query(
      `SELECT subaccount_id, span, starts_at, vintage_year, retired_kg::int
       FROM retirement_totals ORDER BY vintage_year, subaccount_id, starts_at,
         array_position('{all,month,day,hour,ten_minutes}'::text[], span)`,
    ));
    await client.end();
    await fresh.drop();
  });

  it("count retirements in each of their spans", () => {
    const total = (subaccountId: string, year: number, kg: number, starts: string[]) =>
      ["all", "month", "day", "hour", "ten_minutes"].map((span, index) => ({
        subaccount_id: subaccountId,
        span,
        starts_at: new Date(starts[index] ?? 0),
        vintage_year: year,
        retired_kg: kg,
      }));
    const october = [
      "1970-01-01",
      "2026-10-01",
      "2026-10-31",
      "2026-10-31T23:00:00Z",
      "2026-10-31T23:50:00Z",
    ];
    const november = [
      "1970-01-01",
      "2026-11-01",
      "2026-11-21",
      "2026-11-21T12:00:00Z",
      "2026-11-21T12:00:00Z",
    ];
    expect(rows).toEqual([
      ...total("", 2019, 7, october),
      ...total("sub", 2019, 7, october),
      ...total("", 2022, 5, november),
    ]);
  });

  it("leave nothing for the ledger check to find", () => {
    expect(faults).toEqual([]);
  });
});

const rebuild = (dryRun = false) =>
  rebuildTotals(systemContext(), { dryRun, database: database() });
const differing = (reports: Awaited<ReturnType<typeof rebuild>>) =>
  Object.fromEntries(reports.map((report) => [report.table, report.differing]));

const CORRECT = {
  stock_totals: 0,
  sold_credits: 0,
  retirement_totals: 0,
};

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

it("corrects every total that differs, reports the difference, and changes nothing in a dry run", async () => {
  const { account, place, cancel, tag } = await sell();
  await place(1500);
  await match();
  await cancel((await place(1_000_000_000)).id);
  expect(differing(await rebuild())).toEqual(CORRECT);

  const { prisma } = database();
  const where = { accountId: account.id };
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
  await prisma.soldCredit.updateMany({ where, data: { price: 1n } });
  const wrong = {
    stock_totals: 1,
    sold_credits: 2,
    retirement_totals: 3,
  };
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

it("stays correct during matching, cancellations and imports that write the same totals", async () => {
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
  // An order may be filled before it is cancelled; nothing else may fail.
  expect(
    reasons.filter((reason) => reason.code !== "forbidden" && reason.code !== "conflict"),
  ).toEqual([]);
  await match();
  expect(await checkLedger(systemContext())).toEqual([]);
  const ended = { accountId: account.id, state: { not: "placed" } };
  expect(await database().prisma.order.count({ where: ended })).toBe(40);
  expect((await importFile({ mode: "test" })).changed).toBe(false);
});
