import { expect, test } from "vitest";
import { isForm, serveForm } from "./forms";

const paths = ["/checkout/cs_none/pay", "/checkout/cs_none/confirm", "/webhooks/none"];

test("no other path is treated as a form", () => {
  expect(paths.filter((path) => !isForm("POST", path))).toEqual([]);
  for (const other of ["/checkout/cs_1", "/webhooks", "/checkout/cs_1/pay/x", "/webhooks/a/b"]) {
    expect(isForm("POST", other), other).toBe(false);
  }
});

test.each(paths)("%s rejects other methods than POST, and handles POST", async (path) => {
  const address = `http://localhost${path}`;
  const read = await serveForm(new Request(address));
  expect([read.status, read.headers.get("allow")]).toEqual([405, "POST"]);
  const response = await serveForm(new Request(address, { method: "POST", body: "a=b" }));
  // A form from elsewhere or an unsigned webhook gets a reason.
  expect([400, 403, 404]).toContain(response.status);
  expect(await response.text()).not.toBe("");
});

test.each(["stripe", "test", "none", "__proto__"])(
  "a webhook of %s, which is not set up or unknown, is a 404",
  async (provider) => {
    const address = `http://localhost/webhooks/${provider}`;
    const response = await serveForm(new Request(address, { method: "POST", body: "{}" }));
    expect(response.status).toBe(404);
  },
);

test("a provider's script is served, and again only if it has changed", async () => {
  const address = "http://localhost/checkout/scripts/stripe.js";
  const first = await serveForm(new Request(address));
  expect(await first.text()).toContain("checkout:updated");
  const headers = { "if-none-match": first.headers.get("etag") ?? "" };
  expect((await serveForm(new Request(address, { headers }))).status).toBe(304);
  expect((await serveForm(new Request(address.replace("stripe", "test")))).status).toBe(404);
  expect((await serveForm(new Request(address, { method: "POST" }))).status).toBe(405);
});
