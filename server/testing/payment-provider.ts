// One suite for the promises of every payment provider; each provider's folder runs it.
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  type Charge,
  isReferenceOf,
  type PaymentCalls,
  type PaymentStatus,
  type Source,
} from "#gateways/payments";

export interface ProviderHarness {
  calls: PaymentCalls;
  /** Pays a payment, at once or later. */
  source: Source;
  /** Lets the money of an accepted payment arrive. */
  settle(id: string): Promise<unknown>;
  /** Records a refund, where a person sends the money back. */
  returnMoney?(id: string, refund: { key: string; amount: number }): Promise<unknown>;
  close?(): unknown;
}

const AMOUNT = 1250;
let count = 0;

function nextIntent() {
  count += 1;
  const reference = `cs_conformance_${process.pid}_${count}`;
  const key = `${reference}/payment-1`;
  return { key, amount: AMOUNT, currency: "usd", description: "25 kg", reference };
}

/** A provider under test, with shorthands for a customer's actions. */
class Shop {
  readonly harness: ProviderHarness;
  readonly calls: PaymentCalls;
  constructor(harness: ProviderHarness) {
    this.harness = harness;
    this.calls = harness.calls;
  }

  confirm(id: string, key = "attempt-1") {
    const { source } = this.harness;
    const returnUrl = "https://till.example/checkout/cs_1";
    return this.calls.confirm(id, { key: `${id}/${key}`, source, returnUrl });
  }

  async payNew() {
    const id = await this.calls.begin(nextIntent());
    await this.confirm(id);
    await this.harness.settle(id);
    return id;
  }

  async chargesOf(id: string) {
    const charges: Charge[] = [];
    for await (const charge of this.calls.charges(new Date(Date.now() - 3_600_000))) {
      if (charge.id === id) charges.push(charge);
    }
    return charges;
  }
}

const refunded = (status: PaymentStatus) => status.state === "paid" && status.refunded;

function verifyCharges(open: () => Shop): void {
  it("begins one payment per key, even for concurrent calls, without charging", async () => {
    const { calls } = open();
    const intent = nextIntent();
    const [one, other] = await Promise.all([calls.begin(intent), calls.begin(intent)]);
    expect(other).toBe(one);
    expect(await calls.begin(intent)).toBe(one);
    expect(await calls.begin(nextIntent())).not.toBe(one);
    expect(await calls.find(one)).toEqual({ state: "open", failure: null });
    expect(await open().chargesOf(one)).toEqual([]);
  });

  it("charges once, however often it is called", async () => {
    const shop = open();
    const intent = nextIntent();
    const id = await shop.calls.begin(intent);
    const attempts = [shop.confirm(id), shop.confirm(id), shop.confirm(id, "two")];
    const results = await Promise.allSettled(attempts);
    expect(results.some(({ status }) => status === "fulfilled")).toBe(true);
    await shop.harness.settle(id);
    await shop.confirm(id, "three");
    expect(await shop.calls.find(id)).toMatchObject({ state: "paid", refunded: 0 });
    const charge = { id, amount: AMOUNT, refunded: 0, currency: "usd" };
    const charges = await shop.chargesOf(id);
    expect(charges).toEqual([{ ...charge, reference: expect.any(String) }]);
    for (const { reference } of charges)
      expect(isReferenceOf(reference, intent.reference)).toBe(true);
  });

  it("doesn't charge a cancelled payment", async () => {
    const shop = open();
    const id = await shop.calls.begin(nextIntent());
    await Promise.all([shop.calls.cancel(id), shop.calls.cancel(id)]);
    expect((await shop.calls.find(id)).state).toBe("cancelled");
    await shop.confirm(id);
    await shop.harness.settle(id);
    expect((await shop.calls.find(id)).state).toBe("cancelled");
    expect(await shop.chargesOf(id)).toEqual([]);
  });
}

function verifyRefunds(open: () => Shop): void {
  it("doesn't cancel a paid payment", async () => {
    const id = await open().payNew();
    expect(await open().calls.cancel(id)).toMatchObject({ state: "paid", refunded: 0 });
    expect(await open().chargesOf(id)).toHaveLength(1);
  });

  it("refunds parts, each once per key, however often it is called", async () => {
    const { calls, harness } = open();
    const id = await open().payNew();
    const one = { key: `${id}/one`, amount: 450, currency: "usd" };
    const other = { key: `${id}/other`, amount: 800, currency: "usd" };
    await Promise.all([one, one, other, other].map((refund) => calls.refund(id, refund)));
    await Promise.all([one, one, other].map((refund) => harness.returnMoney?.(id, refund)));
    const { id: refundId, ...status } = await calls.refund(id, one);
    expect(status).toEqual({ state: "succeeded", failure: null });
    const stored = { id: refundId, ...status };
    expect(await calls.findRefund(id, { key: one.key, refundId: null })).toEqual(stored);
    expect(await calls.findRefund(id, { key: one.key, refundId })).toEqual(stored);
    expect(refunded(await calls.find(id))).toBe(AMOUNT);
    const charge = { amount: AMOUNT, refunded: AMOUNT };
    expect(await open().chargesOf(id)).toMatchObject([charge]);
  });

  it("doesn't refund more than the payment", async () => {
    const { calls, harness } = open();
    const id = await open().payNew();
    const part = { key: `${id}/part`, amount: 1000, currency: "usd" };
    await calls.refund(id, part);
    await harness.returnMoney?.(id, part);
    const beyond = { key: `${id}/beyond`, amount: 251, currency: "usd" };
    expect(await calls.refund(id, beyond)).toMatchObject({ id: null, state: "failed" });
    expect(await calls.findRefund(id, { key: beyond.key, refundId: null })).toBeNull();
    expect(refunded(await calls.find(id))).toBe(1000);
  });

  it("doesn't refund an unpaid payment", async () => {
    const { calls } = open();
    const id = await calls.begin(nextIntent());
    const refund = await calls.refund(id, {
      ...{ key: `${id}/refund`, amount: AMOUNT, currency: "usd" },
    });
    expect(refund).toMatchObject({ id: null, state: "failed", failure: expect.any(String) });
    expect(await calls.find(id)).toMatchObject({ state: "open" });
    expect(await open().chargesOf(id)).toEqual([]);
  });
}

/** Verifies that a provider takes and returns money once, however often calls are repeated. */
export function verifyProvider(name: string, openHarness: () => Promise<ProviderHarness>): void {
  describe(`the payment provider ${name}`, () => {
    let shop: Shop;
    beforeAll(async () => {
      shop = new Shop(await openHarness());
    });
    afterAll(() => shop?.harness.close?.());
    verifyCharges(() => shop);
    verifyRefunds(() => shop);
  });
}
