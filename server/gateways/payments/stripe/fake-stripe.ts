// A fake Stripe over HTTP: the calls that we use, Stripe's responses, and faults.
import { once } from "node:events";
import http from "node:http";
import { text } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import Stripe from "stripe";
import { FakeBooks } from "./fake-stripe-books";
import { type Call, type Operation, operationOf, performCall } from "./fake-stripe-calls";
import { FakeRefusal, refusal } from "./fake-stripe-errors";
import { eventObject, paymentResource } from "./fake-stripe-resources";
import type { StripeSettings } from "./settings";

/**
 * A fault of the next request, or the next of a kind. Like at Stripe, a 500 is stored under the
 * idempotency key, but 429 and 503 are not. Hangs up before or after performing the request.
 */
export type Fault = { on?: Operation } & (
  | { status: number }
  | { delayMs: number }
  | { hangUp: "before" | "after" }
);

interface FakeResponse {
  status: number;
  headers?: Record<string, string>;
  body: unknown;
}

/** The response stored for an idempotency key; null while it is in progress. */
interface StoredResponse {
  request: string;
  response: FakeResponse | null;
}

const keys = {
  secretKey: "sk_test_fake",
  publishableKey: "pk_test_fake",
  webhookSecrets: ["whsec_fake"],
  mode: "test",
} as const;

function failed({ status, error }: FakeRefusal): FakeResponse {
  return { status, body: { error } };
}

function serverError(status: number): FakeResponse {
  const type = status === 429 ? "invalid_request_error" : "api_error";
  const code = status === 429 ? { code: "rate_limit" } : {};
  const response = failed(
    new FakeRefusal(status, { type, ...code, message: "Something went wrong." }),
  );
  // After a 500, Stripe repeats it for this key and advises against retries.
  return status === 500 ? { ...response, headers: { "stripe-should-retry": "false" } } : response;
}

const keyInUse = new FakeRefusal(409, {
  type: "idempotency_error",
  code: "idempotency_key_in_use",
  message: "There is currently another in-progress request using this Idempotent Key.",
});
const otherRequest = new FakeRefusal(400, {
  type: "idempotency_error",
  message: "Keys for idempotent requests can only be used with the same parameters.",
});

export type FakeStripe = Awaited<ReturnType<typeof startFakeStripe>>;

/** Handles calls like Stripe: idempotency keys are shared by the whole account. */
function openAccount() {
  const books = new FakeBooks();
  const stored = new Map<string, StoredResponse>();
  const faults: Fault[] = [];

  function nextFault(operation: Operation | null): Fault | undefined {
    const at = faults.findIndex(({ on }) => on === undefined || on === operation);
    return at === -1 ? undefined : faults.splice(at, 1)[0];
  }

  async function perform(call: Call, fault: Fault | undefined): Promise<[FakeResponse, boolean]> {
    if (fault && "delayMs" in fault) await sleep(fault.delayMs);
    if (fault && "status" in fault) return [serverError(fault.status), fault.status === 500];
    try {
      return [{ status: 200, body: performCall(books, call) }, true];
    } catch (error) {
      if (error instanceof FakeRefusal) return [failed(error), error.isStored];
      throw error;
    }
  }

  /** Returns null to hang up. */
  async function handle(call: Call, key: string | undefined): Promise<FakeResponse | null> {
    const fault = nextFault(operationOf(call));
    const hangUp = fault && "hangUp" in fault ? fault.hangUp : null;
    if (hangUp === "before") return null;
    if (call.method !== "POST" || key === undefined) return (await perform(call, fault))[0];
    const request = `${call.path}?${call.form}`;
    const before = stored.get(key);
    if (before && before.request !== request) return failed(otherRequest);
    if (before && !before.response) return failed(keyInUse);
    if (before?.response) {
      const headers = { ...before.response.headers, "idempotent-replayed": "true" };
      return hangUp ? null : { ...before.response, headers };
    }
    const entry: StoredResponse = { request, response: null };
    stored.set(key, entry);
    const [response, isStored] = await perform(call, fault);
    if (isStored) entry.response = response;
    else stored.delete(key);
    return hangUp === "after" ? null : response;
  }

  return { books, faults, handle };
}

const everything = new Set(["review", "latest_charge.refunds"]);

type Account = ReturnType<typeof openAccount>;

/** Builds an event about a payment (by its ID or its session's), signed or not. */
function noticeOf(
  { books }: Account,
  { type, payment, id = `evt_${type}_${payment}`, ageSeconds = 0 }: NoticeOrder,
) {
  const object = eventObject(books.named(payment), type);
  const created = Math.floor(Date.now() / 1000) - ageSeconds;
  // Indented like Stripe's events: only the exact bytes match the signature.
  const event = { id, object: "event", type, created, data: { object } };
  const body = JSON.stringify(event, null, 2);
  const signed = { payload: body, secret: keys.webhookSecrets[0], timestamp: created };
  return { body, signature: Stripe.webhooks.generateTestHeaderString(signed) };
}

export interface NoticeOrder {
  type: string;
  payment: string;
  id?: string;
  ageSeconds?: number;
}

/**
 * Controls it from another process. `id` is a payment's or its checkout session's. POST
 * /_fake/approve?id, /_fake/refuse?id: the customer's confirmation. POST
 * /_fake/settle?id&outcome=succeed|fail: the end of a slow payment. POST /_fake/refund?id: an
 * operator refunds it manually. POST /_fake/fault, a Fault as JSON. GET /_fake/notice?type&payment:
 * a signed webhook. GET /_fake/state: payments, charges and refunds. POST /_fake/forget: deletes
 * all payments.
 */
function steer(account: Account, url: URL, body: string): FakeResponse {
  const { books, faults } = account;
  const query = (name: string) => url.searchParams.get(name) ?? "";
  const settled = (isPaid: boolean): FakeResponse => ({
    status: 200,
    body: paymentResource(books.settle(query("id"), isPaid)),
  });
  switch (url.pathname) {
    case "/_fake/approve":
      return settled(true);
    case "/_fake/refuse":
      return settled(false);
    case "/_fake/settle":
      return settled(query("outcome") === "succeed");
    case "/_fake/refund":
      return { status: 200, body: books.refund(books.named(query("id")).id) };
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
    case "/_fake/forget":
      for (const book of [books.payments, books.refunds]) book.length = 0;
      return { status: 200, body: {} };
    default:
      return { status: 404, body: {} };
  }
}

interface SentRequest {
  method: string;
  path: string;
  headers: http.IncomingHttpHeaders;
  form: string;
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

  const server = http.createServer(async (req, res) => {
    const response = await handle(req).catch((error: unknown) =>
      failed(error instanceof FakeRefusal ? error : refusal("fake_is_broken", `${error}`)),
    );
    if (!response) return void req.socket.destroy();
    const type = { "content-type": "application/json", "request-id": `req_${requests.length}` };
    res
      .writeHead(response.status, { ...type, ...response.headers })
      .end(JSON.stringify(response.body));
  });
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const url = `http://127.0.0.1:${typeof address === "object" && address ? address.port : port}`;
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
    /** Ends a slow payment. */
    settle: (id: string, isPaid: boolean) => books.settle(id, isPaid),
    /** Refunds a part, as an operator can do manually. */
    refundPart: (id: string, cents: number) => books.refund(id, cents),
    notice: (order: NoticeOrder) => noticeOf(account, order),
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}
