import { expect, it } from "vitest";
import { publicStateOf, reservableKg } from "./rules";

it("an account reserves at most its share of the stock, of any stock at least one kg", () => {
  expect(reservableKg({ percent: 25, sellableKg: 1000, reservedKg: 0 })).toBe(250);
  expect(reservableKg({ percent: 25, sellableKg: 1000, reservedKg: 240 })).toBe(10);
  expect(reservableKg({ percent: 25, sellableKg: 1000, reservedKg: 300 })).toBe(0);
  expect(reservableKg({ percent: 1, sellableKg: 1, reservedKg: 0 })).toBe(1);
  expect(reservableKg({ percent: 0, sellableKg: 1000, reservedKg: 0 })).toBe(0);
});

it("a reservation's public state follows its time and its order", () => {
  const at = new Date("2026-11-23T12:00:00Z");
  const stateOf = (state: string, orderId: string | null, ms: number | null) =>
    publicStateOf(
      { state, orderId, expiresAt: ms === null ? null : new Date(at.getTime() + ms) },
      at,
    );
  expect(stateOf("held", null, 1)).toBe("held");
  expect(stateOf("held", null, 0)).toBe("expired");
  expect(stateOf("held", null, null)).toBe("held");
  expect(stateOf("held", "ord_1", null)).toBe("used");
  expect(stateOf("void", null, null)).toBe("released");
  expect(stateOf("released", null, 1)).toBe("released");
  expect(stateOf("expired", null, -1)).toBe("expired");
  expect(stateOf("used", "ord_1", -1)).toBe("used");
});
