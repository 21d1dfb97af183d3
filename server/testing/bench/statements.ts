import { database, type Statement } from "#core/db";
import { createSubaccount } from "#domain/catalogue";
import { getStatement, linesCsv, listStatementLines, monthOf } from "#domain/statements";
import { recomputeTotals, seedHistory } from "#testing/bench/history";
import type { Section } from "#testing/bench/report";
import { contextOf, makeAccount, makeStock } from "#testing/factories";

const PAGE = 1000;
const CHUNK = 20_000;
const DAY_MS = 86_400_000;
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
  // One statement for a million orders would take longer than statements may.
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

async function measureStatement(size: Size) {
  const seeded = await seedMonth(size);
  const { ctx, month } = seeded;
  const summary = await timed(() => getStatement(ctx, { month: month.key }));
  const { figures, groups } = summary.result;
  const csv = await readLines(seeded);
  return {
    orders: figures.sold.api.orders,
    groups: groups.length,
    summaryMs: summary.ms,
    lines: csv.lines,
    csvMs: csv.ms,
    msPerPage: csv.msPerPage,
    heapMb: csv.heapMb,
  };
}

/** A month of 1,500 orders over 50 subaccounts, and one of a million orders. */
export async function benchStatements(): Promise<Section[]> {
  const sizes = [
    { orders: 1500, subaccounts: 50 },
    { orders: Number(process.env["BENCH_ORDERS"] ?? 1_000_000), subaccounts: 50 },
  ];
  const sections: Section[] = [];
  let small: number | null = null;
  for (const size of sizes) {
    const { orders, groups, lines, ...times } = await measureStatement(size);
    const ratio: number = times.msPerPage / (small ?? times.msPerPage);
    small ??= times.msPerPage;
    const ms = (value: number) => `${Math.round(value).toLocaleString("en-US")} ms`;
    sections.push({
      title: `A month of ${orders.toLocaleString("en-US")} orders, ${groups} groups`,
      lines: [
        { label: "statement", figure: ms(times.summaryMs) },
        { label: `CSV of ${lines.toLocaleString("en-US")} lines`, figure: ms(times.csvMs) },
        {
          label: `page of ${PAGE} lines`,
          figure: ms(times.msPerPage),
          note: `${ratio.toFixed(1)} times the small month's`,
          goal: { text: `≤ ${MAX_RATIO} times`, isMet: ratio <= MAX_RATIO },
        },
        {
          label: "growth of the heap",
          figure: `${Math.round(times.heapMb)} MB`,
          goal: { text: `≤ ${MAX_HEAP_MB} MB`, isMet: times.heapMb <= MAX_HEAP_MB },
        },
      ],
    });
  }
  return sections;
}
