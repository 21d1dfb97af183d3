import { expect } from "playwright/test";
import { test } from "./checked-test";
import { payButton, title } from "./shop";
import { charges, openStripe, sellWithStripe, shop } from "./stripe-shop";
import { violationsOf } from "./watch";

sellWithStripe();

test("is paid once with Stripe's token, and has no card field of its own", async ({
  page,
  request,
}) => {
  const calls: string[] = [];
  page.on("request", (it) => calls.push(new URL(it.url()).origin));
  const session = await openStripe(page, request);
  await expect(page.getByLabel("Card number")).toHaveCount(0);
  expect(await violationsOf(page)).toEqual([]);
  await payButton(page).click();
  await expect(title(page)).toHaveText(/Thank you/);
  expect(await charges(request, session.id)).toMatchObject([{ amount: session.price_usd_cents }]);
  expect([...new Set(calls)].sort()).toEqual([shop.url, "https://js.stripe.com"].sort());
});
