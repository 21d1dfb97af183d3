import { expect, it } from "vitest";
import { currentOf } from "./menu";

const screens = [
  { path: "" },
  { path: "/checkout" },
  { path: "/checkout/links" },
  { path: "/catalogue" },
  { path: "/catalogue", show: "portfolios" },
];

it.each([
  ["", null, ""],
  ["/checkout", "new", "/checkout"],
  ["/checkout/links", null, "/checkout/links"],
  ["/catalogue", null, "/catalogue"],
  ["/catalogue/projects/prj_1", "edit", "/catalogue"],
])("marks %s with show=%s as part of the screen %s", (path, show, marked) => {
  expect(currentOf(screens, { path, show })).toEqual({ path: marked });
});

it.each([
  ["/catalogue", "portfolios"],
  ["/catalogue/portfolios/pf_1", "edit"],
])("marks %s with show=%s as part of the portfolios", (path, show) => {
  expect(currentOf(screens, { path, show })).toBe(screens[4]);
});

it("marks no screen for an address outside the menu", () => {
  expect(currentOf(screens, { path: "/catalogues", show: null })).toBeUndefined();
});
