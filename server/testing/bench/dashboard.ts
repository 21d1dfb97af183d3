// The dashboard for an account with a million orders: list, search, and export.
import fs from "node:fs";
import { orderNumber } from "#core/id";
import { type ListQuery, timeList, timeTotals } from "#testing/bench/dashboard-calls";
import { type SeededAccount, seedAccount } from "#testing/bench/dashboard-seed";
import { formatNumber, type Line, type Section } from "#testing/bench/report";
import { type Environment, startProduct } from "#testing/bench/servers";

const MANY = 1_000_000;
const MAX_MB = 300;
const MEGABYTE = 1_000_000;

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
  for (const [label, input] of inputs) {
    lines.push(await timeTotals(seeded, { procedure: "orders.totals", label, input }));
  }
  return { title: `Totals of lists of ${formatNumber(MANY)} orders, through tRPC`, lines };
}

async function benchList(seeded: SeededAccount): Promise<Section> {
  const scattered = (n: number) =>
    seeded.idOf(1000 + Math.floor(((n * Math.SQRT2) % 1) * MANY * 0.9));
  const week = { from: "2026-10-01T00:00:00Z", to: "2026-10-07T23:59:59Z" };
  const queries: Omit<ListQuery, "procedure">[] = [
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
  for (const one of queries) {
    lines.push(await timeList(seeded, { procedure: "orders.list", ...one }));
  }
  return { title: `The list of ${formatNumber(MANY)} orders, through tRPC`, lines };
}

/** Peak memory of a process in bytes; null where the system doesn't report it. */
function peakBytes(pid: number): number | null {
  try {
    const count = /^VmHWM:\s+(\d+) kB/m.exec(fs.readFileSync(`/proc/${pid}/status`, "utf8"));
    return count ? Number(count[1]) * 1024 : null;
  } catch {
    return null;
  }
}

async function readExport(url: string, cookie: string): Promise<{ lines: number; bytes: number }> {
  const headers = { cookie, "accept-encoding": "identity" };
  const response = await fetch(url, { headers });
  if (response.status !== 200 || !response.body) throw new Error(`the export: ${response.status}`);
  let [lines, bytes] = [0, 0];
  for await (const chunk of response.body) {
    bytes += chunk.length;
    for (const byte of chunk) if (byte === 10) lines += 1;
  }
  return { lines, bytes };
}

async function benchExport(environment: Environment, seeded: SeededAccount): Promise<Section> {
  const server = await startProduct(environment, { worker: false });
  const path = `${server.url}/admin/${seeded.slug}/test/export/orders.csv`;
  // A short export first loads everything that is loaded once.
  await readExport(`${path}?state=cancelled`, seeded.cookie);
  const before = peakBytes(server.pid);
  const started = performance.now();
  const { lines, bytes } = await readExport(path, seeded.cookie);
  const seconds = (performance.now() - started) / 1000;
  const after = peakBytes(server.pid);
  await server.stop();
  if (lines !== MANY + 1) throw new Error(`the export has ${lines} lines`);
  const size = `${formatNumber(MANY)} orders, ${formatNumber(Math.round(bytes / MEGABYTE))} MB`;
  const written: Line[] = [{ label: "time", figure: `${formatNumber(seconds)} s`, note: size }];
  if (before !== null && after !== null) {
    const grown = (after - before) / MEGABYTE;
    written.push({
      label: "growth of the server's peak memory",
      figure: `${formatNumber(grown)} MB`,
      note: `from ${formatNumber(before / MEGABYTE)} to ${formatNumber(after / MEGABYTE)} MB resident`,
      goal: { text: `≤ ${MAX_MB} MB`, isMet: grown <= MAX_MB },
    });
  }
  return { title: "The export of all orders as CSV, from the running server", lines: written };
}

/** Measures list and search of a million orders, and time and memory of their export. */
export async function benchDashboard(environment: Environment): Promise<Section[]> {
  const seeded = await seedAccount(MANY);
  return [
    await benchList(seeded),
    await benchTotals(seeded),
    await benchExport(environment, seeded),
  ];
}
