// Ids sort by the time of their making, and an order number is its order's id.
import fc from "fast-check";
import { TypeID } from "typeid-js";
import { describe, expect, it } from "vitest";
import { newId, orderIdFromNumber, orderNumber } from "./id";

describe("ids", () => {
  it("sort in the order of their making, byte by byte, and never repeat", () => {
    const ids = Array.from({ length: 5000 }, () => newId("order"));
    expect(ids.toSorted((a, b) => (a < b ? -1 : 1))).toEqual(ids);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it("give order numbers that lead back to them, whatever their bits", () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 2n ** 128n - 1n }), (bits) => {
        const hex = bits.toString(16).padStart(32, "0");
        const uuid = hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
        const id = TypeID.fromUUID("ord", uuid).toString();
        const number = orderNumber(id);
        expect(number).toMatch(/^([0-9a-f]{4}-){7}[0-9a-f]{4}$/);
        expect(number.replaceAll("-", "")).toBe(hex);
        expect(orderIdFromNumber(number)).toBe(id);
        expect(orderIdFromNumber(` ${number.toUpperCase()} `)).toBe(id);
      }),
    );
    expect(orderIdFromNumber("not-a-number")).toBeNull();
  });
});
