// Ids sort by the time of their making, and an order number is its order's id.
import { describe, expect, it } from "vitest";
import { newId, orderIdFromNumber, orderNumber } from "./id";

describe("ids", () => {
  it("sort in the order of their making, byte by byte, and never repeat", () => {
    const ids = Array.from({ length: 5000 }, () => newId("order"));
    expect(ids.toSorted((a, b) => (a < b ? -1 : 1))).toEqual(ids);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it("give order numbers that lead back to them", () => {
    const id = newId("order");
    const number = orderNumber(id);
    expect(number).toMatch(/^([0-9a-f]{4}-){7}[0-9a-f]{4}$/);
    expect(orderIdFromNumber(number)).toBe(id);
    expect(orderIdFromNumber(` ${number.toUpperCase()} `)).toBe(id);
    expect(orderIdFromNumber("not-a-number")).toBeNull();
  });
});
