// Impact data and the public page of an account with a million orders, beside ones with few.
import { serve } from "#rest/serve";
import { remakeTotals, seedHistory } from "#testing/bench/history";
import { percentile, sortedNumbers } from "#testing/bench/load";
import { type Line, type Section, told } from "#testing/bench/report";
import { openShop, settleTables } from "#testing/bench/seed";
import { type Server, startProduct } from "#testing/bench/servers";
import { makeAccount } from "#testing/factories";

const MANY = 1_000_000;
const FEW = 1000;
/** Of the account whose page is compared: enough for each project to have some. */
const FEWEST = 100;
const PROJECTS_PER_ORDER = 2;
const REQUESTS = 300;
/** Requests that only warm up: statements are planned anew the first five times. */
const WARM_UP = 20;
const MOST_RATIO = 1.2;

const TO = Date.UTC(2026, 10, 1);
const FROM = Date.UTC(2025, 10, 1);

interface Account {
  token: string;
  slug: string;
}

/** Accounts with so many orders each, evenly over one year, from the same projects. */
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
  await remakeTotals();
  await settleTables();
  return accounts as { [Place in keyof Counts]: Account };
}

/** The nth of many periods scattered over the year, always the same ones, with its ends as written. */
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
  const answer = await serve(request);
  const text = await answer.text();
  const ms = performance.now() - started;
  if (answer.status !== 200) throw new Error(`impact was answered ${answer.status}: ${text}`);
  return ms;
}

interface Compared {
  what: string;
  /** The orders of the account with few. */
  fewOrders: number;
  /** Asks for the nth time, and tells how long it took. */
  askMs(account: Account, n: number): Promise<number>;
}

/** Both accounts are asked in turn, so that what else the machine does slows both alike. */
async function compare(
  [many, few]: [Account, Account],
  { what, fewOrders, askMs }: Compared,
): Promise<Line> {
  const ms: [number[], number[]] = [[], []];
  for (let n = 0; n < WARM_UP + REQUESTS; n += 1) {
    for (const turn of n % 2 === 0 ? [0, 1] : [1, 0]) {
      const took = await askMs(turn === 0 ? many : few, n);
      if (n >= WARM_UP) ms[turn]?.push(took);
    }
  }
  const [manyMs, fewMs] = ms.map((all) => percentile(sortedNumbers(all), 0.5));
  const ratio = (manyMs ?? 0) / (fewMs ?? 1);
  return {
    what,
    figure: told(ratio),
    note: `${told(manyMs ?? 0)} ms of ${told(MANY)} orders : ${told(fewMs ?? 0)} ms of ${told(fewOrders)}`,
    goal: { words: `≤ ${MOST_RATIO}`, isMet: ratio <= MOST_RATIO },
  };
}

/** Times the API's handler, on periods of all three kinds. */
async function compareData(accounts: [Account, Account]): Promise<Section> {
  const date = (time: Date) => time.toISOString().slice(0, 10);
  const queries: [string, (n: number) => string][] = [
    ["all time", () => ""],
    ["periods between dates", (n) => nthPeriod(n, date)],
    ["between timestamps inside days", (n) => nthPeriod(n, (time) => time.toISOString())],
  ];
  const lines: Line[] = [];
  for (const [what, queryOf] of queries) {
    const askMs = (account: Account, n: number) => requestMs(account, queryOf(n));
    lines.push(await compare(accounts, { what, fewOrders: FEW, askMs }));
  }
  return { title: "GET /v1/impact/data, medians", lines };
}

async function pageMs(url: string): Promise<number> {
  const started = performance.now();
  const answer = await fetch(url, { headers: { "accept-encoding": "identity" } });
  const text = await answer.text();
  const ms = performance.now() - started;
  if (answer.status !== 200 || !/retired/.test(text)) throw new Error(`${url}: ${answer.status}`);
  return ms;
}

/** Times the page as a browser gets it, and what other sites show of it. */
async function comparePages(server: Server, accounts: [Account, Account]): Promise<Section> {
  const lines: Line[] = [];
  for (const [what, path] of [
    ["the page", ""],
    ["its badge", "/badge.svg"],
    ["its card", "/card"],
  ] as const) {
    const askMs = ({ slug }: Account) => pageMs(`${server.url}/impact/${slug}${path}`);
    lines.push(await compare(accounts, { what, fewOrders: FEWEST, askMs }));
  }
  return { title: "GET /impact/{slug}, medians", lines };
}

/** Compares an account of a million orders with smaller ones of the same year. */
export async function benchImpact(place: { url: string; folder: string }): Promise<Section[]> {
  const [many, few, fewest] = await seedYears(MANY, FEW, FEWEST);
  const data = await compareData([many, few]);
  const server = await startProduct(place, { worker: false });
  const pages = await comparePages(server, [many, fewest]);
  await server.stop();
  return [data, pages];
}
