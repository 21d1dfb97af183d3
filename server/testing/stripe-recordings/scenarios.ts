// Scenarios of payments, refunds and refusals in the test mode of Stripe, made by our own calls.
import { randomBytes } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import Stripe from "stripe";
import { type PaymentCalls, ProviderUnavailable } from "#payments/provider";
import { type StripeSettings, stripePayments } from "#payments/stripe/index";
import { type Exchange, type Recording, startRecorder } from "./recording";

const AMOUNT = 2000;
const returnUrl = "https://till.example/checkout/cs_recorded";
/** Waits for what Stripe does some seconds later: fees, disputes and failed refunds. */
const PAUSE_MS = 3000;
const MAX_MS = 90_000;

interface Intent {
  id: string;
  [field: string]: unknown;
}

/** A shop at Stripe, of which all exchanges are recorded. */
class RecordedShop {
  readonly stripe: PaymentCalls;
  readonly #settings: StripeSettings;
  readonly #exchanges: Exchange[];
  readonly #run: string;
  #count = 0;

  constructor(
    settings: StripeSettings,
    { exchanges, run }: { exchanges: Exchange[]; run: string },
  ) {
    this.stripe = stripePayments(settings);
    this.#settings = settings;
    this.#exchanges = exchanges;
    this.#run = run;
  }

  /** A key of this run only, because Stripe stores responses for a day. */
  key(name: string): string {
    this.#count += 1;
    return `recording/${this.#run}/${name}/${this.#count}`;
  }

  /** Sends a request that our own calls never send. */
  async send(
    method: "GET" | "POST",
    path: string,
    form: Record<string, string> = {},
    key?: string,
  ): Promise<Intent> {
    const { url = "", secretKey } = this.#settings;
    const parameters = new URLSearchParams(form).toString();
    const target = new URL(method === "GET" ? `${path}?${parameters}` : path, url);
    const response = await fetch(target, {
      method,
      headers: {
        authorization: `Bearer ${secretKey}`,
        "content-type": "application/x-www-form-urlencoded",
        ...(key && { "idempotency-key": key }),
      },
      ...(method === "POST" && { body: parameters }),
    });
    return (await response.json()) as Intent;
  }

  /** Stands for a customer who enters one of Stripe's test cards. */
  async token(paymentMethod: string): Promise<string> {
    const path = "/v1/test_helpers/confirmation_tokens";
    const { id } = await this.send("POST", path, { payment_method: paymentMethod });
    if (!id) throw new Error(`Stripe made no token of ${paymentMethod}`);
    return id;
  }

  begin(amount = AMOUNT): Promise<string> {
    const reference = this.key("session");
    const of = { description: "Recorded", reference, descriptor: "Green Shop" };
    return this.stripe.begin({ key: this.key("begin"), amount, currency: "usd", ...of });
  }

  async pay(id: string, paymentMethod: string) {
    const source = { type: "token", token: await this.token(paymentMethod) } as const;
    return this.stripe.confirm(id, { key: this.key("attempt"), source, returnUrl });
  }

  async paid(paymentMethod = "pm_card_visa"): Promise<string> {
    const id = await this.begin();
    await this.pay(id, paymentMethod);
    return id;
  }

  refund(id: string, amount: number) {
    const key = this.key("refund");
    return this.stripe.refund(id, { key, amount, currency: "usd" });
  }

  /** Reads until it is ready, and keeps the last exchanges only. */
  async until<T>(read: () => Promise<T>, isReady: (value: T) => boolean): Promise<T> {
    const from = this.#exchanges.length;
    for (let waitedMs = 0; ; waitedMs += PAUSE_MS) {
      const value = await read();
      if (isReady(value)) return value;
      if (waitedMs >= MAX_MS) throw new Error("Stripe did not do it in time");
      await sleep(PAUSE_MS);
      this.#exchanges.length = from;
    }
  }
}

/** Cards that Stripe declines. */
const declines = [
  "pm_card_visa_chargeDeclined",
  "pm_card_visa_chargeDeclinedInsufficientFunds",
  "pm_card_chargeDeclinedExpiredCard",
  "pm_card_chargeDeclinedIncorrectCvc",
];

const isBooked = (status: object) => "fee" in status && status.fee !== null;
const isDisputed = (status: object) =>
  "disputes" in status && Array.isArray(status.disputes) && status.disputes.length > 0;

/** Repetitions, and keys that are used for another request. */
async function repeat(shop: RecordedShop): Promise<void> {
  const key = shop.key("same");
  const form = { amount: "2000", currency: "usd", "automatic_payment_methods[enabled]": "true" };
  const { id } = await shop.send("POST", "/v1/payment_intents", form, key);
  await shop.send("POST", "/v1/payment_intents", form, key);
  await shop.send("POST", "/v1/payment_intents", { ...form, amount: "2001" }, key);
  await shop.send("POST", `/v1/payment_intents/${id}/cancel`, {}, key);
  await shop.stripe.cancel(id);
  await shop.send("POST", `/v1/payment_intents/${id}/cancel`);
}

/** Requests that Stripe refuses. */
async function refuse(shop: RecordedShop): Promise<void> {
  const form = { amount: "2000", currency: "usd", "automatic_payment_methods[enabled]": "true" };
  const intents = "/v1/payment_intents";
  for (const wrong of [{ amount: "49" }, { amount: "100000000" }, { amount: "12.5" }, { no: "1" }])
    await shop.send("POST", intents, { ...form, ...wrong });
  await shop.send("POST", intents, { ...form, statement_descriptor_suffix: "<1>" });
  await shop.send("GET", `${intents}/pi_unknown`);
  await shop.send("GET", intents, { limit: "101" });
  await shop.send("GET", intents, { limit: "1", starting_after: "pi_unknown" });
  const id = await shop.begin();
  const token = await shop.token("pm_card_visa");
  const confirm = `${intents}/${id}/confirm`;
  await shop.send("POST", confirm, { confirmation_token: token });
  await shop.send("POST", "/v1/refunds", { payment_intent: id });
  await shop.send("POST", confirm, { confirmation_token: token, return_url: returnUrl });
  await shop.send("POST", confirm, { confirmation_token: token, return_url: returnUrl });
  await shop.send("POST", `${intents}/${id}/cancel`);
}

async function returnMoney(shop: RecordedShop): Promise<void> {
  const id = await shop.paid();
  await shop.refund(id, 500);
  await shop.refund(id, 1501);
  await shop.refund(id, 1500);
  await shop.refund(id, 1);
  await shop.stripe.find(id);
}

/** A refund that is not settled when it is made, until Stripe settles it. */
async function refundLater(shop: RecordedShop, paymentMethod: string): Promise<void> {
  const id = await shop.paid(paymentMethod);
  const { id: refundId, state } = await shop.refund(id, 700);
  const read = () => shop.stripe.findRefund(id, { key: "", refundId });
  await shop.until(read, (refund) => refund !== null && refund.state !== state);
  await shop.stripe.find(id);
}

export const scenarios: Readonly<Record<string, (shop: RecordedShop) => Promise<unknown>>> = {
  async paid(shop) {
    const id = await shop.paid();
    await shop.until(() => shop.stripe.find(id), isBooked);
  },
  async declined(shop) {
    const id = await shop.begin();
    for (const paymentMethod of declines) await shop.pay(id, paymentMethod);
    await shop.pay(id, "pm_card_visa");
  },
  async "confirmation-abandoned"(shop) {
    const id = await shop.begin();
    await shop.pay(id, "pm_card_authenticationRequired");
    await shop.stripe.cancel(id);
  },
  repetitions: repeat,
  refusals: refuse,
  refunds: returnMoney,
  "refund-pending": (shop) => refundLater(shop, "pm_card_pendingRefund"),
  "refund-failed": (shop) => refundLater(shop, "pm_card_refundFail"),
  async disputed(shop) {
    const id = await shop.paid("pm_card_createDispute");
    await shop.until(() => shop.stripe.find(id), isDisputed);
    await shop.refund(id, 100);
  },
  async "fraud-warning"(shop) {
    const id = await shop.paid("pm_card_createIssuerFraudRecord");
    await shop.until(() => shop.stripe.find(id), isDisputed);
  },
  async "another-account"(shop) {
    const missing = await shop.stripe.find("pi_unknown").catch((error: unknown) => error);
    if (!(missing instanceof ProviderUnavailable)) throw new Error("Stripe knows pi_unknown");
  },
};

/** Records one scenario. */
export async function record(
  scenario: string,
  { secretKey, url }: { secretKey: string; url: string },
): Promise<Recording> {
  const run = scenarios[scenario];
  if (!run) throw new Error(`${scenario} is not a scenario`);
  const recorder = await startRecorder(url);
  const settings = { secretKey, publishableKey: "", webhookSecrets: [], mode: "test" } as const;
  const { exchanges } = recorder;
  try {
    const nonce = randomBytes(4).toString("hex");
    await run(new RecordedShop({ ...settings, url: recorder.url }, { exchanges, run: nonce }));
  } finally {
    await recorder.close();
  }
  const recordedOn = new Date().toISOString().slice(0, 10);
  return { scenario, apiVersion: Stripe.API_VERSION, recordedOn, exchanges };
}
