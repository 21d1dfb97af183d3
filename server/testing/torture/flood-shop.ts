// The shop that floods try to stop, and a stranger with an account of its own.
import path from "node:path";
import { database } from "#core/db";
import { ensureBuild } from "#setup/build";
import { freePort } from "#setup/free-port";
import { makeAccount } from "#testing/factories";
import { idIn, newClientRecord, postOnce, type Send, sendTo } from "#testing/world/clients";
import { openSession, type Place } from "#testing/world/customers";
import { type Program, startProgram } from "#testing/world/programs";
import { waitUntil } from "#testing/world/run";

export interface Shop extends Place {
  port: number;
  server: Program;
  portfolioId: string;
  /** Id of an order with public pages. */
  order: string;
  slug: string;
  /** The key and an open session of another account. */
  stranger: { key: string; session: string };
}

const REQUEST_TIMEOUT_MS = 30_000;
const MATCH_TIMEOUT_MS = 60_000;

async function startServer(folder: string) {
  await ensureBuild(process.cwd(), new AbortController().signal);
  const port = await freePort();
  const server = await startProgram({
    file: "server/start.ts",
    env: {
      ...{ HOST: "127.0.0.1", PORT: String(port), APP_URL: "" },
      ...{ CT_DEMO: "empty", CT_WORKER: "1", CT_LIMIT_LOOPBACK: "1", CT_LOG_LEVEL: "warn" },
    },
    ready: /running at \S+\s[\s\S]*\b(ct_test_\w{38})\s/,
    output: path.join(folder, "product.log"),
  });
  const origin = () => `http://127.0.0.1:${port}`;
  const send: Send = sendTo(origin, (url, init) =>
    fetch(url, { ...init, signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS) }),
  );
  return { port, server, origin, send, key: server.readyMatch, record: newClientRecord() };
}

/** Opens the demo account's shop; strangers flood the pages of its first order. */
export async function openShop(folder: string): Promise<Shop> {
  const till = await startServer(folder);
  const { send, key, record } = till;
  const account = await database().prisma.account.findFirst();
  if (!account) throw new Error("the demo has no account");
  const { text } = await send("GET", "/portfolios", { key });
  const { data } = JSON.parse(text) as { data: { id: string }[] };
  const portfolioId = data[0]?.id ?? "";
  const body = { amount_kg: 1, portfolio_id: portfolioId };
  const order = idIn(await postOnce(send, record, { path: "/orders", key, body }));
  await awaitMatched([order]);
  const { token } = await makeAccount();
  const session = await openSession({ ...till, key: token }, portfolioId);
  const stranger = { key: token, session };
  return { ...till, portfolioId, order, slug: account.slug, stranger };
}

/** Waits until the orders are matched, and returns how long that took, in milliseconds. */
export async function awaitMatched(ids: string[]): Promise<number> {
  const startedAt = performance.now();
  const where = { id: { in: ids }, state: "placed" };
  const isOver = async () => (await database().prisma.order.count({ where })) === 0;
  await waitUntil(isOver, { timeoutMs: MATCH_TIMEOUT_MS });
  return performance.now() - startedAt;
}
