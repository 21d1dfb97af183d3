// The dashboard over an account of a million orders: its list, its search, and its export.
import fs from "node:fs";
import { orderNumber } from "#core/id";
import { type Sold, seedSold } from "#testing/bench/dashboard-seed";
import { percentile, sortedNumbers } from "#testing/bench/load";
import { type Line, type Section, told } from "#testing/bench/report";
import { startProduct } from "#testing/bench/servers";
import { handleTrpcRequest } from "#trpc/handler";

const MANY = 1_000_000;
const REQUESTS = 40;
const WARM_UP = 5;
const MOST_MS = 100;
const MOST_MB = 300;
const MEGABYTE = 1_000_000;

/** Asks the dashboard's door for a page of orders, as a browser does. */
async function listOrders(sold: Sold, input: object): Promise<number> {
  const query = encodeURIComponent(JSON.stringify({ 0: input }));
  const request = new Request(`http://localhost:3000/trpc/orders.list?batch=1&input=${query}`, {
    headers: {
      cookie: sold.cookie,
      "x-dashboard-account": sold.slug,
      "x-dashboard-mode": "test",
    },
  });
  const answer = await handleTrpcRequest(request);
  const text = await answer.text();
  if (answer.status !== 200) throw new Error(`the list was answered ${answer.status}: ${text}`);
  const [{ result }] = JSON.parse(text) as [{ result: { data: { data: unknown[] } } }];
  return result.data.data.length;
}

interface Asked {
  what: string;
  /** For the nth time. */
  input(n: number): object;
  /** How many rows must come. */
  rows: number;
  hasGoal?: boolean;
  times?: number;
}

async function timeList(sold: Sold, asked: Asked): Promise<Line> {
  const { what, input, rows, hasGoal = false, times = REQUESTS } = asked;
  const ms: number[] = [];
  for (let n = 0; n < WARM_UP + times; n += 1) {
    const started = performance.now();
    const found = await listOrders(sold, input(n));
    if (n >= WARM_UP) ms.push(performance.now() - started);
    if (found !== rows) throw new Error(`${what}: ${found} rows in place of ${rows}`);
  }
  const sorted = sortedNumbers(ms);
  const [p50, p95] = [percentile(sorted, 0.5), percentile(sorted, 0.95)];
  const goal = { words: `≤ ${MOST_MS} ms`, isMet: p95 <= MOST_MS };
  const note = `p50 ${told(p50)} ms`;
  return { what, figure: `p95 ${told(p95)} ms`, note, ...(hasGoal && { goal }) };
}

async function benchList(sold: Sold): Promise<Section> {
  const scattered = (n: number) =>
    sold.idOf(1000 + Math.floor(((n * Math.SQRT2) % 1) * MANY * 0.9));
  const week = { from: "2026-10-01T00:00:00Z", to: "2026-10-07T23:59:59Z" };
  const asked: Asked[] = [
    { what: "first page", input: () => ({}), rows: 20, hasGoal: true },
    { what: "last page", input: () => ({ last: true }), rows: 20, hasGoal: true },
    {
      what: "search by number",
      input: (n) => ({ search: orderNumber(scattered(n)) }),
      rows: 1,
      hasGoal: true,
    },
    {
      what: "search by a number's beginning",
      input: (n) => ({ search: orderNumber(scattered(n)).slice(0, 14) }),
      rows: 1,
    },
    { what: "search by id", input: (n) => ({ search: scattered(n) }), rows: 1 },
    { what: "page in the middle", input: (n) => ({ starting_after: scattered(n) }), rows: 20 },
    { what: "cancelled orders", input: () => ({ state: "cancelled" }), rows: 20 },
    { what: "placed orders, oldest", input: () => ({ state: "placed", last: true }), rows: 20 },
    {
      what: "checkout's orders, of which there are none",
      input: () => ({ channel: "checkout" }),
      rows: 0,
    },
    { what: "a week of last month", input: () => week, rows: 20 },
    { what: "largest amount", input: () => ({ sort: "amount.desc" }), rows: 20, times: 10 },
    { what: "highest price", input: () => ({ sort: "price.desc" }), rows: 20, times: 10 },
    { what: "words of a subaccount", input: () => ({ search: "harbour" }), rows: 20 },
    {
      what: "words of one order",
      input: () => ({ search: "Delivery 421337 " }),
      rows: 1,
      times: 10,
    },
    {
      what: "words of one order, within a week",
      input: () => ({ search: "Delivery 920000 ", ...week }),
      rows: 1,
      times: 10,
    },
    { what: "words of no order", input: () => ({ search: "no such thing" }), rows: 0, times: 10 },
  ];
  const lines: Line[] = [];
  for (const one of asked) lines.push(await timeList(sold, one));
  return { title: `The list of ${told(MANY)} orders, at the dashboard's door`, lines };
}

/** The most memory that a process ever held, in bytes; null where the system does not say. */
function peakBytes(pid: number): number | null {
  try {
    const found = /^VmHWM:\s+(\d+) kB/m.exec(fs.readFileSync(`/proc/${pid}/status`, "utf8"));
    return found ? Number(found[1]) * 1024 : null;
  } catch {
    return null;
  }
}

async function readExport(url: string, cookie: string): Promise<{ lines: number; bytes: number }> {
  const headers = { cookie, "accept-encoding": "identity" };
  const answer = await fetch(url, { headers });
  if (answer.status !== 200 || !answer.body) throw new Error(`the export: ${answer.status}`);
  let [lines, bytes] = [0, 0];
  for await (const chunk of answer.body) {
    bytes += chunk.length;
    for (const byte of chunk) if (byte === 10) lines += 1;
  }
  return { lines, bytes };
}

async function benchExport(place: { url: string; folder: string }, sold: Sold): Promise<Section> {
  const server = await startProduct(place, { worker: false });
  const path = `${server.url}/admin/${sold.slug}/test/export/orders.csv`;
  // A short one first: what is loaded once is no part of it.
  await readExport(`${path}?state=cancelled`, sold.cookie);
  const before = peakBytes(server.pid);
  const started = performance.now();
  const { lines, bytes } = await readExport(path, sold.cookie);
  const seconds = (performance.now() - started) / 1000;
  const after = peakBytes(server.pid);
  await server.stop();
  if (lines !== MANY + 1) throw new Error(`the export has ${lines} lines`);
  const size = `${told(MANY)} orders, ${told(Math.round(bytes / MEGABYTE))} MB`;
  const written: Line[] = [{ what: "time", figure: `${told(seconds)} s`, note: size }];
  if (before !== null && after !== null) {
    const grown = (after - before) / MEGABYTE;
    written.push({
      what: "growth of the server's peak memory",
      figure: `${told(grown)} MB`,
      note: `from ${told(before / MEGABYTE)} to ${told(after / MEGABYTE)} MB resident`,
      goal: { words: `≤ ${MOST_MB} MB`, isMet: grown <= MOST_MB },
    });
  }
  return { title: "The export of all of them as CSV, from the running server", lines: written };
}

/** Times the list and the search of a million orders, and weighs their export. */
export async function benchDashboard(place: { url: string; folder: string }): Promise<Section[]> {
  const sold = await seedSold(MANY);
  return [await benchList(sold), await benchExport(place, sold)];
}
