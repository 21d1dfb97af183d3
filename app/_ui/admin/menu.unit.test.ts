import { expect, it } from "vitest";
import { currentOf } from "./menu";

const base = "/admin/operator/live";
const screens = ["", "/checkout", "/checkout/links", "/stock"].map((path) => ({
  href: base + path,
}));

it.each([
  ["", ""],
  ["/checkout", "/checkout"],
  ["/checkout/links", "/checkout/links"],
  ["/stock/lot_1", "/stock"],
])("marks %s as part of the screen %s", (path, marked) => {
  expect(currentOf(screens, { base, path: base + path })).toEqual({ href: base + marked });
});

it("marks no screen for an address outside the menu", () => {
  expect(currentOf(screens, { base, path: `${base}/stocks` })).toBeUndefined();
});
