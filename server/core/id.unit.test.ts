import fc from "fast-check";
import { TypeID } from "typeid-js";
import { describe, expect, it } from "vitest";
import { newId, newSecretId, orderIdFromNumber, orderNumber } from "./id";

describe("ids", () => {
  it("sort by creation, byte by byte, and never repeat", () => {
    const ids = Array.from({ length: 5000 }, () => newId("order"));
    expect(ids.toSorted((a, b) => (a < b ? -1 : 1))).toEqual(ids);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it("that are secret sort, too, and share nothing but their time and form", () => {
    const before = Date.now();
    const ids = Array.from({ length: 5000 }, () => newSecretId("checkoutSession"));
    expect(ids.toSorted((a, b) => (a < b ? -1 : 1))).toEqual(ids);
    const bits = ids.map((id) => BigInt(`0x${TypeID.fromString(id).toUUID().replaceAll("-", "")}`));
    const at = (place: number) => bits.filter((all) => (all >> BigInt(place)) & 1n).length;
    // Each of the 74 free bits is set in about half of the ids: six standard deviations are 212.
    const free = Array.from({ length: 80 }, (_, place) => place).filter(
      (place) => place < 62 || (place >= 64 && place < 76),
    );
    expect(free).toHaveLength(74);
    for (const place of free) expect(Math.abs(at(place) - 2500)).toBeLessThan(212);
    const [first = 0n] = bits;
    expect(Number(first >> 80n)).toBeGreaterThanOrEqual(before);
    expect([(first >> 76n) & 15n, (first >> 62n) & 3n]).toEqual([7n, 2n]);
  });

  it("convert to order numbers and back, whatever their bits", () => {
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
