// Lists and totals of the dashboard for an account with a million orders, called through tRPC as a
// browser does.
import { orderNumber } from "#core/id";
import { type SeededAccount, seedAccount } from "#testing/bench/dashboard-seed";
import { percentile, sortedNumbers } from "#testing/bench/load";
import { formatNumber, type Line, type Section } from "#testing/bench/report";
import { handleTrpcRequest } from "#trpc/handler";

const MANY = 1_000_000;
const REQUESTS = 40;
const WARM_UP = 5;
const TOTALS = 10;
const MAX_MS = 100;

async function call<Data>(viewed: SeededAccount, procedure: string, input: object): Promise<Data> {
  const query = encodeURIComponent(JSON.stringify({ 0: input }));
  const path = `/trpc/${procedure}?batch=1&input=${query}`;
  const request = new Request(`http://localhost:3000${path}`, {
    headers: {
      cookie: viewed.cookie,
      "x-dashboard-account": viewed.slug,
      "x-dashboard-mode": "test",
    },
  });
  const response = await handleTrpcRequest(request);
  const text = await response.text();
  if (response.status !== 200) throw new Error(`${procedure} returned ${response.status}: ${text}`);
  const [{ result }] = JSON.parse(text) as [{ result: { data: Data } }];
  return result.data;
}

/** Times of `times` calls after the first few, sorted. */
async function timesOf(times: number, work: (n: number) => Promise<void>): Promise<number[]> {
  const ms: number[] = [];
  for (let n = 0; n < WARM_UP + times; n += 1) {
    const started = performance.now();
    await work(n);
    if (n >= WARM_UP) ms.push(performance.now() - started);
  }
  return sortedNumbers(ms);
}

interface Totals {
  count: number;
  is_capped: boolean;
}

/** Times the totals of a list, and says what they are. */
async function timeTotals(viewed: SeededAccount, label: string, input: object): Promise<Line> {
  let totals: Totals = { count: 0, is_capped: false };
  const sorted = await timesOf(TOTALS, async () => {
    totals = await call<Totals>(viewed, "orders.totals", input);
  });
  const [p50, p95] = [percentile(sorted, 0.5), percentile(sorted, 0.95)];
  const isWhole = totals.is_capped ? "or more, without sums" : "rows";
  const note = `p50 ${formatNumber(p50)} ms, ${formatNumber(totals.count)} ${isWhole}`;
  return { label, figure: `p95 ${formatNumber(p95)} ms`, note };
}

interface ListQuery {
  label: string;
  /** Input of the nth request. */
  input(n: number): object;
  /** Expected number of rows. */
  rows: number;
  hasGoal?: boolean;
  times?: number;
}

/** Times a page of a list. @throws if it has another number of rows */
async function timeList(viewed: SeededAccount, query: ListQuery): Promise<Line> {
  const { label, input, rows, hasGoal = false, times = REQUESTS } = query;
  const sorted = await timesOf(times, async (n) => {
    const { data } = await call<{ data: unknown[] }>(viewed, "orders.list", input(n));
    if (data.length !== rows) throw new Error(`${label}: ${data.length} rows instead of ${rows}`);
  });
  const [p50, p95] = [percentile(sorted, 0.5), percentile(sorted, 0.95)];
  const goal = { text: `≤ ${MAX_MS} ms`, isMet: p95 <= MAX_MS };
  const note = `p50 ${formatNumber(p50)} ms`;
  return { label, figure: `p95 ${formatNumber(p95)} ms`, note, ...(hasGoal && { goal }) };
}

async function benchTotals(seeded: SeededAccount): Promise<Section> {
  const month = { from: "2026-10-01T00:00:00+02:00", to: "2026-10-31T23:59:59.999+01:00" };
  const inputs: [label: string, input: object][] = [
    ["all orders", {}],
    ["a month, in another time zone", month],
    ["fulfilled orders of a month", { ...month, state: "fulfilled" }],
    ["fulfilled in a month", { fulfilled_from: month.from, fulfilled_to: month.to }],
    ["placed orders", { state: "placed" }],
    ["checkout orders (none)", { channel: "checkout" }],
    ["text of a tenth of the orders", { search: "harbor" }],
    ["text of all orders", { search: "Delivery" }],
    ["text of no order", { search: "no such thing" }],
  ];
  const lines: Line[] = [];
  for (const [label, input] of inputs) lines.push(await timeTotals(seeded, label, input));
  return { title: `Totals of lists of ${formatNumber(MANY)} orders, through tRPC`, lines };
}

async function benchList(seeded: SeededAccount): Promise<Section> {
  const scattered = (n: number) =>
    seeded.idOf(1000 + Math.floor(((n * Math.SQRT2) % 1) * MANY * 0.9));
  const week = { from: "2026-10-01T00:00:00Z", to: "2026-10-07T23:59:59Z" };
  const queries: ListQuery[] = [
    { label: "first page", input: () => ({}), rows: 20, hasGoal: true },
    { label: "last page", input: () => ({ last: true }), rows: 20, hasGoal: true },
    {
      label: "search by number",
      input: (n) => ({ search: orderNumber(scattered(n)) }),
      rows: 1,
      hasGoal: true,
    },
    {
      label: "search by the start of a number",
      input: (n) => ({ search: orderNumber(scattered(n)).slice(0, 14) }),
      rows: 1,
    },
    { label: "search by id", input: (n) => ({ search: scattered(n) }), rows: 1 },
    { label: "page in the middle", input: (n) => ({ starting_after: scattered(n) }), rows: 20 },
    { label: "cancelled orders", input: () => ({ state: "cancelled" }), rows: 20 },
    { label: "placed orders, oldest", input: () => ({ state: "placed", last: true }), rows: 20 },
    {
      label: "checkout orders (none)",
      input: () => ({ channel: "checkout" }),
      rows: 0,
    },
    { label: "a week of last month", input: () => week, rows: 20 },
    {
      label: "fulfilled in a week of last month",
      input: () => ({ fulfilled_from: week.from, fulfilled_to: week.to }),
      rows: 20,
      hasGoal: true,
    },
    { label: "largest amount", input: () => ({ sort: "amount.desc" }), rows: 20, times: 10 },
    { label: "highest price", input: () => ({ sort: "price.desc" }), rows: 20, times: 10 },
    { label: "text of a subaccount", input: () => ({ search: "harbor" }), rows: 20 },
    {
      label: "text of one order",
      input: () => ({ search: "Delivery 421337 " }),
      rows: 1,
      times: 10,
    },
    {
      label: "text of one order, within a week",
      input: () => ({ search: "Delivery 920000 ", ...week }),
      rows: 1,
      times: 10,
    },
    { label: "text of no order", input: () => ({ search: "no such thing" }), rows: 0, times: 10 },
  ];
  const lines: Line[] = [];
  for (const query of queries) lines.push(await timeList(seeded, query));
  return { title: `The list of ${formatNumber(MANY)} orders, through tRPC`, lines };
}

/** Measures lists, searches and totals of a million orders. */
export async function benchDashboard(): Promise<Section[]> {
  const seeded = await seedAccount(MANY);
  return [await benchList(seeded), await benchTotals(seeded)];
}
