// Impact data and the public page of an account with ten million orders, compared with a small
// account's.
import { serve } from "#rest/serve";
import { recomputeTotals, seedHistory } from "#testing/bench/history";
import { formatNumber, type Line, type Section } from "#testing/bench/report";
import { judgedLine, medianOf, RUNS } from "#testing/bench/runs";
import { openShop, settleTables } from "#testing/bench/seed";
import { type Environment, type Server, startProduct } from "#testing/bench/servers";
import { makeAccount } from "#testing/factories";

const MANY = 10_000_000;
const FEW = 10_000;
/** Each order takes one of the eight projects in turn, so that ten million are soon inserted. */
const PROJECTS_PER_ORDER = 1;
/** Of each run. */
const REQUESTS = 200;
/** Warm-up requests: PostgreSQL plans a statement individually for its first five runs. */
const WARM_UP = 20;
const MAX_RATIO = 1.1;

const TO = Date.UTC(2026, 10, 1);
const FROM = Date.UTC(2025, 10, 1);

interface Account {
  token: string;
  slug: string;
}

/**
 * Creates accounts with this many orders each, evenly over one year, from the same projects. Call
 * `recomputeTotals` afterwards.
 */
export async function seedYears<const Counts extends number[]>(
  ...counts: Counts
): Promise<{ [Place in keyof Counts]: Account }> {
  const { wideId } = await openShop(1);
  const accounts: Account[] = [];
  for (const count of counts) {
    const { account, token } = await makeAccount();
    const period = { from: new Date(FROM), to: new Date(TO) };
    const sold = { portfolioId: wideId, projectsPerOrder: PROJECTS_PER_ORDER };
    await seedHistory({ accountId: account.id, count, ...period, ...sold });
    accounts.push({ token, slug: account.slug });
  }
  return accounts as { [Place in keyof Counts]: Account };
}

/** Query for the nth of many fixed periods scattered over the year. */
function nthPeriod(n: number, write: (time: Date) => string): string {
  const parts = [(n * Math.SQRT2) % 1, (n * Math.E) % 1].sort((a, b) => a - b);
  const [from, to] = parts.map((part) => write(new Date(FROM + part * (TO - FROM))));
  return `?${new URLSearchParams({ from: from ?? "", to: to ?? "" })}`;
}

async function requestMs({ token }: Account, query: string): Promise<number> {
  const request = new Request(`http://localhost/v1/impact/data${query}`, {
    headers: { authorization: `Bearer ${token}` },
  });
  const started = performance.now();
  const response = await serve(request);
  const text = await response.text();
  const ms = performance.now() - started;
  if (response.status !== 200) throw new Error(`impact returned ${response.status}: ${text}`);
  return ms;
}

interface Compared {
  label: string;
  /** Sends the nth request and returns its duration. */
  measureMs(account: Account, n: number): Promise<number>;
}

type Accounts = [many: Account, few: Account];

interface Run {
  many: number;
  few: number;
  ratio: number;
}

/** Medians of pairs of requests, which other load affects alike, because one follows the other. */
async function runOnce([many, few]: Accounts, { measureMs }: Compared): Promise<Run> {
  const pairs: Run[] = [];
  for (let n = 0; n < WARM_UP + REQUESTS; n += 1) {
    const ms = { many: 0, few: 0 };
    for (const turn of n % 2 === 0 ? (["many", "few"] as const) : (["few", "many"] as const)) {
      ms[turn] = await measureMs(turn === "many" ? many : few, n);
    }
    if (n >= WARM_UP) pairs.push({ ...ms, ratio: ms.many / ms.few });
  }
  return medians(pairs);
}

function medians(runs: readonly Run[]): Run {
  return {
    many: medianOf(runs.map(({ many }) => many)),
    few: medianOf(runs.map(({ few }) => few)),
    ratio: medianOf(runs.map(({ ratio }) => ratio)),
  };
}

async function compare(accounts: Accounts, compared: Compared): Promise<Line> {
  const runs: Run[] = [];
  while (runs.length < RUNS) runs.push(await runOnce(accounts, compared));
  const { many, few } = medians(runs);
  const ratios = runs.map(({ ratio }) => ratio);
  const note = `${formatNumber(many)} ms : ${formatNumber(few)} ms`;
  return judgedLine(compared.label, ratios, { atMost: MAX_RATIO }, { note });
}

const comparedCounts = `${formatNumber(MANY)} orders : ${formatNumber(FEW)}`;

/** Measures the API's handler with three kinds of periods. */
async function compareData(accounts: Accounts): Promise<Section> {
  const date = (time: Date) => time.toISOString().slice(0, 10);
  const queries: [string, (n: number) => string][] = [
    ["all time", () => ""],
    ["periods between dates", (n) => nthPeriod(n, date)],
    ["between timestamps inside days", (n) => nthPeriod(n, (time) => time.toISOString())],
  ];
  const lines: Line[] = [];
  for (const [label, queryOf] of queries) {
    const measureMs = (account: Account, n: number) => requestMs(account, queryOf(n));
    lines.push(await compare(accounts, { label, measureMs }));
  }
  return { title: `GET /v1/impact/data, ${comparedCounts}`, lines };
}

async function pageMs(url: string): Promise<number> {
  const started = performance.now();
  const response = await fetch(url, { headers: { "accept-encoding": "identity" } });
  const text = await response.text();
  const ms = performance.now() - started;
  if (response.status !== 200 || !/\d/.test(text)) throw new Error(`${url}: ${response.status}`);
  return ms;
}

/** Measures the page, its badge and its card over HTTP. */
async function comparePages(server: Server, accounts: Accounts): Promise<Section> {
  const lines: Line[] = [];
  for (const [label, path] of [
    ["the page", ""],
    ["its badge", "/badge.svg"],
    ["its card", "/card"],
  ] as const) {
    const measureMs = ({ slug }: Account) => pageMs(`${server.url}/impact/${slug}${path}`);
    lines.push(await compare(accounts, { label, measureMs }));
  }
  return { title: `GET /impact/{slug}, ${comparedCounts}`, lines };
}

/** Compares an account of ten million orders with one of ten thousand over the same year. */
export async function benchImpact(environment: Environment): Promise<Section[]> {
  const accounts = await seedYears(MANY, FEW);
  await recomputeTotals(["retirement_totals"]);
  await settleTables();
  const data = await compareData(accounts);
  const server = await startProduct(environment, { worker: false });
  const pages = await comparePages(server, accounts);
  await server.stop();
  return [data, pages];
}
