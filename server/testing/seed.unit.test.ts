import { expect, it } from "vitest";
import { drawSome, enduranceSeed } from "./seed";

const draw = (list: string[], seed: number) =>
  drawSome(list, { seed, count: 3, nameOf: (name) => name });

it("is the checked-in number, unless CT_DRAW names another", () => {
  expect(enduranceSeed({})).toBeGreaterThan(20_000_000);
  expect(enduranceSeed({ CT_DRAW: "7" })).toBe(7);
  for (const CT_DRAW of ["0", "-1", "1.5", "2147483648", "a7b3c1"]) {
    expect(() => enduranceSeed({ CT_DRAW })).toThrow(`CT_DRAW must be an integer`);
  }
});

it("draws the same for the same seed, whatever else is added, and others for another", () => {
  const names = Array.from({ length: 40 }, (_, at) => `name ${at}`);
  const drawn = draw(names, 1);
  expect(new Set(drawn).size).toBe(3);
  expect(draw(names.toReversed(), 1)).toEqual(drawn);
  const others = names.filter((name) => !drawn.includes(name));
  expect(draw([...drawn, ...others.slice(20)], 1)).toEqual(drawn);
  expect(draw(names, 2)).not.toEqual(drawn);
});
