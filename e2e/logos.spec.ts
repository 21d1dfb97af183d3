// Logos sent by callers who mean harm: in a real browser they are pictures, or nothing at all.
import { type APIRequestContext, expect } from "@playwright/test";
import { hostileImages, startCanary } from "#testing/hostile-images";
import { test } from "./checked-test";

/** More is a 413, whatever it holds. */
const MAX_LOGO_BYTES = 5 * 1024 * 1024;

function headers(): Record<string, string> {
  return { authorization: `Bearer ${process.env["CT_E2E_KEY"]}` };
}

async function makeSubaccount(request: APIRequestContext): Promise<string> {
  const options = { headers: headers(), data: { name: "Hostile" } };
  const answer = await request.post("/v1/subaccounts", options);
  return ((await answer.json()) as { id: string }).id;
}

test("a logo is served as a PNG of its own, to be kept for ever", async ({ request }) => {
  const id = await makeSubaccount(request);
  const data = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 4"><rect width="8" height="4"/></svg>`;
  const path = `/v1/subaccounts/${id}/logo`;
  const sent = { headers: { ...headers(), "content-type": "image/svg+xml" }, data };
  const { logo_url: url } = (await (await request.put(path, sent)).json()) as { logo_url: string };
  const logo = await request.get(url);
  expect(logo.status()).toBe(200);
  expect(logo.headers()).toMatchObject({
    "content-type": "image/png",
    "cache-control": "public, max-age=31536000, immutable",
    "x-content-type-options": "nosniff",
  });
  const etag = logo.headers()["etag"] ?? "";
  const again = await request.get(url, { headers: { "if-none-match": etag } });
  expect(again.status()).toBe(304);
  for (const name of ["0".repeat(64), "..%2F..%2Fcertificates", "x.png", ""]) {
    const nothing = await request.get(`/logos/${name}.png`);
    expect(nothing.status(), name).toBe(404);
  }
});

test("no hostile logo runs, loads or says anything in the browser", async ({ page, request }) => {
  test.setTimeout(300_000);
  const canary = await startCanary();
  const id = await makeSubaccount(request);
  const heard: string[] = [];
  page.on("dialog", (dialog) => {
    heard.push(`a dialog: ${dialog.message()}`);
    return dialog.dismiss();
  });
  page.on("pageerror", (error) => heard.push(error.message));
  const asked: string[] = [];
  page.on("request", (it) => asked.push(it.url()));
  const urls = new Set<string>();
  // Of those that become pictures each eighth (all of them are drawn and looked through without a
  // browser elsewhere), and one refused of each kind: those never get here.
  const images = await hostileImages(canary);
  const drawn = images.filter(({ outcome }, at) => outcome === "drawn" && at % 8 === 0);
  const refused = new Map(
    images
      .filter((it) => it.outcome === "refused" && it.bytes.length <= MAX_LOGO_BYTES)
      .map((it) => [it.contentType, it]),
  );
  for (const { name, contentType, bytes, outcome } of [...drawn, ...refused.values()]) {
    const sent = { headers: { ...headers(), "content-type": contentType }, data: bytes };
    const answer = await request.put(`/v1/subaccounts/${id}/logo`, sent);
    const body = (await answer.json()) as { logo_url?: string; errors?: { body?: string[] } };
    expect([answer.status(), body.errors?.body?.length], name).toEqual(
      outcome === "drawn" ? [200, undefined] : [400, 1],
    );
    if (body.logo_url) urls.add(body.logo_url);
  }
  expect(urls.size).toBeGreaterThan(5);
  for (const url of urls) {
    // Opened as a page of its own, where a script of it would run.
    const answer = await page.goto(url);
    expect(answer?.headers()["content-type"]).toBe("image/png");
  }
  expect(heard).toEqual([]);
  expect(asked.filter((url) => !urls.has(url) && !url.endsWith("/favicon.ico"))).toEqual([]);
  expect(canary.hits).toEqual([]);
  await canary.close();
});
