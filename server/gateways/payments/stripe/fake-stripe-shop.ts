// A shop whose customers pay by the fake Stripe: the first steps of each test of it.

import type { Intent, PaymentCalls } from "#payments/provider";
import { type FakeStripe, startFakeStripe } from "./fake-stripe";
import { stripePayments } from "./payments";

const returnUrl = "https://till.example/checkout/cs_1";

export const open = (failure: string | null) => ({ state: "open", failure });
export const paid = (refundedCents = 0) => ({ state: "paid", refundedCents });

/** What a call failed with, or the word that it did not. */
export async function failureOf(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    (value) => ["no failure", value],
    (error: unknown) => error,
  );
}

/** Everything that is listed. */
export async function all<T>(listed: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = [];
  for await (const it of listed) found.push(it);
  return found;
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

  /** A payment for one more session. */
  nextIntent(amountCents = 1250): Intent {
    this.#count += 1;
    const reference = `cs_${this.#count}`;
    return { key: `intent-${reference}`, amountCents, description: "25 kg", reference };
  }

  async begun(amountCents?: number): Promise<{ intent: Intent; id: string }> {
    const intent = this.nextIntent(amountCents);
    return { intent, id: await this.stripe.begin(intent) };
  }

  /** One attempt with the token of that name, by a key of its own unless one is given. */
  pay(id: string, name: string, given: { key?: string; by?: PaymentCalls } = {}) {
    this.#count += 1;
    const { key = `attempt-${this.#count}-${id}`, by = this.stripe } = given;
    return by.confirm(id, { key, source: { type: "token", token: `ctoken_${name}` }, returnUrl });
  }

  async paidFor(amountCents?: number): Promise<string> {
    const { id } = await this.begun(amountCents);
    await this.pay(id, "ok");
    return id;
  }

  chargesOf(id: string) {
    return this.fake.charges().filter(({ payment }) => payment === id);
  }

  refundsOf(id: string) {
    return this.fake.refunds.filter(({ payment }) => payment === id);
  }

  paymentsFor(reference: string) {
    return this.fake.payments.filter((it) => it.metadata["checkout_session"] === reference);
  }

  /** Method and last word of each request's path. */
  sent(): string[] {
    return this.fake.requests.map(({ method, path }) => `${method} ${path.split("/").at(-1)}`);
  }

  /** Forgets the requests of before, and is well again. */
  rest(): void {
    this.fake.requests.length = 0;
    this.fake.moods.length = 0;
  }
}
