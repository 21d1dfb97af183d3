// What every payment provider promises, as one suite: each provider's folder runs it on itself.
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Charge, PaymentCalls, PaymentStatus, Source } from "#gateways/payments";

export interface ProviderHarness {
  calls: PaymentCalls;
  /** With which a payment is paid, at once or later. */
  source: Source;
  /** Lets the money of an accepted payment arrive. */
  settle(id: string): Promise<unknown>;
  /** Lets money that was given back arrive, where a person returns it. */
  returnMoney?(id: string): Promise<unknown>;
  close?(): unknown;
}

const AMOUNT = 1250;
let count = 0;

function nextIntent() {
  count += 1;
  const reference = `cs_conformance_${process.pid}_${count}`;
  const key = `${reference}/payment-1`;
  return { key, amountCents: AMOUNT, description: "25 kg", reference };
}

/** Verifies a provider's calls: money is taken once and returned once, however calls are repeated. */
export function verifyProvider(name: string, open: () => Promise<ProviderHarness>): void {
  describe(`the payment provider ${name}`, () => {
    let harness: ProviderHarness;
    let calls: PaymentCalls;
    beforeAll(async () => {
      harness = await open();
      calls = harness.calls;
    });
    afterAll(() => harness?.close?.());

    const confirm = (id: string, key = "attempt-1") => {
      const { source } = harness;
      const returnUrl = "https://till.example/checkout/cs_1";
      return calls.confirm(id, { key: `${id}/${key}`, source, returnUrl });
    };
    const chargesOf = async (id: string) => {
      const found: Charge[] = [];
      for await (const charge of calls.charges(new Date(Date.now() - 3_600_000))) {
        if (charge.id === id) found.push(charge);
      }
      return found;
    };
    const paid = async () => {
      const intent = nextIntent();
      const id = await calls.begin(intent);
      await confirm(id);
      await harness.settle(id);
      return { id, intent };
    };
    const refunded = (status: PaymentStatus) => status.state === "paid" && status.refundedCents;

    it("begins one payment for a key, also when asked twice at once, and takes no money", async () => {
      const intent = nextIntent();
      const [one, other] = await Promise.all([calls.begin(intent), calls.begin(intent)]);
      expect(other).toBe(one);
      expect(await calls.begin(intent)).toBe(one);
      expect(await calls.begin(nextIntent())).not.toBe(one);
      expect(await calls.find(one)).toEqual({ state: "open", failure: null });
      expect(await chargesOf(one)).toEqual([]);
    });

    it("takes the money once, however often it is asked to", async () => {
      const intent = nextIntent();
      const id = await calls.begin(intent);
      const statuses = await Promise.allSettled([confirm(id), confirm(id), confirm(id, "two")]);
      expect(statuses.some(({ status }) => status === "fulfilled")).toBe(true);
      await harness.settle(id);
      await confirm(id, "three");
      expect(await calls.find(id)).toEqual({ state: "paid", refundedCents: 0 });
      const { reference } = intent;
      expect(await chargesOf(id)).toEqual([
        { id, reference, amountCents: AMOUNT, refundedCents: 0 },
      ]);
    });

    it("takes no money for a payment that was cancelled", async () => {
      const id = await calls.begin(nextIntent());
      await Promise.all([calls.cancel(id), calls.cancel(id)]);
      expect((await calls.find(id)).state).toBe("cancelled");
      await confirm(id);
      await harness.settle(id).catch(() => undefined);
      expect((await calls.find(id)).state).toBe("cancelled");
      expect(await chargesOf(id)).toEqual([]);
    });

    it("cancels nothing that is paid", async () => {
      const { id } = await paid();
      expect(await calls.cancel(id)).toEqual({ state: "paid", refundedCents: 0 });
      expect(await chargesOf(id)).toHaveLength(1);
    });

    it("returns all the money once, however often it is asked to", async () => {
      const { id } = await paid();
      await Promise.all([calls.refund(id, `${id}/refund`), calls.refund(id, `${id}/refund`)]);
      await harness.returnMoney?.(id);
      expect(refunded(await calls.refund(id, `${id}/refund`))).toBe(AMOUNT);
      expect(refunded(await calls.find(id))).toBe(AMOUNT);
      expect(await chargesOf(id)).toMatchObject([{ amountCents: AMOUNT, refundedCents: AMOUNT }]);
    });

    it("returns no money that was not paid", async () => {
      const id = await calls.begin(nextIntent());
      await calls.refund(id, `${id}/refund`);
      expect(await calls.find(id)).toMatchObject({ state: "open" });
      expect(await chargesOf(id)).toEqual([]);
    });
  });
}
