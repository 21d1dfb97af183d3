// A page far back in a long list of orders must cost as much as the first one.
import { loadInTurn, type Target } from "#testing/bench/load";
import { formatNumber, type Line, type Section } from "#testing/bench/report";
import { openShop, seededId, seedOrders, settleTables } from "#testing/bench/seed";
import { type Environment, type Server, startProduct } from "#testing/bench/servers";
import { makeAccount } from "#testing/factories";

const PAGE_SIZE = 20;
const FAR_PAGE = 10_000;
const ORDERS = FAR_PAGE * PAGE_SIZE + PAGE_SIZE;
const MAX_RATIO = 1.2;
const SIZE = { rounds: 3, seconds: 2 };

/** Path of a page; 1 is the newest. */
export function pagePath(batch: string, page: number, orders: number): string {
  const path = `/orders?limit=${PAGE_SIZE}`;
  if (page === 1) return path;
  const before = seededId(batch, orders - (page - 1) * PAGE_SIZE + 1);
  return `${path}&starting_after=${before}`;
}

async function comparePages(server: Server, token: string, batch: string): Promise<Line[]> {
  const targets = [1, 2, FAR_PAGE].map(
    (page): Target => ({
      name: `page ${page}`,
      url: `${server.url}/v1${pagePath(batch, page, ORDERS)}`,
      pid: server.pid,
      method: "GET",
      headers: { authorization: `Bearer ${token}` },
    }),
  );
  const [first, second, far] = await loadInTurn(targets, SIZE);
  if (!first || !second || !far) throw new Error("a page was not loaded");
  const ratio = first.perSecond / far.perSecond;
  const pages = [first, second, far].map(
    ({ perSecond, p50Ms, p99Ms }, index): Line => ({
      label: `page ${formatNumber([1, 2, FAR_PAGE][index] ?? 0)}`,
      figure: `${formatNumber(perSecond)}/s`,
      note: `p50 ${formatNumber(p50Ms)} ms, p99 ${formatNumber(p99Ms)} ms`,
    }),
  );
  return [
    ...pages,
    {
      label: `page 1 : page ${formatNumber(FAR_PAGE)}`,
      figure: formatNumber(ratio),
      goal: {
        text: `≤ ${MAX_RATIO}`,
        isMet: ratio <= MAX_RATIO && ratio >= 1 / MAX_RATIO,
      },
    },
  ];
}

/** Compares the first, second and ten-thousandth page of an account's orders. */
export async function benchPages(environment: Environment): Promise<Section[]> {
  const { narrowId } = await openShop(10);
  const { account, token } = await makeAccount();
  const seeds = { accountId: account.id, portfolioId: narrowId, count: ORDERS };
  const batch = await seedOrders(seeds);
  await settleTables();
  const server = await startProduct(environment, { worker: false });
  const lines = await comparePages(server, token, batch);
  await server.stop();
  return [
    { title: `GET /v1/orders of ${formatNumber(ORDERS)} orders, ${PAGE_SIZE} a page`, lines },
  ];
}
