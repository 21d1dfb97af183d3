import { describe, expect, it } from "vitest";
import { sha256 } from "#core/crypto";
import { namedGoals } from "./goal-names";
import { rosette } from "./rosette-rules";
import { beneficiaryOf, displayAddress, formatAmount, formatShare, isOrderId } from "./rules";

describe("the copy", () => {
  it("formats amounts of a tonne or more in tonnes and kilograms", () => {
    expect(formatAmount(999)).toBe("999 kg");
    expect(formatAmount(1000)).toBe("1 t (1,000 kg)");
    expect(formatAmount(3200)).toBe("3.2 t (3,200 kg)");
  });

  it("never rounds a part to 100% or 0%", () => {
    expect(formatShare(999_999, 1_000_000)).toBe("99%");
    expect(formatShare(1, 1_000_000)).toBe("<1%");
    expect(formatShare(1, 100)).toBe("1%");
    expect(formatShare(7, 7)).toBe("100%");
  });

  it.each([
    ["https://a.example", "a.example"],
    ["https://a.example/", "a.example"],
    ["HTTP://A.example:8080/About/?q=1#x", "a.example:8080/About/?q=1#x"],
    ["https://a.example?q", "a.example?q"],
    // Its first letter is Cyrillic.
    ["https://\u0430pple.example/", "xn--pple-43d.example"],
  ])("shows the website %s by its host, in letters that are none other", (url, expected) => {
    expect(displayAddress(url)).toBe(expected);
  });

  it.each([
    "javascript:alert(1)",
    "ftp://a.example/https://b.example",
    "data:text/html,x",
    "//a.example",
    "https://",
    "",
    "a.example",
  ])("shows no website where %j is none", (url) => {
    expect(displayAddress(url)).toBeNull();
  });

  it("names the seventeen goals and no other number", () => {
    const goals = namedGoals([0, ...Array.from({ length: 18 }, (_, index) => index + 1)]);
    expect(goals.map(({ number }) => number)).toEqual(Array.from({ length: 17 }, (_, i) => i + 1));
    expect(goals[12]).toEqual({ number: 13, name: "Climate action" });
  });
});

describe("an order's id", () => {
  const letters = "0123456789abcdefghjkmnpqrs";
  it("is its prefix and 26 lowercase letters or digits", () => {
    expect(isOrderId(`ord_${letters}`)).toBe(true);
    for (const text of [
      `xord_${letters}`,
      `ord_${letters}x`,
      `ord_${letters.slice(1)}`,
      `ord_${letters.toUpperCase()}`,
      `cs_${letters}`,
      "ord_",
    ]) {
      expect(isOrderId(text)).toBe(false);
    }
  });
});

describe("the beneficiary", () => {
  const order = { accountName: "Shop", subaccountName: "Branch", beneficiary: null };
  it("is the named one, or the subaccount, or the account", () => {
    const named = { name: "Kim", message: "Thanks", url: "https://kim.example" };
    expect(beneficiaryOf({ ...order, beneficiary: named })).toEqual(named);
    expect(beneficiaryOf(order)).toEqual({ name: "Branch", message: null, url: null });
    expect(beneficiaryOf({ ...order, subaccountName: null })).toMatchObject({ name: "Shop" });
  });
});

describe("rosette", () => {
  it("of an order number never changes", () => {
    const drawn = ["0190-aaaa", "019f-1", "019f-2"].map((seed) => rosette(seed));
    expect(sha256(JSON.stringify(drawn)).toString("hex")).toBe(
      "5dad28fd9b14d0f3e1f9e94eb6cae5d26d228c7b7e0d44c02cec91087b7e3bc0",
    );
  });

  it("consists of closed curves within the view box at even turns", () => {
    for (const { path, turns } of rosette("019f-3")) {
      expect(path).toMatch(/^M(-?\d+ -?\d+)(C-?\d+ -?\d+ -?\d+ -?\d+ -?\d+ -?\d+)+z$/);
      expect(path.match(/-?\d+ -?\d+(?=z$)/)?.[0]).toBe(path.match(/-?\d+ -?\d+/)?.[0]);
      for (const number of path.match(/-?\d+/g) ?? []) {
        expect(Math.abs(Number(number))).toBeLessThanOrEqual(500);
      }
      const step = turns[1] ?? 0;
      expect(step).toBeGreaterThan(0);
      for (const [index, turn] of turns.entries()) expect(turn).toBeCloseTo(index * step);
    }
  });

  it("differs between order numbers", () => {
    expect(rosette("019f-1")).toEqual(rosette("019f-1"));
    expect(rosette("019f-1")).not.toEqual(rosette("019f-2"));
  });
});
