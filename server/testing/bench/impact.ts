// Impact data of an account with a million orders, beside one with a thousand in the same year.
import { serve } from "#rest/serve";
import { remakeTotals, seedHistory } from "#testing/bench/history";
import { percentile, sortedNumbers } from "#testing/bench/load";
import { type Line, type Section, told } from "#testing/bench/report";
import { openShop, settleTables } from "#testing/bench/seed";
import { makeAccount } from "#testing/factories";

const MANY = 1_000_000;
const FEW = 1000;
const PROJECTS_PER_ORDER = 2;
const REQUESTS = 300;
/** Requests that only warm up: statements are planned anew the first five times. */
const WARM_UP = 20;
const MOST_RATIO = 1.2;

const TO = Date.UTC(2026, 10, 1);
const FROM = Date.UTC(2025, 10, 1);

interface Account {
  token: string;
}

/** An account with many orders and one with few, evenly over one year, from the same projects. */
export async function seedYears(many: number, few: number): Promise<[Account, Account]> {
  const { wideId } = await openShop(1);
  const accounts = [];
  for (const count of [many, few]) {
    const { account, token } = await makeAccount();
    const period = { from: new Date(FROM), to: new Date(TO) };
    const sold = { portfolioId: wideId, projectsPerOrder: PROJECTS_PER_ORDER };
    await seedHistory({ accountId: account.id, count, ...period, ...sold });
    accounts.push({ token });
  }
  await remakeTotals();
  await settleTables();
  return accounts as [Account, Account];
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

/** Both accounts are asked in turn, so that what else the machine does slows both alike. */
async function compare(
  what: string,
  [many, few]: [Account, Account],
  queryOf: (n: number) => string,
): Promise<Line> {
  const ms: [number[], number[]] = [[], []];
  for (let n = 0; n < WARM_UP + REQUESTS; n += 1) {
    const query = queryOf(n);
    for (const turn of n % 2 === 0 ? [0, 1] : [1, 0]) {
      const took = await requestMs(turn === 0 ? many : few, query);
      if (n >= WARM_UP) ms[turn]?.push(took);
    }
  }
  const [manyMs, fewMs] = ms.map((all) => percentile(sortedNumbers(all), 0.5));
  const ratio = (manyMs ?? 0) / (fewMs ?? 1);
  return {
    what,
    figure: told(ratio),
    note: `${told(manyMs ?? 0)} ms of ${told(MANY)} orders : ${told(fewMs ?? 0)} ms of ${told(FEW)}`,
    goal: { words: `≤ ${MOST_RATIO}`, isMet: ratio <= MOST_RATIO },
  };
}

/** Times the API's handler, on periods of all three kinds. */
export async function benchImpact(): Promise<Section[]> {
  const accounts = await seedYears(MANY, FEW);
  const date = (time: Date) => time.toISOString().slice(0, 10);
  const lines = [
    await compare("all time", accounts, () => ""),
    await compare("periods between dates", accounts, (n) => nthPeriod(n, date)),
    await compare("between timestamps inside days", accounts, (n) =>
      nthPeriod(n, (time) => time.toISOString()),
    ),
  ];
  return [{ title: "GET /v1/impact/data, medians", lines }];
}
