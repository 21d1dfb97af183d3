// Invoices in a real database: generated months, and processes that are killed while they issue.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import fc from "fast-check";
import { beforeAll, expect, it } from "vitest";
import type { AccountContext } from "#core/context";
import { database } from "#core/db";
import { makeBilledAccount, placeCharged, setUpIssuer } from "#testing/billing";
import { makeStock, matchAll, systemContext } from "#testing/factories";
import { fulfillAt } from "#testing/fulfillment-time";
import { enduranceSeed } from "#testing/seed";
import { checkBilling } from "./check-billing";
import { issueMonth } from "./issue-month";

const MONTHS = 25;
/** CT_INVOICES=10000 generates more, for a run by hand: see docs/testing.md. */
const ACCOUNTS = Math.ceil(Number(process.env["CT_INVOICES"] ?? 250) / MONTHS);
const TIMEOUT_MS = 45_000 * ACCOUNTS;
const PROCESSES = 4;

let portfolioId: string;
const accounts: AccountContext[] = [];

beforeAll(async () => {
  ({ portfolioId } = await makeStock({ tonnes: 1_000_000 }));
  await setUpIssuer();
  for (let at = 0; at < ACCOUNTS; at += 1) {
    const country = ["DE", "FR", "US", "ES"][at % 4] ?? "DE";
    accounts.push((await makeBilledAccount({ profile: { country_code: country } })).ctx);
  }
}, TIMEOUT_MS);

const monthStart = (ago: number) => {
  const today = new Date();
  return new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth() - ago, 1, 12));
};

/** Places one to three orders of each account, which were fulfilled in the months ago. */
async function sellMonths(months: readonly number[], amounts: readonly number[]): Promise<void> {
  const byMonth = new Map<number, string[]>();
  let next = 0;
  for (const ctx of accounts) {
    for (const ago of months) {
      const ids: string[] = [];
      for (let each = 0; each <= next % 3; each += 1) {
        const kg = amounts[next % amounts.length] ?? 1;
        ids.push(await placeCharged(ctx, { portfolioId, kg }));
      }
      next += 1;
      byMonth.set(ago, [...(byMonth.get(ago) ?? []), ...ids]);
    }
  }
  await matchAll();
  for (const [ago, ids] of byMonth) await fulfillAt(monthStart(ago).toISOString(), ids);
}

const issueAll = () =>
  issueMonth(systemContext(), { mode: "test", period: null, database: database() });

async function numbersOf(): Promise<number[]> {
  const rows = await database().prisma.invoice.findMany({
    where: { kind: "invoice" },
    orderBy: { sequence: "asc" },
  });
  return rows.map(({ sequence }) => Number(sequence));
}

const upTo = (count: number) => Array.from({ length: count }, (_, at) => at + 1);

it(
  `the lines, totals and ledger entries of ${ACCOUNTS * MONTHS} generated invoices agree to the cent`,
  async () => {
    const amounts = fc.sample(fc.integer({ min: 1, max: 20_000 }), {
      numRuns: 997,
      seed: enduranceSeed(),
    });
    await sellMonths(
      upTo(MONTHS).map((month) => month + 1),
      amounts,
    );
    const { issued, blocked } = await issueAll();
    expect(blocked).toEqual([]);
    expect(issued).toHaveLength(ACCOUNTS * MONTHS);
    expect(await numbersOf()).toEqual(upTo(issued.length));
    const { _sum: billed } = await database().prisma.invoice.aggregate({
      _sum: { total: true, net: true, tax: true },
    });
    const { _sum: lines } = await database().prisma.invoiceLine.aggregate({
      _sum: { net: true },
    });
    const { _sum: ledger } = await database().prisma.accountLedgerEntry.aggregate({
      _sum: { amount: true },
    });
    expect(lines.net).toBe(billed.net);
    expect(ledger.amount).toBe(-(billed.total ?? 0n));
    expect(Number(billed.tax)).toBeGreaterThan(0);
    expect(await checkBilling(systemContext())).toEqual([]);
  },
  TIMEOUT_MS,
);

/** Issues the last month in a process of its own, which is killed after a while. */
async function issueUntilKilled(afterMs: number): Promise<void> {
  const month = monthStart(1).toISOString().slice(0, 7);
  const args = ["server/till.ts", "billing", "issue", "--month", month, "--mode", "test"];
  const child = spawn(process.execPath, ["--import", "tsx", ...args], { stdio: "ignore" });
  const closed = once(child, "close");
  await sleep(afterMs);
  child.kill("SIGKILL");
  await closed;
}

it(`${PROCESSES} processes that issue the same month and are killed leave no gap, and no order out or twice`, async () => {
  await sellMonths([1], [7, 11, 1_300]);
  const earlier = (await numbersOf()).length;
  // Killed at different times: some before they begin, some between two invoices.
  for (const round of [1, 2, 3]) {
    await Promise.all(
      upTo(PROCESSES).map((nth) => issueUntilKilled(1_000 + 700 * nth + 150 * round)),
    );
    const numbers = await numbersOf();
    expect(numbers).toEqual(upTo(numbers.length));
    expect(await checkBilling(systemContext())).toEqual([]);
  }
  await issueAll();
  expect(await numbersOf()).toEqual(upTo(earlier + ACCOUNTS));
  expect(await issueAll()).toEqual({ issued: [], blocked: [] });
  expect(await checkBilling(systemContext())).toEqual([]);
}, 300_000);
