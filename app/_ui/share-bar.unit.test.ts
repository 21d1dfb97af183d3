import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { CATEGORY_COLORS } from "#domain/catalogue";
import { fillOf, partColor } from "./share-bar";

const theme = readFileSync("app/theme.css", "utf8");

/** Luminance by WCAG 2.2 in the light and the dark scheme. */
function luminances(token: string): [number, number] {
  const [, ...colors] =
    new RegExp(`--color-${token}: light-dark\\(#(\\w{6}), #(\\w{6})\\)`).exec(theme) ?? [];
  const [light = Number.NaN, dark = Number.NaN] = colors.map((hex) => {
    const [red = 0, green = 0, blue = 0] = [0, 2, 4].map((at) => {
      const value = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
      return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  });
  return [light, dark];
}

const contrast = (a: number, b: number) => (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);

const numbers = Array.from({ length: CATEGORY_COLORS }, (_, index) => index + 1);

test("has a color of its own for each number that a category can get", () => {
  const fills = numbers.map((color) => fillOf({ color }));
  expect(fills).toEqual(numbers.map((color) => `fill-category-${color}`));
});

test("keeps the colors of categories apart from all surfaces, in both schemes", () => {
  const faults = numbers.flatMap((number) =>
    ["paper", "soft", "canvas"].flatMap((surface) => {
      const [light, dark] = luminances(`category-${number}`);
      const [onLight, onDark] = luminances(surface);
      const ratios = [contrast(light, onLight), contrast(dark, onDark)];
      return ratios.every((ratio) => ratio >= 3) ? [] : [`${number} on ${surface}: ${ratios}`];
    }),
  );
  expect(faults).toEqual([]);
});

test("colors parts without a category by their position", () => {
  expect(fillOf(partColor(null, 7))).toBe("fill-shade-2");
  expect(fillOf(partColor(2, 7))).toBe("fill-category-2");
});
