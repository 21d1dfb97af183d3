// Times lists and totals of the dashboard, called through tRPC as a browser does.
import { percentile, sortedNumbers } from "#testing/bench/load";
import { formatNumber, type Line } from "#testing/bench/report";
import { handleTrpcRequest } from "#trpc/handler";

const REQUESTS = 40;
const WARM_UP = 5;
const TOTALS = 10;
const MAX_MS = 100;

/** An account with its signed-in viewer. */
export interface Viewed {
  slug: string;
  cookie: string;
}

async function call<Data>(viewed: Viewed, procedure: string, input: object): Promise<Data> {
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

interface TotalsQuery {
  procedure: string;
  label: string;
  input: object;
}

/** Times the totals of a list, and says what they are. */
export async function timeTotals(viewed: Viewed, query: TotalsQuery): Promise<Line> {
  let totals: Totals = { count: 0, is_capped: false };
  const sorted = await timesOf(TOTALS, async () => {
    totals = await call<Totals>(viewed, query.procedure, query.input);
  });
  const [p50, p95] = [percentile(sorted, 0.5), percentile(sorted, 0.95)];
  const isWhole = totals.is_capped ? "or more, without sums" : "rows";
  const note = `p50 ${formatNumber(p50)} ms, ${formatNumber(totals.count)} ${isWhole}`;
  return { label: query.label, figure: `p95 ${formatNumber(p95)} ms`, note };
}

export interface ListQuery {
  procedure: string;
  label: string;
  /** Input of the nth request. */
  input(n: number): object;
  /** Expected number of rows. */
  rows: number;
  hasGoal?: boolean;
  times?: number;
}

/** Times a page of a list. @throws if it has another number of rows */
export async function timeList(viewed: Viewed, query: ListQuery): Promise<Line> {
  const { procedure, label, input, rows, hasGoal = false, times = REQUESTS } = query;
  const sorted = await timesOf(times, async (n) => {
    const { data } = await call<{ data: unknown[] }>(viewed, procedure, input(n));
    if (data.length !== rows) throw new Error(`${label}: ${data.length} rows instead of ${rows}`);
  });
  const [p50, p95] = [percentile(sorted, 0.5), percentile(sorted, 0.95)];
  const goal = { text: `≤ ${MAX_MS} ms`, isMet: p95 <= MAX_MS };
  const note = `p50 ${formatNumber(p50)} ms`;
  return { label, figure: `p95 ${formatNumber(p95)} ms`, note, ...(hasGoal && { goal }) };
}
