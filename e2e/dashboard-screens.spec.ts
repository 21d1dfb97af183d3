import { expect } from "playwright/test";
import { test } from "./checked-test";
import { operatorScreens, screens, walkScreens } from "./dashboard-screens";
import { insidePage } from "./insider";

// dashboard-screens.endurance.spec.ts opens all screens as an admin and as the operator.
test("screens fit 375 and 1280 px, and offer a viewer nothing to change", ({ browser, baseURL }) =>
  walkScreens({
    browser,
    baseURL,
    who: "viewer",
    walked: screens.filter(({ changes }) => changes),
  }));

test("the operator's screens are a 404 for an admin who is not an operator", async ({
  browser,
}) => {
  const page = await insidePage(browser, { who: "admin" });
  for (const { path } of operatorScreens) {
    expect([path, (await page.request.get(path)).status()]).toEqual([path, 404]);
  }
  await page.context().close();
});
