// The renderer is a separate process: either may die without the other.
import { expect } from "playwright/test";
import { checkedFetch } from "#testing/contract/fetch";
import { isAlive } from "#testing/is-alive";
import { test } from "./checked-test";
import { OwnProcesses } from "./own-product";

let own: OwnProcesses;
let product: Awaited<ReturnType<OwnProcesses["startProduct"]>>;

test.describe.configure({ mode: "serial" });

test.beforeAll(async () => {
  test.setTimeout(120_000);
  own = new OwnProcesses();
  product = await own.startProduct({ env: { CT_LOG_LEVEL: "info" } });
});

test.afterAll(() => own.end());

/** Process ids of all renderers so far. */
function renderers(): number[] {
  const lines = product.output().split("\n");
  const started = lines.filter((line) => line.includes('"renderer.started"'));
  return started.map((line) => Number(/"renderer":(\d+)/.exec(line)?.[1]));
}

async function placeOrder(): Promise<{ status: number; id: string; page: string }> {
  const response = await checkedFetch(`${product.url}/v1/orders`, {
    method: "POST",
    headers: { authorization: `Bearer ${product.key}`, "content-type": "application/json" },
    body: JSON.stringify({ amount_kg: 1 }),
  });
  const order = (await response.json()) as { id: string; certificate_public_url: string };
  return { status: response.status, id: order.id, page: order.certificate_public_url };
}

const statusOf = async (address: string) => (await fetch(address)).status;

test("with the renderer killed, orders are placed, public pages work, and the dashboard recovers", async () => {
  const { page } = await placeOrder();
  await expect.poll(async () => (await fetch(page)).text()).toContain("retired");
  const [first = 0] = renderers();
  process.kill(first, "SIGSTOP");
  // A renderer that hangs does not block orders or the OpenAPI document.
  expect((await placeOrder()).status).toBe(201);
  expect((await checkedFetch(`${product.url}/v1/openapi.json`)).status).toBe(200);
  process.kill(first, "SIGKILL");
  await expect.poll(() => statusOf(`${product.url}/admin/login`)).toBe(503);
  expect((await placeOrder()).status).toBe(201);
  const form = await fetch(`${product.url}/checkout/cs_none/pay`, {
    method: "POST",
    headers: { "sec-fetch-site": "same-origin" },
    redirect: "manual",
  });
  expect([form.status, form.headers.get("location")]).toEqual([303, "/checkout/cs_none?lang=en"]);
  expect(await statusOf(page)).toBe(200);
  expect(await statusOf(`${product.url}/checkout/cs_none`)).toBe(404);
  expect(await statusOf(`${product.url}/checkout.js`)).toBe(200);
  const login = `${product.url}/admin/login`;
  await expect.poll(() => statusOf(login)).toBe(200);
  expect(renderers()).toHaveLength(2);
  expect(isAlive(first)).toBe(false);
});

test("a pending certificate is not cached, a final one is cached with its ETag", async () => {
  const { page } = await placeOrder();
  await expect.poll(async () => (await fetch(page)).text()).toContain("retired on behalf of");
  const response = await fetch(page);
  expect(await response.text()).not.toContain("data-renews=");
  expect(response.headers.get("cache-control")).toBe("public, max-age=0, must-revalidate");
  const etag = response.headers.get("etag") ?? "";
  const policy = response.headers.get("content-security-policy") ?? "";
  expect(policy).toContain("style-src 'self' 'sha256-");
  expect(policy).not.toMatch(/nonce|unsafe/);
  expect((await fetch(page, { headers: { "if-none-match": etag } })).status).toBe(304);
  await expect
    .poll(async () => (await fetch(page, { headers: { "if-none-match": etag } })).status)
    .toBe(304);
});

test("a disabled impact page is gone at once", async () => {
  const config = `${product.url}/v1/impact/hosted-page-config`;
  const headers = { authorization: `Bearer ${product.key}`, "content-type": "application/json" };
  const { url, ...before } = (await (await checkedFetch(config, { headers })).json()) as {
    url: string;
    enabled: boolean;
  };
  const put = (enabled: boolean) =>
    checkedFetch(config, { method: "PUT", headers, body: JSON.stringify({ ...before, enabled }) });
  for (const isEnabled of [true, false, true, false]) {
    expect((await put(isEnabled)).status).toBe(200);
    expect(await statusOf(url)).toBe(isEnabled ? 200 : 404);
    expect(await statusOf(`${url}/badge.svg`)).toBe(isEnabled ? 200 : 404);
  }
});

test("a killed server ends its renderer", async () => {
  const pid = renderers().at(-1) ?? 0;
  expect(isAlive(pid)).toBe(true);
  product.child.kill("SIGKILL");
  await product.ended;
  await expect.poll(() => isAlive(pid)).toBe(false);
});
