import { expect } from "playwright/test";
import { test } from "./checked-test";
import { makeSubaccount } from "./demo-account";
import { fulfilled } from "./public-orders";
import { openSession } from "./shop";
import { violationsOf } from "./watch";

test("the main public pages have no accessibility violations", async ({ page, request }) => {
  const subaccount = await makeSubaccount(request, "Harbor Tea");
  const { id } = await fulfilled(request, { amount_kg: 2345 }, subaccount);
  const session = await openSession(request);
  const paths = [
    "/",
    "/nothing-here",
    `/certificates/${id}`,
    `/verify?q=${id}`,
    `/impact/${subaccount}`,
    `/checkout/${session.id}`,
  ];
  for (const [index, path] of paths.entries()) {
    // Pages are alike: each is scanned in one of two views.
    const isPhone = index % 2 === 0;
    await page.emulateMedia({ colorScheme: isPhone ? "light" : "dark" });
    await page.setViewportSize({ width: isPhone ? 375 : 1280, height: 800 });
    await page.goto(path);
    expect(await violationsOf(page), path).toEqual([]);
  }
});
