// The shop that floods try to stop, and a stranger with an account of its own.
import { randomUUID } from "node:crypto";
import http from "node:http";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { database } from "#core/db";
import { ensureBuild } from "#setup/build";
import { freePort } from "#setup/free-port";
import { makeAccount } from "#testing/factories";
import { type Program, startProgram } from "#testing/torture/processes";

export interface Shop {
  port: number;
  server: Program;
  key: string;
  portfolioId: string;
  /** Id of an order with public pages. */
  order: string;
  slug: string;
  /** The key and an open session of another account. */
  stranger: { key: string; session: string };
}

type Till = Pick<Shop, "port" | "key">;

const REQUEST_TIMEOUT_MS = 30_000;
const MATCH_TIMEOUT_MS = 60_000;

async function startServer(folder: string): Promise<Till & Pick<Shop, "server">> {
  await ensureBuild(process.cwd(), new AbortController().signal);
  const port = await freePort();
  const output = path.join(folder, "product.log");
  const server = await startProgram({
    file: "server/start.ts",
    env: {
      HOST: "127.0.0.1",
      PORT: String(port),
      APP_URL: "",
      CT_DEMO: "empty",
      CT_WORKER: "1",
      CT_LIMIT_LOOPBACK: "1",
      CT_LOG_LEVEL: "warn",
    },
    ready: /running at \S+\s[\s\S]*\b(ct_test_\w{38})\s/,
    output,
  });
  return { port, server, key: server.readyMatch };
}

export const agent = new http.Agent({ keepAlive: true });

interface Response {
  status: number;
  text: string;
  location: string;
}

function send(options: http.RequestOptions, body?: string): Promise<Response> {
  return new Promise((resolve, reject) => {
    const all = { host: "127.0.0.1", agent, timeout: REQUEST_TIMEOUT_MS, ...options };
    const sent = http.request(all, (response) => {
      let text = "";
      response.setEncoding("utf8").on("data", (chunk) => {
        text += chunk;
      });
      const { statusCode: status = 0, headers } = response;
      response.on("end", () => resolve({ status, text, location: headers.location ?? "" }));
    });
    sent.on("timeout", () => sent.destroy(new Error("no response in time")));
    sent.on("error", reject);
    sent.end(body);
  });
}

export function request(
  { port, key }: Till,
  method: string,
  target: string,
  body?: object,
): Promise<Response> {
  const headers = {
    authorization: `Bearer ${key}`,
    "content-type": "application/json",
    "idempotency-key": randomUUID(),
  };
  return send({ port, path: target, method, headers }, body && JSON.stringify(body));
}

/** Creates a checkout session. */
export function requestSession(till: Till, portfolioId: string): Promise<Response> {
  return request(till, "POST", "/v1/checkout/sessions", {
    amount_kg: 100,
    portfolio_id: portfolioId,
    success_url: "https://shop.example/thanks?session={CHECKOUT_SESSION_ID}",
    cancel_url: "https://shop.example/basket",
  });
}

/** Submits the form of the checkout page. */
export function payByForm(port: number, session: string): Promise<Response> {
  const form = {
    lang: "en",
    email: "kim@example.com",
    beneficiary: "Kim",
    number: "4242424242424242",
    expiry: "12 / 40",
    cvc: "123",
  };
  const headers = {
    origin: `http://127.0.0.1:${port}`,
    "content-type": "application/x-www-form-urlencoded",
  };
  const target = `/checkout/${session}/pay`;
  const body = new URLSearchParams(form).toString();
  return send({ port, path: target, method: "POST", headers }, body);
}

export const idIn = ({ text }: Response): string => (JSON.parse(text) as { id: string }).id;

/** Opens the demo account's shop; strangers flood the pages of its first order. */
export async function openShop(folder: string): Promise<Shop> {
  const { port, server, key } = await startServer(folder);
  const account = await database().prisma.account.findFirst();
  if (!account) throw new Error("the demo has no account");
  const { text } = await request({ port, key }, "GET", "/v1/portfolios");
  const { data } = JSON.parse(text) as { data: { id: string }[] };
  const portfolioId = data[0]?.id ?? "";
  const small = { amount_kg: 1, portfolio_id: portfolioId };
  const order = idIn(await request({ port, key }, "POST", "/v1/orders", small));
  await awaitMatched([order]);
  const { token } = await makeAccount();
  const session = idIn(await requestSession({ port, key: token }, portfolioId));
  const stranger = { key: token, session };
  return { port, server, key, portfolioId, order, slug: account.slug, stranger };
}

/** Waits until the orders are matched, and returns how long that took, in milliseconds. */
export async function awaitMatched(ids: string[]): Promise<number> {
  const startedAt = performance.now();
  const where = { id: { in: ids }, state: "placed" };
  for (;;) {
    const isOver = (await database().prisma.order.count({ where })) === 0;
    const ms = performance.now() - startedAt;
    if (isOver || ms > MATCH_TIMEOUT_MS) return ms;
    await sleep(50);
  }
}
