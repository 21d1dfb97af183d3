import { expect } from "playwright/test";
import { test } from "./checked-test";
import { base, insidePage, tryLogin } from "./insider";
import { freshPage, mailedLink, NEW_PASSWORD } from "./newcomers";
import { violationsOf } from "./watch";

test("an invited person joins by the mail's link, which works once, and signs out", async ({
  browser,
}) => {
  const email = `guest-${Date.now()}@example.com`;
  const owner = await insidePage(browser);
  await owner.goto(`${base}/people`);
  await owner.getByRole("button", { name: "Invite" }).click();
  await owner.getByLabel("Email").fill(email);
  await owner.getByRole("button", { name: "Send invitation" }).click();
  await expect(owner.getByText(email)).toBeVisible();

  const link = await mailedLink(email, "/admin/invitation");
  const guest = await freshPage(browser);
  await guest.goto(link);
  await guest.getByLabel("Your name").fill("Guest");
  for (const weak of ["short", "password123456"]) {
    await guest.getByLabel("Password").fill(weak);
    await guest.getByRole("button", { name: "Accept invitation" }).click();
    await expect(guest.getByText(/^Password /)).toBeVisible();
  }
  expect(await violationsOf(guest)).toEqual([]);
  await guest.getByLabel("Password").fill(NEW_PASSWORD);
  await guest.getByRole("button", { name: "Accept invitation" }).click();
  await guest.waitForURL("**/admin/login");
  await tryLogin(guest, { email, password: NEW_PASSWORD });
  await guest.waitForURL(`**${base}`);

  const again = await freshPage(browser);
  await again.goto(link);
  await expect(again.getByLabel("Password")).toHaveCount(0);

  await owner.reload();
  const row = owner.getByRole("listitem").filter({ hasText: email });
  await row.getByLabel("Role of Guest").selectOption("admin");
  await expect(owner.getByText("Role changed")).toBeVisible();
  await expect(row.getByLabel("Role of Guest")).toHaveValue("admin");
  await row.getByRole("button", { name: "Remove" }).click();
  await owner.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
  await expect(owner.getByText("Member removed")).toBeVisible();
  await expect(owner.getByText(email)).toHaveCount(0);
  await guest.goto(base);
  await expect(guest.getByRole("heading", { name: "Demo Company" })).toHaveCount(0);
  for (const page of [owner, guest, again]) await page.context().close();
});
