// A fake Stripe over HTTP: the calls that we use, Stripe's responses, and faults.
import { once } from "node:events";
import http from "node:http";
import { text } from "node:stream/consumers";
import Stripe from "stripe";
import type { StripeSettings } from "#payments/stripe/index";
import { type FakeAccount, type FakeResponse, type Fault, failed, openAccount } from "./account";
import { FakeRefusal, refusal } from "./errors";
import { eventObject, paymentResource } from "./resources";

const keys = {
  secretKey: "sk_test_fake",
  publishableKey: "pk_test_fake",
  webhookSecrets: ["whsec_fake"],
  mode: "test",
} as const;

export type FakeStripe = Awaited<ReturnType<typeof startFakeStripe>>;

const everything = new Set(["review", "latest_charge.refunds"]);

/** Builds an event about a payment (by its ID or its session's), signed or not. */
function noticeOf(
  { books }: FakeAccount,
  { type, payment, id = `evt_${type}_${payment}`, ageSeconds = 0, livemode = false }: NoticeOrder,
) {
  const object = eventObject(books.named(payment), type);
  const created = Math.floor(Date.now() / 1000) - ageSeconds;
  // Indented like Stripe's events: only the exact bytes match the signature.
  const event = { id, object: "event", type, created, livemode, data: { object } };
  const body = JSON.stringify(event, null, 2);
  const signed = { payload: body, secret: keys.webhookSecrets[0], timestamp: created };
  return { body, signature: Stripe.webhooks.generateTestHeaderString(signed) };
}

export interface NoticeOrder {
  type: string;
  payment: string;
  id?: string;
  ageSeconds?: number;
  livemode?: boolean;
}

/**
 * Controls it from another process. `id` is a payment's or its checkout session's. POST
 * /_fake/approve?id, /_fake/refuse?id: the customer's confirmation. POST
 * /_fake/settle?id&outcome=succeed|fail: the end of a slow payment. POST /_fake/refund?id: an
 * operator refunds it manually, all that is left or `cents`. POST
 * /_fake/dispute?id&state=open|won|lost: opens or closes its dispute. POST /_fake/fault, a Fault as JSON. GET /_fake/notice?type&payment:
 * a signed webhook. GET /_fake/state: payments, charges and refunds. POST /_fake/reset: deletes
 * all payments. POST /_fake/book-at-once: charges have fee and net from the start.
 */
function steer(account: FakeAccount, url: URL, body: string): FakeResponse {
  const { books, faults } = account;
  const query = (name: string) => url.searchParams.get(name) ?? "";
  const settled = (isPaid: boolean): FakeResponse => ({
    status: 200,
    body: paymentResource(books.settle(query("id"), isPaid)),
  });
  const amount = query("amount") === "" ? null : Number(query("amount"));
  switch (url.pathname) {
    case "/_fake/approve":
      return settled(true);
    case "/_fake/refuse":
      return settled(false);
    case "/_fake/settle":
      return settled(query("outcome") === "succeed");
    case "/_fake/refund":
      return { status: 200, body: books.refund(books.named(query("id")).id, amount) };
    case "/_fake/dispute":
      return { status: 200, body: disputeAt(books, query("id"), query("state")) };
    case "/_fake/reset":
      for (const list of [books.payments, books.refunds, faults]) list.length = 0;
      return { status: 200, body: {} };
    case "/_fake/fault":
      faults.push(JSON.parse(body) as Fault);
      return { status: 200, body: faults };
    case "/_fake/notice": {
      const order = { type: query("type"), payment: query("payment") };
      return { status: 200, body: noticeOf(account, order) };
    }
    case "/_fake/state": {
      const payments = books.payments.map((it) => paymentResource(it, everything));
      return { status: 200, body: { payments, charges: books.charges(), refunds: books.refunds } };
    }
    case "/_fake/book-at-once":
      books.booking = "at_once";
      return { status: 200, body: {} };
    default:
      return { status: 404, body: {} };
  }
}

/** Opens the dispute of a payment, which moves its money to the bank, or closes it. */
function disputeAt(books: FakeAccount["books"], id: string, state: string): object {
  const payment = books.named(id);
  const status = state === "won" || state === "lost" ? state : "needs_response";
  return books.dispute(payment.id, { status, movedAmount: status === "won" ? 0 : -payment.amount });
}

interface SentRequest {
  method: string;
  path: string;
  headers: http.IncomingHttpHeaders;
  form: string;
}

type Handler = (req: http.IncomingMessage) => Promise<FakeResponse | null>;

/** Serves on loopback, and hangs up where the handler returns null. */
async function listen(handle: Handler, port: number) {
  let served = 0;
  const server = http.createServer(async (req, res) => {
    served += 1;
    const response = await handle(req).catch((error: unknown) =>
      failed(error instanceof FakeRefusal ? error : refusal("fake_is_broken", `${error}`)),
    );
    if (!response) return void req.socket.destroy();
    const type = { "content-type": "application/json", "request-id": `req_${served}` };
    res
      .writeHead(response.status, { ...type, ...response.headers })
      .end(JSON.stringify(response.body));
  });
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const used = typeof address === "object" && address ? address.port : port;
  return { server, url: `http://127.0.0.1:${used}` };
}

/** Starts it on loopback without any payments. */
export async function startFakeStripe({ port = 0 } = {}) {
  const account = openAccount();
  const requests: SentRequest[] = [];

  async function handle(req: http.IncomingMessage): Promise<FakeResponse | null> {
    const url = new URL(req.url ?? "", "http://stripe");
    const { method = "GET", headers } = req;
    const body = await text(req);
    if (url.pathname.startsWith("/_fake/")) return steer(account, url, body);
    requests.push({ method, path: url.pathname, headers, form: body });
    if (headers.authorization !== `Bearer ${keys.secretKey}`) {
      const message = `Invalid API Key provided: ${headers.authorization?.slice(7)}`;
      return failed(new FakeRefusal(401, { type: "invalid_request_error", message }));
    }
    const form = method === "POST" ? new URLSearchParams(body) : url.searchParams;
    const key = headers["idempotency-key"];
    return account.handle({ method, path: url.pathname, form }, key === undefined ? key : `${key}`);
  }

  const { server, url } = await listen(handle, port);
  const settings: StripeSettings = { ...keys, url };
  const { books, faults } = account;
  return {
    url,
    settings,
    requests,
    faults,
    charges: () => books.charges(),
    refunds: books.refunds,
    payments: books.payments,
    books,
    /** The customer confirms the payment (by its ID or its session's), or refuses to. */
    approve: (id: string) => books.settle(id, true),
    refuse: (id: string) => books.settle(id, false),
    /** Forgets idempotency keys, as Stripe does after a day. */
    forgetKeys: account.forgetKeys,
    /** Ends a slow payment. */
    settle: (id: string, isPaid: boolean) => books.settle(id, isPaid),
    /** Refunds a part, as an operator can do manually. */
    refundPart: (id: string, amount: number) => books.refund(id, amount),
    notice: (order: NoticeOrder) => noticeOf(account, order),
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}
