// Work in a form survives another person's edit and the end of the session.
import { expect } from "playwright/test";
import { test } from "./checked-test";
import { makeSubaccount } from "./demo-account";
import { base, insidePage, logins, submitLogin } from "./insider";

test("an edit of an older version shows what changed, and keeps what was typed", async ({
  browser,
  request,
}) => {
  const id = await makeSubaccount(request, `Lake ${Date.now()}`);
  const [first, second] = [await insidePage(browser), await insidePage(browser)];
  for (const page of [first, second]) await page.goto(`${base}/subaccounts/${id}`);
  const save = (page: typeof first) =>
    page.getByRole("button", { name: "Save subaccount" }).click();
  await second.getByLabel("Email").fill("typed@example.com");
  await first.getByLabel("Reference").fill(`REF-${id}`);
  await save(first);
  await expect(first.getByText("Subaccount saved")).toBeVisible();
  await save(second);
  await expect(second.getByText(/Someone else has changed the subaccount/)).toBeVisible();
  await expect(second.getByText(/^Reference is “REF-.*” now, and was empty/)).toBeVisible();
  await expect(second.getByLabel("Email")).toHaveValue("typed@example.com");
  await expect(second.getByLabel("Reference")).toHaveValue(`REF-${id}`);
  await save(second);
  await expect(second.getByText("Subaccount saved")).toBeVisible();
  await second.goto(`${base}/people?show=audit`);
  await expect(
    second.getByRole("table").getByText("changed; the values are not logged").first(),
  ).toHaveCount(1);
  for (const page of [first, second]) await page.context().close();
});

test("two who set a billing profile don't overwrite each other, in the dialog", async ({
  browser,
}) => {
  // Of live mode, whose profile no other journey needs.
  const address = "/admin/demo/live/billing";
  const [first, second] = [await insidePage(browser), await insidePage(browser)];
  const values = { "Legal name": "Lake GmbH", Address: "Quay 1", "Billing email": "a@b.example" };
  const fill = async (page: typeof first, changes: Partial<typeof values>) => {
    for (const [label, value] of Object.entries({ ...values, ...changes }))
      await page.getByRole("dialog").getByLabel(label).fill(value);
    await page.getByRole("dialog").getByLabel("Country").selectOption("DE");
  };
  const save = (page: typeof first) => page.getByRole("button", { name: "Save profile" }).click();
  for (const page of [first, second]) {
    await page.goto(address);
    await page.getByRole("button", { name: /(Add|Edit) profile/ }).click();
  }
  await fill(first, { Address: "Quay 2" });
  await fill(second, { Address: "Quay 3" });
  await save(first);
  await expect(first.getByText("Billing profile saved")).toBeVisible();
  await save(second);
  await expect(second.getByText(/Someone else has changed the billing profile/)).toBeVisible();
  await expect(second.getByText(/^Address is “Quay 2” now, and was empty/)).toBeVisible();
  await expect(second.getByRole("dialog").getByLabel("Address")).toHaveValue("Quay 3");
  await save(second);
  await expect(second.getByText("Billing profile saved")).toBeVisible();
  await expect(second.getByText("Quay 3")).toBeVisible();
  for (const page of [first, second]) await page.context().close();
});

test("a session that ended in a form is continued on top of it, and a link keeps its filters", async ({
  browser,
  request,
}) => {
  const id = await makeSubaccount(request, `Sea ${Date.now()}`);
  const page = await insidePage(browser);
  await page.goto(`${base}/subaccounts/${id}`);
  await page.getByLabel("Reference").fill(`SEA-${id}`);
  await page.context().clearCookies();
  await page.getByRole("button", { name: "Save subaccount" }).click();
  const dialog = page.getByRole("dialog", { name: "Log in to continue" });
  await dialog.getByLabel("Password").fill(logins.owner.password);
  await dialog.getByRole("button", { name: "Log in" }).click();
  await expect(page.getByText("Subaccount saved")).toBeVisible();
  await expect(page.getByLabel("Reference")).toHaveValue(`SEA-${id}`);

  await page.context().clearCookies();
  const listed = `${base}/orders?state=placed`;
  await page.goto(listed);
  await submitLogin(page, logins.owner);
  await page.waitForURL(`**${listed}`);
  await page.context().close();
});
