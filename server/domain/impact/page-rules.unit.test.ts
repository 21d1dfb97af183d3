// The public page's settings and months: shown as set, in a fixed order, without a gap.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  equivalentNames,
  everyMonth,
  firstSettings,
  ownerKindOf,
  pageOf,
  sectionNames,
} from "./rules";

describe("a page", () => {
  it("begins shown, with everything, and is found by searches in live mode alone", () => {
    const whole = {
      isEnabled: true,
      equivalents: [...equivalentNames],
      sections: [...sectionNames],
    };
    const page = (mode: "live" | "test") => pageOf({ slug: "aero", mode }, null);
    expect(page("live")).toEqual({ slug: "aero", ...whole, isListed: true });
    expect(page("test")).toEqual({ slug: "aero", ...whole, isListed: false });
  });

  it("has what was set, in the order in which it is shown", () => {
    const set = {
      enabled: false,
      enabledEquivalents: [...equivalentNames].reverse().slice(1),
      sections: ["projects", "map"],
      listed: true,
    };
    expect(pageOf({ slug: "aero", mode: "live" }, set)).toEqual({
      slug: "aero",
      isEnabled: false,
      equivalents: equivalentNames.slice(0, -1),
      sections: ["map", "projects"],
      isListed: true,
    });
    const unlisted = { ...firstSettings, listed: false };
    expect(pageOf({ slug: "aero", mode: "live" }, unlisted).isListed).toBe(false);
  });

  it("is an account's by its slug, a subaccount's by its id, and nobody's by other texts", () => {
    const id = `sub_${"0z".repeat(13)}`;
    expect([ownerKindOf("aero-2"), ownerKindOf("a".repeat(105)), ownerKindOf(id)]).toEqual([
      "account",
      "account",
      "subaccount",
    ]);
    for (const text of ["", "Aero", "a_b", "a".repeat(106), `x${id}`, `${id}x`, id.slice(0, -1)]) {
      expect(ownerKindOf(text)).toBeNull();
    }
  });
});

describe("the months of a timeline", () => {
  const months = fc.uniqueArray(fc.integer({ min: 0, max: 60 }), { minLength: 1, maxLength: 8 });
  const startOf = (month: number) => new Date(Date.UTC(2022, month));

  it("are all from the first with any kg to the present one, or to the last with any", () => {
    fc.assert(
      fc.property(months, fc.integer({ min: 0, max: 60 }), (found, present) => {
        const kgOf = (month: number) => (found.includes(month) ? month + 1 : 0);
        const now = new Date(startOf(present).getTime() + 86_400_000);
        const [first, last] = [Math.min(...found), Math.max(present, ...found)];
        const given = found.map((month) => ({ startsAt: startOf(month), kg: kgOf(month) }));
        expect(everyMonth(given, now)).toEqual(
          Array.from({ length: last - first + 1 }, (_, index) => ({
            startsAt: startOf(first + index),
            kg: kgOf(first + index),
          })),
        );
      }),
    );
  });

  it("are none where no month has any kg", () => {
    expect(everyMonth([], new Date())).toEqual([]);
  });
});
