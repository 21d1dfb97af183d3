import { type APIRequestContext, expect, type Page } from "playwright/test";
import { test } from "./checked-test";
import { cards, fillIn, openSession, ordersOf, payButton, readSession, title } from "./shop";

const given = {
  name: "Harbor Street Bakery",
  message: "For our first 10,000 loaves.",
  url: "https://harborstreet.example/",
};

const name = (page: Page) => page.getByLabel("Name on the certificate");
const message = (page: Page) => page.getByLabel("Message", { exact: true });
const website = (page: Page) => page.getByLabel("Website", { exact: true });
const fold = (page: Page) => page.getByText("Add a message or a website");

async function open(page: Page, request: APIRequestContext, body: object = {}) {
  const session = await openSession(request, body);
  await page.goto(`/checkout/${session.id}`);
  return session;
}

async function orderOf(request: APIRequestContext, sessionId: string) {
  const [order] = await ordersOf(request, sessionId);
  if (!order) throw new Error("the session has no order");
  return order;
}

async function pay(page: Page): Promise<void> {
  await payButton(page).click();
  await expect(title(page)).toHaveText(/Thank you/);
}

/** These pages render the entries or their faults, so they run without scripts too. */
const withoutScripts = ["kept after a decline", "errors are shown"];

const journeys: Record<string, (page: Page, request: APIRequestContext) => Promise<void>> = {
  "the shop's beneficiary is used unchanged on payment and certificate": async (page, request) => {
    const session = await open(page, request, { beneficiary: given });
    await expect(name(page)).toHaveValue(given.name);
    await expect(message(page)).toHaveValue(given.message);
    await expect(website(page)).toHaveValue(given.url);
    await fillIn(page);
    await pay(page);
    const order = await orderOf(request, session.id);
    expect(order).toMatchObject({ beneficiary: given });
    await expect
      .poll(async () => (await request.get(`/certificates/${order.id}/json`)).json())
      .toMatchObject({ state: "fulfilled", beneficiary: given });
    await page.goto(`/certificates/${order.id}`);
    await expect(title(page)).toContainText(
      new RegExp(`(set aside for|retired on behalf of) ${given.name}`),
    );
    await expect(page.getByRole("blockquote")).toHaveText(given.message);
    const link = page.getByRole("link", { name: "harborstreet.example", exact: true });
    await expect(link).toHaveAttribute("href", given.url);
    await expect(link).toHaveAttribute("rel", "nofollow ugc noopener");
  },
  "the customer changes or removes the shop's beneficiary": async (page, request) => {
    const session = await open(page, request, { beneficiary: given });
    await name(page).fill("Ada Lovelace");
    await message(page).fill("From me.\nTo you.");
    await website(page).fill("");
    await fillIn(page);
    await pay(page);
    const changed = { name: "Ada Lovelace", message: "From me.\nTo you.", url: null };
    expect(await readSession(request, session.id)).toMatchObject({ beneficiary: changed });
    expect(await orderOf(request, session.id)).toMatchObject({ beneficiary: changed });

    const other = await open(page, request, { beneficiary: given });
    for (const field of [name, message, website]) await field(page).fill("");
    await fillIn(page);
    await pay(page);
    // An untouched optional field doesn't give the shop its customer's claim.
    expect(await orderOf(request, other.id)).toMatchObject({
      beneficiary: { name: expect.stringMatching(/^a customer of /) },
    });
  },
  "the customer's entries are kept after a decline": async (page, request) => {
    const session = await open(page, request);
    await expect(message(page)).toBeHidden();
    await name(page).fill("Ada Lovelace");
    await fold(page).click();
    await message(page).fill("Thank you");
    await website(page).fill("www.ada.example/about");
    await fillIn(page, cards.declined);
    await payButton(page).click();
    await expect(page.locator("#notice").getByText("declined this card")).toBeVisible();
    await expect(name(page)).toHaveValue("Ada Lovelace");
    await expect(message(page)).toHaveValue("Thank you");
    await expect(website(page)).toHaveValue(/^(https:\/\/)?www\.ada\.example\/about$/);
    await fillIn(page);
    await pay(page);
    expect(await orderOf(request, session.id)).toMatchObject({
      beneficiary: {
        name: "Ada Lovelace",
        message: "Thank you",
        url: "https://www.ada.example/about",
      },
    });
  },
  "errors are shown next to their fields, in the collapsed section too": async (page, request) => {
    await open(page, request);
    await name(page).fill("Ada Lovelace");
    await fold(page).click();
    await message(page).fill("m".repeat(600));
    await website(page).fill("my shop");
    await fold(page).click();
    await expect(message(page)).toBeHidden();
    await fillIn(page);
    await payButton(page).click();
    await expect(message(page)).toHaveAccessibleDescription(/512 characters or fewer/);
    await expect(website(page)).toHaveAccessibleDescription(/complete web address/);
    for (const field of [message, website]) {
      await expect(field(page)).toBeVisible();
      await expect(field(page)).toHaveAttribute("aria-invalid", "true");
    }
    await page.locator("#notice").getByRole("link", { name: "Website" }).click();
    await message(page).fill("Thank you");
    await website(page).fill("ada.example");
    await name(page).fill("");
    await fillIn(page);
    await payButton(page).click();
    await expect(name(page)).toHaveAccessibleDescription(/Enter a name to add/);
  },
};

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? "with scripts" : "without scripts", () => {
    test.use({ javaScriptEnabled });
    for (const [guarantee, journey] of Object.entries(journeys)) {
      const isRendered = withoutScripts.some((part) => guarantee.includes(part));
      if (!javaScriptEnabled && !isRendered) continue;
      test(guarantee, ({ page, request }) => journey(page, request));
    }
  });
}

test("the collapsed section opens and the field is focused if only it has an error", async ({
  page,
  request,
}) => {
  await open(page, request);
  await name(page).fill("Ada Lovelace");
  await fold(page).click();
  await website(page).fill("none");
  await fold(page).click();
  await fillIn(page);
  await payButton(page).click();
  await expect(website(page)).toBeFocused();
  await expect(website(page)).toHaveValue("none");
  await website(page).fill("");
  await pay(page);
});
