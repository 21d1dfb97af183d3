import { expect } from "playwright/test";
import { test } from "./checked-test";
import { operatorScreens, screens, walkScreens } from "./dashboard-screens";
import { makeSubaccount } from "./demo-account";
import { insidePage } from "./insider";

const walks = [
  { role: "an admin", who: "admin", walked: screens },
  { role: "the operator", who: "owner", walked: operatorScreens },
] as const;

for (const { role, who, walked } of walks) {
  test(`each screen of ${role} fits 375 and 1280 px and is accessible in dark and light`, async ({
    browser,
    baseURL,
    request,
  }) => {
    // In selects, tables and headings.
    await makeSubaccount(request, "W".repeat(120));
    await walkScreens({ browser, baseURL, who, walked });
  });
}

test("the operator's screens are a 404 for an admin who is not an operator", async ({
  browser,
}) => {
  const page = await insidePage(browser, { who: "admin" });
  for (const { path } of operatorScreens) {
    expect([path, (await page.request.get(path)).status()]).toEqual([path, 404]);
  }
  await page.context().close();
});
