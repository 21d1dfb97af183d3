// A shop that uses the fake Stripe, for the first steps of tests.
import { expect } from "vitest";
import type { Intent, PaymentCalls } from "#payments/provider";
import { stripePayments } from "#payments/stripe/index";
import { type FakeStripe, startFakeStripe } from "./server";

const returnUrl = "https://till.example/checkout/cs_1";

export const open = (failure: string | null) => ({ state: "open", failure });
/** Paid and not disputed. Stripe reports fee and net later. */
export const paid = (refunded = 0): unknown =>
  expect.objectContaining({ state: "paid", refunded, disputes: [] });

/** Returns the error of a call, or "no failure". */
export async function failureOf(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    (value) => ["no failure", value],
    (error: unknown) => error,
  );
}

export async function all<T>(listed: AsyncIterable<T>): Promise<T[]> {
  const items: T[] = [];
  for await (const it of listed) items.push(it);
  return items;
}

export class FakeShop {
  readonly fake: FakeStripe;
  readonly stripe: PaymentCalls;
  #count = 0;

  private constructor(fake: FakeStripe) {
    this.fake = fake;
    this.stripe = stripePayments(fake.settings);
  }

  static async open(): Promise<FakeShop> {
    return new FakeShop(await startFakeStripe());
  }

  /** Returns a payment for a new session. */
  nextIntent(amount = 1250): Intent {
    this.#count += 1;
    const reference = `cs_${this.#count}`;
    const of = { description: "25 kg", reference };
    return { key: `intent-${reference}`, amount, currency: "usd", ...of };
  }

  async beginPayment(amount?: number): Promise<{ intent: Intent; id: string }> {
    const intent = this.nextIntent(amount);
    return { intent, id: await this.stripe.begin(intent) };
  }

  /** Makes one attempt with the named token, by default with a new key. */
  pay(id: string, name: string, given: { key?: string; by?: PaymentCalls } = {}) {
    this.#count += 1;
    const { key = `attempt-${this.#count}-${id}`, by = this.stripe } = given;
    return by.confirm(id, { key, source: { type: "token", token: `ctoken_${name}` }, returnUrl });
  }

  async paidFor(amount?: number): Promise<string> {
    const { id } = await this.beginPayment(amount);
    await this.pay(id, "ok");
    return id;
  }

  /** Requests a refund, of 1250 cents with a key of the payment by default. */
  refund(id: string, amount = 1250, key = `r-${id}`) {
    return this.stripe.refund(id, { key, amount, currency: "usd" });
  }

  chargesOf(id: string) {
    return this.fake.charges().filter(({ payment }) => payment === id);
  }

  refundsOf(id: string) {
    return this.fake.refunds.filter(({ payment }) => payment === id);
  }

  paymentsFor(reference: string) {
    return this.fake.books.of(reference);
  }

  /** Returns method and last path segment of each request. */
  sent(): string[] {
    return this.fake.requests.map(({ method, path }) => `${method} ${path.split("/").at(-1)}`);
  }

  /** Forgets earlier requests and pending faults. */
  rest(): void {
    this.fake.requests.length = 0;
    this.fake.faults.length = 0;
  }
}
