import { beforeAll, describe, expect, it } from "vitest";
import { env } from "#core/env";
import { call } from "#testing/api";
import { makeAccount, makeStock } from "#testing/factories";
import { withSettings } from "#testing/settings";

let key: string;
let portfolioId: string;

beforeAll(async () => {
  key = (await makeAccount()).token;
  ({ portfolioId } = await makeStock({ apiPrice: 4 }));
});

function create(urls: { success_url?: string; cancel_url?: string } = {}) {
  const url = "https://shop.example/";
  const body = { amount_kg: 20, portfolio_id: portfolioId, success_url: url, cancel_url: url };
  return call("POST", "/checkout/sessions", { key, body: { ...body, ...urls } });
}

describe("success_url and cancel_url", () => {
  it("accept the template only in a success URL, and never in its host", async () => {
    const url = "https://{CHECKOUT_SESSION_ID}.shop.example/";
    expect((await create({ success_url: url })).json.success_url).toBe(url);
    expect((await create({ cancel_url: url })).status).toBe(400);
    expect((await create({ success_url: url.toLowerCase() })).status).toBe(400);
    const asUser = "https://{CHECKOUT_SESSION_ID}@shop.example/";
    expect((await create({ success_url: asUser })).status).toBe(400);
  });

  const templates = [
    "https://shop.example",
    "HTTPS://Shop.Example:443/A/../b?x=%7b#y",
    "https://xn--hop-j6d.example/",
    "https://93.184.215.14/",
    "https://[2606:4700::1111]/",
    "https://shop.example/Gr\u00fc\u00dfe?q=\u00e4#\u00f6",
    "https://shop.example/{CHECKOUT_SESSION_ID}",
    "https://shop.example/?a={CHECKOUT_SESSION_ID}&b={CHECKOUT_SESSION_ID}",
    "https://shop.example/#/done/{CHECKOUT_SESSION_ID}",
    "https://shop.example/?{CHECKOUT_SESSION_ID",
    `https://shop.example/${"x".repeat(2048 - 21)}`,
  ];
  it.each(templates)("are stored character by character: %s", async (url) => {
    const { json } = await create({ success_url: url, cancel_url: url });
    expect([json.success_url, json.cancel_url]).toEqual([url, url]);
    const read = await call("GET", `/checkout/sessions/${json.id}`, { key });
    expect([read.json.success_url, read.json.cancel_url]).toEqual([url, url]);
  });

  describe("on this machine", () => {
    const local = ["http://localhost/a", "http://127.0.0.1:8080/a", "http://[::1]:8080/a"];
    withSettings();

    it.each(local)(
      "may be plain http for development, and never in production: %s",
      async (url) => {
        expect((await create({ success_url: url, cancel_url: url })).status).toBe(201);
        env.APP_URL = "https://till.example";
        const response = await create({ success_url: url, cancel_url: url });
        expect(response.status).toBe(400);
        expect(response.json.errors).toEqual({
          success_url: ["must be an https URL"],
          cancel_url: ["must be an https URL"],
        });
        expect((await create()).status).toBe(201);
      },
    );
  });
});
