import { expect, type Page } from "playwright/test";
import { test } from "./checked-test";
import { logInAt } from "./insider";
import { OwnProcesses } from "./own-product";
import { openSession } from "./shop";
import { overflow, violationsOf } from "./watch";

const own = new OwnProcesses();
let product: Awaited<ReturnType<OwnProcesses["startProduct"]>>;

test.beforeAll(async () => {
  product = await own.startProduct({
    env: { CT_TRANSFER_NAME: "Till Ltd", CT_TRANSFER_IBAN: "DE89370400440532013000" },
  });
});
test.afterAll(() => own.end());

let scans = 0;

/** Each state is scanned in one of the two views. */
async function checkLayout(page: Page): Promise<void> {
  scans += 1;
  for (const [width, colorScheme] of [
    [375, "dark"],
    [1280, "light"],
  ] as const) {
    await page.setViewportSize({ width, height: 800 });
    await page.emulateMedia({ colorScheme });
    expect([width, await overflow(page)]).toEqual([width, 0]);
    const isScanned = (scans % 2 === 0) === (colorScheme === "dark");
    if (isScanned) expect([width, await violationsOf(page)]).toEqual([width, []]);
  }
}

test("a transfer shows its reference, is rejected with another amount, and is paid once confirmed", async ({
  page,
  request,
}) => {
  const { url, key } = product;
  const { id } = await openSession(request, {}, { url, key });
  await page.goto(`${url}/checkout/${id}`);
  await checkLayout(page);
  await page.getByLabel("Email").fill("ada@example.com");
  await page.getByRole("button", { name: "Pay by bank transfer" }).click();
  await expect(page.getByRole("heading", { name: "Waiting for your transfer" })).toBeVisible();
  await expect(page.getByText("DE89 3704 0044 0532 0130 00")).toBeVisible();
  const reference = await page.getByText(/^TR[0-9A-Z]{8}$/).innerText();
  await checkLayout(page);

  await logInAt(page, product);
  await page.goto(`${url}/admin/operator/test/money?show=payments&search=${reference}`);
  await expect(page.getByText(reference)).toBeVisible();
  await checkLayout(page);
  await page.getByRole("button", { name: "Confirm", exact: true }).click();
  await page.getByLabel("Amount received (USD)").fill("1.00");
  await page.getByRole("button", { name: "Confirm transfer" }).click();
  await expect(page.getByText(/must be exactly/)).toBeVisible();
  await checkLayout(page);
  const due = /must be exactly \$([\d.]+),/.exec(await page.getByRole("dialog").innerText())?.[1];
  await page.getByLabel("Amount received (USD)").fill(due ?? "");
  await page.getByRole("button", { name: "Confirm transfer" }).click();
  await expect(page.getByText(`Transfer ${reference} confirmed`)).toBeVisible();

  await page.goto(`${url}/checkout/${id}`);
  await expect(page.getByRole("heading", { name: "Thank you for your payment" })).toBeVisible();
});
