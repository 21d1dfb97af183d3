import { database, type Statement } from "#core/db";
import { createSubaccount } from "#domain/catalogue";
import {
  getOperatorMonth,
  getStatement,
  linesCsv,
  listStatementLines,
  type Statement as MonthStatement,
  monthOf,
} from "#domain/statements";
import { recomputeTotals, seedHistory } from "#testing/bench/history";
import { percentile, sortedNumbers } from "#testing/bench/load";
import { formatNumber, type Section } from "#testing/bench/report";
import { contextOf, makeAccount, makeStock } from "#testing/factories";

const PAGE = 1000;
const CHUNK = 50_000;
const DAY_MS = 86_400_000;
/** A statement and the operator's month are stored sums, whatever the number of orders. */
const MAX_SUMMARY_MS = 1000;
/** A page of the CSV of a large month may take this many times as long as one of a small month. */
const MAX_RATIO = 5;
/** Growth of the heap while the CSV of any month is read. */
const MAX_HEAP_MB = 150;
const MB = 1024 ** 2;

const statement = (text: string): Statement => ({ name: "", text });

const ANALYZE = statement("ANALYZE orders, retirements, credit_lots");

interface Size {
  orders: number;
  subaccounts: number;
}

/** An account whose orders were all fulfilled last month. */
async function seedMonth({ orders, subaccounts }: Size) {
  const { account } = await makeAccount();
  const { portfolioId } = await makeStock({ projects: ["a", "b", "c", "d"] });
  const now = new Date();
  const month = monthOf(new Date(now.getTime() - now.getUTCDate() * DAY_MS));
  const subaccountIds: string[] = [];
  for (let index = 1; index <= subaccounts; index += 1) {
    const { id } = await createSubaccount(contextOf(account), { name: `Shop ${index}` });
    subaccountIds.push(id);
  }
  const of = { accountId: account.id, portfolioId, projectsPerOrder: 2, subaccountIds };
  for (let seeded = 0; seeded < orders; seeded += CHUNK) {
    const count = Math.min(CHUNK, orders - seeded);
    await seedHistory({ ...of, count, from: month.from, to: month.to });
  }
  // Without it, the plans below are those of empty tables.
  await database().query(ANALYZE, []);
  await recomputeTotals();
  return { ctx: contextOf(account), month };
}

type Seeded = Awaited<ReturnType<typeof seedMonth>>;

async function timed<T>(work: () => Promise<T>): Promise<{ result: T; ms: number }> {
  const start = performance.now();
  const result = await work();
  return { result, ms: performance.now() - start };
}

/** Reads the whole CSV, a page at a time. */
async function readLines({ ctx, month }: Seeded) {
  const pages: number[] = [];
  const heapBefore = process.memoryUsage().heapUsed;
  let [lines, heap] = [0, heapBefore];
  let after: string | null = null;
  do {
    const place: { starting_after?: string } = after === null ? {} : { starting_after: after };
    const read = async () =>
      linesCsv(await listStatementLines(ctx, { month, limit: PAGE, ...place }));
    const page = await timed(read);
    pages.push(page.ms);
    lines += page.result.rows.length;
    heap = Math.max(heap, process.memoryUsage().heapUsed);
    after = page.result.next;
  } while (after !== null);
  const ms = pages.reduce((sum, one) => sum + one, 0);
  return { lines, ms, msPerPage: ms / pages.length, heapMb: (heap - heapBefore) / MB };
}

const REPEATS = 5;

/** The last result and the median time; the first one, which loads what is loaded once, is left out. */
async function repeated<T>(work: () => Promise<T>): Promise<{ result: T; ms: number }> {
  await work();
  const all = [];
  for (let n = 0; n < REPEATS; n += 1) all.push(await timed(work));
  const ms = percentile(sortedNumbers(all.map((one) => one.ms)), 0.5);
  return { result: (all.at(-1) as (typeof all)[number]).result, ms };
}

/** @throws if the statement is not the sum of what was seeded */
function verify(statement: MonthStatement, orders: number): void {
  const { sold, ordered } = statement.figures;
  const priceCents = statement.groups.reduce((sum, group) => sum + group.priceCents, 0);
  const counts = [sold.api.orders, ordered.api.orders];
  if (counts.some((count) => count !== orders) || priceCents !== sold.api.priceCents) {
    throw new Error(`the statement of ${orders} orders has ${counts} and ${priceCents} cents`);
  }
}

async function measureStatement(size: Size) {
  const seeding = await timed(() => seedMonth(size));
  const seeded = seeding.result;
  const { ctx, month } = seeded;
  const summary = await repeated(() => getStatement(ctx, { month: month.key }));
  const operator = await repeated(() =>
    getOperatorMonth(ctx, { mode: ctx.account.mode, month: month.key }),
  );
  verify(summary.result, size.orders);
  const csv = await readLines(seeded);
  return {
    groups: summary.result.groups.length,
    seedingMs: seeding.ms,
    summaryMs: summary.ms,
    operatorMs: operator.ms,
    lines: csv.lines,
    csvMs: csv.ms,
    msPerPage: csv.msPerPage,
    heapMb: csv.heapMb,
  };
}

type Measured = Awaited<ReturnType<typeof measureStatement>>;

const ms = (value: number) => `${formatNumber(Math.round(value))} ms`;

function sectionOf(size: Size, measured: Measured, small: Measured): Section {
  const { lines, groups, ...times } = measured;
  const compared = (value: number, smallValue: number) =>
    `${formatNumber(value / smallValue)} times the small month's`;
  const pageRatio = times.msPerPage / small.msPerPage;
  const summary = (value: number, smallValue: number) => ({
    figure: ms(value),
    note: compared(value, smallValue),
    goal: { text: `≤ ${ms(MAX_SUMMARY_MS)}`, isMet: value <= MAX_SUMMARY_MS },
  });
  return {
    title: `A month of ${formatNumber(size.orders)} orders, ${groups} groups`,
    lines: [
      { label: "seeded in", figure: ms(times.seedingMs) },
      { label: "statement", ...summary(times.summaryMs, small.summaryMs) },
      { label: "operator's month", ...summary(times.operatorMs, small.operatorMs) },
      { label: `CSV of ${formatNumber(lines)} lines`, figure: ms(times.csvMs) },
      {
        label: `page of ${PAGE} lines`,
        figure: ms(times.msPerPage),
        note: compared(times.msPerPage, small.msPerPage),
        goal: { text: `≤ ${MAX_RATIO} times`, isMet: pageRatio <= MAX_RATIO },
      },
      {
        label: "growth of the heap",
        figure: `${Math.round(times.heapMb)} MB`,
        goal: { text: `≤ ${MAX_HEAP_MB} MB`, isMet: times.heapMb <= MAX_HEAP_MB },
      },
    ],
  };
}

/** A month of 1,500 orders over 50 subaccounts, and one of a million orders. */
export async function benchStatements(): Promise<Section[]> {
  const few = { orders: 1500, subaccounts: 50 };
  const many = { orders: Number(process.env["BENCH_ORDERS"] ?? 1_000_000), subaccounts: 50 };
  const small = await measureStatement(few);
  const large = await measureStatement(many);
  return [sectionOf(few, small, small), sectionOf(many, large, small)];
}
