// What certificates say, and how they write amounts and shares.
import { describe, expect, it } from "vitest";
import { rosette } from "./rosette-rules";
import { formatAmount, formatMoment, formatShare, shownAddress, statementOf } from "./rules";
import { sdgGoalNames } from "./sdg-rules";

describe("what is written", () => {
  it("gives tonnes with their kilograms from a tonne on, and dates with their zone", () => {
    expect(formatAmount(999)).toBe("999 kg");
    expect(formatAmount(3200)).toBe("3.2 t (3,200 kg)");
    expect(formatMoment("2026-11-21T14:03:59.999Z")).toBe("21 November 2026, 14:03 UTC");
  });

  it("never rounds a part up to the whole, nor down to nothing", () => {
    expect(formatShare(999_999, 1_000_000)).toBe("99 %");
    expect(formatShare(1, 1_000_000)).toBe("< 1 %");
    expect(formatShare(7, 7)).toBe("100 %");
  });

  it("claims a retirement only of a live order that is fulfilled", () => {
    expect(statementOf({ state: "fulfilled", mode: "live" })).toMatch(
      /are retired.*cannot be sold/,
    );
    expect(statementOf({ state: "fulfilled", mode: "test" })).toContain("nothing real was retired");
    expect(statementOf({ state: "placed", mode: "live" })).toContain("nothing is retired");
    expect(statementOf({ state: "cancelled", mode: "live" })).toContain("no carbon credits");
  });

  it.each([
    ["https://a.example", "a.example"],
    ["https://a.example/", "a.example"],
    ["HTTP://A.example:8080/About/?q=1#x", "a.example:8080/About/?q=1#x"],
    ["https://a.example?q", "a.example?q"],
    // Its first letter is Cyrillic.
    ["https://\u0430pple.example/", "xn--pple-43d.example"],
  ])("shows the website %s by its host, in letters that are none other", (url, shown) => {
    expect(shownAddress(url)).toBe(shown);
  });

  it.each(["javascript:alert(1)", "data:text/html,x", "//a.example", "https://", "", "a.example"])(
    "shows no website where %j is none",
    (url) => {
      expect(shownAddress(url)).toBeNull();
    },
  );

  it("knows the seventeen goals", () => {
    expect(Object.keys(sdgGoalNames)).toHaveLength(17);
  });
});

describe("rosette", () => {
  it("is the same for one order number and another for the next", () => {
    expect(rosette("019f-1")).toEqual(rosette("019f-1"));
    expect(rosette("019f-1")).not.toEqual(rosette("019f-2"));
  });
});
