import fc from "fast-check";
import { expect, test } from "vitest";
import { refundedBefore } from "#checkout/refunds/rules";
import { taxInGross } from "#domain/tax";
import { taxInRefund } from "./sale-tax";

test("the taxes of all refunds of a price add up to the tax of the price, to the cent", () => {
  const parts = fc.array(fc.integer({ min: 1, max: 100_000 }), { minLength: 1, maxLength: 20 });
  fc.assert(
    fc.property(parts, fc.integer({ min: 0, max: 3000 }), (amount, rateBasisPoints) => {
      let amountBefore = 0;
      let tax = 0;
      for (const part of amount) {
        const share = taxInRefund({ rateBasisPoints }, { amount: part, amountBefore });
        expect(share).toBeGreaterThanOrEqual(0);
        expect(share).toBeLessThanOrEqual(part);
        tax += share;
        amountBefore += part;
      }
      expect(tax).toBe(taxInGross(amountBefore, rateBasisPoints));
    }),
  );
});

test("refunds that failed were not made, and a withdrawal follows all but its own", () => {
  const of = (id: string, kind: "requested" | "cancellation", state: "failed" | "pending") => ({
    ...{ id, kind, state },
    amount: 10 ** Number(id.at(-1)),
  });
  const refunds = [
    of("rfd_0", "requested", "failed"),
    of("rfd_1", "requested", "pending"),
    of("rfd_2", "requested", "pending"),
    of("rfd_3", "cancellation", "pending"),
  ];
  expect(refundedBefore(refunds, "rfd_2")).toBe(10);
  expect(refundedBefore(refunds, null)).toBe(110);
});
