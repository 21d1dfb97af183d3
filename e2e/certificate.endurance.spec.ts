import { type APIRequestContext, expect } from "playwright/test";
import { printedIn, unspaced } from "./certificate-forms";
import { test } from "./checked-test";
import { headers } from "./demo-account";
import { cancel, place, retired, TOO_MUCH_KG } from "./public-orders";
import { overflow, watch } from "./watch";

async function pdfText(request: APIRequestContext, id: string): Promise<string> {
  const response = await request.get(`/certificates/${id}/pdf`);
  expect(response.headers()["content-type"]).toBe("application/pdf");
  return (await printedIn(new Uint8Array(await response.body()))).text;
}

test("a certificate fits every screen and loads nothing from other hosts", async ({
  page,
  request,
  baseURL,
}) => {
  const { id } = await retired(request, { amount_kg: 25 });
  const problems = watch(page, baseURL);
  await page.goto(`/certificates/${id}`, { waitUntil: "networkidle" });
  await expect(page.getByRole("heading", { level: 1 })).toContainText("25 kg");
  for (const width of [320, 375, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    await expect(page.getByRole("link", { name: "View certificate PDF" })).toBeVisible();
    expect(await overflow(page), `at ${width} px`).toBe(0);
  }
  expect(problems).toEqual([]);
});

test("texts of 512 characters without a space stay within 320 px", async ({ page, request }) => {
  const name = "W".repeat(512);
  const created = await request.post("/v1/subaccounts", { headers: headers(), data: { name } });
  const { id: subaccountId } = (await created.json()) as { id: string };
  const data = { amount_kg: 25, description: "X".repeat(512) };
  const { id } = await retired(request, data, subaccountId);
  await page.setViewportSize({ width: 320, height: 800 });
  await page.goto(`/certificates/${id}`);
  await expect(page.getByRole("heading", { level: 1 })).toContainText(name);
  expect(await overflow(page)).toBe(0);
  expect(await pdfText(request, id)).toContain(name);
});

const hostile = {
  "of 512 letters": {
    message: "M".repeat(512),
    url: `https://${"u".repeat(60)}.example/${"p".repeat(430)}`,
  },
  "that look like code": {
    message: "<script>alert(1)</script><img src=x onerror=alert(2)>",
    url: 'https://a.example/"><script>x',
  },
  "of controls and several scripts": {
    message: "\u202eesrever \u0007 \u0301\u0301 مرحبا 水 \n\n\n end",
    url: "HTTP://XN--PPLE-43D.example:8080/?<b>#'",
  },
};

test("a beneficiary's text is rendered as text, within 320 px", async ({
  page,
  request,
  baseURL,
}) => {
  const problems = watch(page, baseURL);
  await page.setViewportSize({ width: 320, height: 800 });
  const name = `${"N".repeat(480)}<b>`;
  const orders = Object.values(hostile).map(async (text) => ({
    text,
    ...(await retired(request, { amount_kg: 25, beneficiary: { name, ...text } })),
  }));
  for (const { id, certificate, text } of await Promise.all(orders)) {
    const { message, url } = text;
    expect(certificate.beneficiary).toEqual({ name, message, url });
    await page.goto(`/certificates/${id}`);
    const quotation = page.getByRole("blockquote");
    expect(await quotation.evaluate((it) => it.textContent)).toBe(message);
    expect(await quotation.evaluate((it) => it.children.length)).toBe(0);
    const link = page.locator('a[rel~="ugc"]');
    expect(await link.evaluate((it) => (it as HTMLAnchorElement).href)).toBe(new URL(url).href);
    await expect(link).not.toContainText("http");
    expect(await overflow(page), message).toBe(0);
  }
  expect(problems).toEqual([]);
});

test("a placed order's certificate says that nothing is retired yet; a cancelled order's is gone", async ({
  page,
  request,
}) => {
  const id = await place(request, { amount_kg: TOO_MUCH_KG });
  const response = await page.goto(`/certificates/${id}`);
  expect(response?.status()).toBe(200);
  await expect(page.getByText("Order waiting to be matched")).toBeVisible();
  await expect(page.getByText("nothing is retired for it yet")).toBeVisible();
  expect(await pdfText(request, id)).toContain(unspaced("Order waiting to be matched"));

  const cancelled = await cancel(request, id);
  expect(cancelled.status()).toBe(200);
  expect(await cancelled.json()).toMatchObject({ certificate_public_url: null });
  // The open page reloads itself.
  await expect(page.getByText("This order was cancelled")).toBeVisible();
  expect((await page.goto(`/certificates/${id}`))?.status()).toBe(410);
  for (const form of ["json", "pdf"]) {
    const gone = await request.get(`/certificates/${id}/${form}`);
    expect(gone.status()).toBe(410);
    expect(gone.headers()["content-type"]).toBe("application/problem+json");
  }
});

test("an unknown order has no certificate", async ({ request }) => {
  for (const id of ["ord_00000000000000000000000000", "nonsense", "%00"]) {
    expect((await request.get(`/certificates/${id}/json`)).status()).toBe(404);
    expect((await request.get(`/certificates/${id}/pdf`)).status()).toBe(404);
  }
});

test("a stored PDF is revalidated by its ETag, which names the revision", async ({ request }) => {
  const { id } = await retired(request, { amount_kg: 25 });
  const first = await request.get(`/certificates/${id}/pdf`);
  expect(first.headers()["cache-control"]).toBe("public, max-age=0, must-revalidate");
  expect(first.headers()["etag"]).toMatch(/^"r\d+-[0-9a-f]{64}"$/);
  expect(first.headers()["content-disposition"]).toMatch(/carbon-certificate-[0-9a-f-]{39}\.pdf/);
  const etag = first.headers()["etag"] ?? "";
  const second = await request.get(`/certificates/${id}/pdf`, {
    headers: { "if-none-match": etag },
  });
  expect(second.status()).toBe(304);
  expect(
    Buffer.compare(await first.body(), await request.get(first.url()).then((it) => it.body())),
  ).toBe(0);
});
