import { beforeAll, describe, expect, it } from "vitest";
import { env } from "#core/env";
import { call } from "#testing/api";
import { makeAccount, makeStock } from "#testing/factories";
import { withSettings } from "#testing/settings";

let key: string;
let portfolioId: string;

beforeAll(async () => {
  key = (await makeAccount()).token;
  ({ portfolioId } = await makeStock({ apiCents: 4 }));
});

function create(urls: { success_url?: string; cancel_url?: string } = {}) {
  const url = "https://shop.example/";
  const body = { amount_kg: 20, portfolio_id: portfolioId, success_url: url, cancel_url: url };
  return call("POST", "/checkout/sessions", { key, body: { ...body, ...urls } });
}

describe("success_url and cancel_url", () => {
  const hostile: [name: string, url: string][] = [
    ["script", "javascript:alert(1)"],
    ["script that looks like a comment", "javascript://shop.example/%0aalert(1)"],
    ["script after a space", " javascript:alert(1)"],
    ["script with a tab in it", "java\tscript:alert(1)"],
    ["data", "data:text/html,<script>alert(1)</script>"],
    ["a file", "file:///etc/passwd"],
    ["no scheme", "shop.example/thanks"],
    ["a path", "/thanks"],
    ["another host by slashes", "//evil.example"],
    ["another host by backslashes", "\\\\evil.example"],
    ["https without slashes", "https:evil.example"],
    ["https with one slash", "https:/evil.example"],
    ["https with three slashes", "https:///evil.example"],
    ["https with backslashes", "https:\\\\evil.example"],
    ["a backslash in the host", "https://shop.example\\@evil.example/"],
    ["no host", "https://"],
    ["plain http", "http://shop.example/"],
    ["plain http to another machine of this network", "http://192.168.0.1/"],
    ["plain http to a host that begins like localhost", "http://localhost.evil.example/"],
    ["a user name", "https://shop.example@evil.example/"],
    ["a user name and a password", "https://user:secret@shop.example/"],
    ["an empty user name", "https://@evil.example/"],
    ["a unicode host", "https://\u0455hop.example/"],
    ["a host that ends in a unicode dot", "https://evil.example\u3002shop.example/"],
    ["a unicode character that becomes a slash", "https://evil.ex\u2100.shop.example/"],
    ["an encoded host", "https://%65vil.example/"],
    ["a newline at the end", "https://shop.example/\n"],
    ["a header after a newline", "https://shop.example/\r\nSet-Cookie: a=b"],
    ["a space", "https://shop.example/a b"],
    ["a NUL", "https://shop.example/\0"],
    ["a line separator", "https://shop.example/\u2028"],
    ["a half surrogate pair", "https://shop.example/\ud800"],
    ["an invalid port", "https://shop.example:99999/"],
    ["nothing", ""],
    ["3 kB", `https://shop.example/${"x".repeat(3000)}`],
    ["one character too much", `https://shop.example/${"x".repeat(2049 - 21)}`],
  ];
  it.each(hostile)("reject %s", async (_name, url) => {
    for (const field of ["success_url", "cancel_url"]) {
      const response = await create({ [field]: url });
      expect([response.status, Object.keys(response.json.errors)]).toEqual([400, [field]]);
    }
  });

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
