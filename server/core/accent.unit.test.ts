import { expect, it } from "vitest";
import { accentCss, accentOf, contrastOf, LEAST_CONTRAST } from "./accent";

/** Paper, canvas and soft of the theme. */
const grounds = {
  light: ["#ffffff", "#f3f5f2", "#f0f4f0"],
  dark: ["#131a17", "#0c110f", "#1a2420"],
};

it("computes contrast as WCAG defines it", () => {
  expect(contrastOf("#000000", "#ffffff")).toBeCloseTo(21, 5);
  expect(contrastOf("#777777", "#ffffff")).toBeCloseTo(4.48, 2);
});

it("makes any color readable on every background, and paper readable on it", () => {
  const steps = [0, 51, 102, 153, 204, 255].map((part) => part.toString(16).padStart(2, "0"));
  for (const red of steps) {
    for (const green of steps) {
      for (const blue of steps) {
        const accent = accentOf(`#${red}${green}${blue}`);
        for (const scheme of ["light", "dark"] as const) {
          for (const ground of grounds[scheme]) {
            expect(contrastOf(accent[scheme], ground)).toBeGreaterThanOrEqual(LEAST_CONTRAST);
          }
        }
      }
    }
  }
});

it("keeps a color that can be read already", () => {
  expect(accentOf("#0d5c41").light).toBe("#0d5c41");
  expect(accentOf("#7ccfaa").dark).toBe("#7ccfaa");
  expect(accentCss("#0d5c41")).toContain("--color-accent:light-dark(#0d5c41,");
});
