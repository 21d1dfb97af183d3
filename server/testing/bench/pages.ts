// Reading far back in a long list of orders costs what its first page costs.
import { loadInTurn, type Target } from "#testing/bench/load";
import { type Line, type Section, told } from "#testing/bench/report";
import { openShop, seededId, seedOrders, settleTables } from "#testing/bench/seed";
import { type Server, startProduct } from "#testing/bench/servers";
import { makeAccount } from "#testing/factories";

const PAGE_SIZE = 20;
const FAR_PAGE = 10_000;
const ORDERS = FAR_PAGE * PAGE_SIZE + PAGE_SIZE;
const MOST_RATIO = 1.2;
const SIZE = { rounds: 3, seconds: 2 };

/** The address of a page, 1 being the newest. */
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
      what: `page ${told([1, 2, FAR_PAGE][index] ?? 0)}`,
      figure: `${told(perSecond)}/s`,
      note: `p50 ${told(p50Ms)} ms, p99 ${told(p99Ms)} ms`,
    }),
  );
  return [
    ...pages,
    {
      what: `page 1 : page ${told(FAR_PAGE)}`,
      figure: told(ratio),
      goal: {
        words: `≤ ${MOST_RATIO}`,
        isMet: ratio <= MOST_RATIO && ratio >= 1 / MOST_RATIO,
      },
    },
  ];
}

/** The first, the second and the ten-thousandth page of one account's orders. */
export async function benchPages(place: { url: string; folder: string }): Promise<Section[]> {
  const { narrowId } = await openShop(10);
  const { account, token } = await makeAccount();
  const wanted = { accountId: account.id, portfolioId: narrowId, count: ORDERS };
  const batch = await seedOrders(wanted);
  await settleTables();
  const server = await startProduct(place, { worker: false });
  const lines = await comparePages(server, token, batch);
  await server.stop();
  return [{ title: `GET /v1/orders of ${told(ORDERS)} orders, ${PAGE_SIZE} a page`, lines }];
}
