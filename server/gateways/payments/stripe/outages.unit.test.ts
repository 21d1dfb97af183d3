import { once } from "node:events";
import http from "node:http";
import { inspect } from "node:util";
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { log } from "#core/log";
import { callLimits, type PaymentCalls, ProviderUnavailable } from "#payments/provider";
import { startFakeStripe } from "#testing/fake-stripe/server";
import { FakeShop, failureOf } from "#testing/fake-stripe/shop";
import { TIMEOUTS } from "./client";
import { stripePayments } from "./payments";

/** The client's pause before its second try. */
const RETRY_MS = 500;

const shop = await FakeShop.open();
const { fake, stripe } = shop;

afterAll(() => fake.close());

afterEach(() => vi.restoreAllMocks());

beforeEach(() => shop.rest());

type Call = (shop: FakeShop, by: PaymentCalls, id: string) => Promise<unknown>;
const everyCall: [string, Call][] = [
  ["begin", (it, by) => by.begin(it.nextIntent())],
  ["confirm", (it, by, id) => it.pay(id, "ok", { by })],
  ["find", (_it, by, id) => by.find(id)],
  ["cancel", (_it, by, id) => by.cancel(id)],
  ["refund", (_it, by, id) => by.refund(id, { key: `r-${id}`, amount: 1250, currency: "usd" })],
  ["findRefund", (_it, by, id) => by.findRefund(id, { key: `r-${id}`, refundId: null })],
];

it("the longest call stays within the limits of callers", () => {
  const { tryMs, confirmMs } = TIMEOUTS;
  const withRetry = (ms: number) => 2 * ms + RETRY_MS;
  // Another key is tried until two thirds of a try have passed.
  const writeMs = (tryMs * 2) / 3 + withRetry(tryMs);
  expect(writeMs).toBeLessThanOrEqual(callLimits.beginMs);
  expect(withRetry(confirmMs) + tryMs).toBeLessThanOrEqual(callLimits.confirmMs);
  expect(writeMs + 2 * withRetry(tryMs)).toBeLessThanOrEqual(callLimits.otherMs);
});

// Each uses its own fake, so that all wait for the client's pauses at the same time.
describe.concurrent.each(everyCall)("%s", (_name, call) => {
  it.each([
    ["does not respond in time", { delayMs: 1200 }],
    ["hangs up", { hangUp: "before" }],
    ["is busy with a request of the same key", { status: 409 }],
    ["has too many requests", { status: 429 }],
    ["fails", { status: 500 }],
    ["is away", { status: 503 }],
  ] as const)("is unavailable when Stripe %s", async (_how, fault) => {
    const own = await FakeShop.open();
    const { id } = await own.beginPayment();
    own.fake.faults.push(...Array.from({ length: 8 }, () => fault));
    const short = stripePayments(own.fake.settings, { tryMs: 150, confirmMs: 200 });
    const failure = await failureOf(call(own, short, id));
    expect(failure).toBeInstanceOf(ProviderUnavailable);
    expect(failure).toMatchObject({ cause: expect.any(Error) });
    expect(own.chargesOf(id)).toEqual([]);
    await own.fake.close();
  });
});

describe.each(everyCall)("%s", (_name, call) => {
  it("is unavailable, without revealing the key, if Stripe rejects the key", async () => {
    const { id } = await shop.beginPayment();
    const secretKey = "sk_test_of_somebody_else";
    const logged = vi.spyOn(log, "error").mockReturnValue();
    const stranger = stripePayments({ ...fake.settings, secretKey });
    const failure = await failureOf(call(shop, stranger, id));
    expect(failure).toBeInstanceOf(ProviderUnavailable);
    const { cause } = failure as Error;
    expect(cause).toMatchObject({ message: expect.stringContaining("401") });
    expect(logged.mock.calls).toEqual([
      [expect.objectContaining({ status: 401 }), expect.stringContaining("keys")],
    ]);
    const details = [`${failure}`, `${cause}`, failure, cause, logged.mock.calls];
    expect(inspect(details, { depth: 9, showHidden: true })).not.toContain(secretKey);
  });
});

describe("Stripe", () => {
  it("gets an idempotency key with every write, and no telemetry", async () => {
    const id = await shop.paidFor();
    await shop.refund(id);
    await stripe.cancel((await shop.beginPayment()).id);
    const writes = fake.requests.filter(({ method }) => method === "POST");
    expect(writes.map(({ path }) => path.split("/").at(-1))).toEqual([
      "payment_intents",
      "confirm",
      "refunds",
      "payment_intents",
      "cancel",
    ]);
    for (const { headers } of writes) {
      const key = headers["idempotency-key"];
      expect(key).toMatch(/./);
      expect(key).not.toMatch(/stripe-node-retry/);
    }
    for (const { headers } of fake.requests) {
      expect(headers["x-stripe-client-telemetry"]).toBeUndefined();
      expect(headers["user-agent"]).toMatch(/Carbon Till/);
    }
  });

  it("begins with another key after a lasting failure, and the same one when repeated", async () => {
    const of = { description: "", reference: "cs_ill" };
    const intent = { key: "ill", amount: 100, currency: "usd", ...of };
    fake.faults.push({ on: "create", status: 500 });
    const id = await stripe.begin(intent);
    expect(await stripe.begin(intent)).toBe(id);
    expect(shop.paymentsFor("cs_ill")).toHaveLength(1);
  });

  it("is not awaited if its response arrives endlessly", async () => {
    const server = http.createServer((_req, res) => {
      res.writeHead(200, { "content-type": "application/json" });
      const trickle = setInterval(() => res.write(" "), 20);
      res.on("close", () => clearInterval(trickle));
    });
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    const { port } = server.address() as { port: number };
    const slow = { ...fake.settings, url: `http://127.0.0.1:${port}` };
    const failure = await failureOf(
      stripePayments(slow, { tryMs: 150, confirmMs: 200 }).find("pi_1"),
    );
    expect(failure).toBeInstanceOf(ProviderUnavailable);
    server.closeAllConnections();
    server.close();
  });

  it("is unavailable if the port is closed", async () => {
    const gone = await startFakeStripe();
    await gone.close();
    const failure = await failureOf(stripePayments(gone.settings).find("pi_1"));
    expect(failure).toBeInstanceOf(ProviderUnavailable);
  });

  it("is unavailable if it does not know the payment: the keys may be of another account", async () => {
    const logged = vi.spyOn(log, "error").mockReturnValue();
    expect(await failureOf(stripe.find("pi_unknown"))).toBeInstanceOf(ProviderUnavailable);
    expect(await failureOf(shop.pay("pi_unknown", "ok"))).toBeInstanceOf(ProviderUnavailable);
    expect(logged).toHaveBeenCalledTimes(2);
  });
});
