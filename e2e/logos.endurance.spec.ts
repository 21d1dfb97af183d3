import { expect } from "playwright/test";
import { hostileImages, startCanary } from "#testing/hostile-images";
import { drawSome, enduranceSeed } from "#testing/seed";
import { test } from "./checked-test";
import { headers, makeSubaccount } from "./demo-account";

/** A larger file is a 413. */
const MAX_LOGO_BYTES = 5 * 1024 * 1024;

test("no hostile logo runs scripts, loads anything or opens a dialog", async ({
  page,
  request,
}) => {
  const canary = await startCanary();
  const id = await makeSubaccount(request, "With logo");
  const problems: string[] = [];
  page.on("dialog", (dialog) => {
    problems.push(`a dialog: ${dialog.message()}`);
    return dialog.dismiss();
  });
  page.on("pageerror", (error) => problems.push(error.message));
  const requested: string[] = [];
  page.on("request", (it) => requested.push(it.url()));
  const urls = new Set<string>();
  // Some that become images, and one rejected file of each kind: hostile-images tries all of them.
  const images = await hostileImages(canary);
  const drawn = drawSome(
    images.filter(({ outcome }) => outcome === "drawn"),
    { seed: enduranceSeed(), count: 12, nameOf: ({ name }) => name },
  );
  const refused = new Map(
    images
      .filter((it) => it.outcome === "refused" && it.bytes.length <= MAX_LOGO_BYTES)
      .map((it) => [it.contentType, it]),
  );
  for (const { name, contentType, bytes, outcome } of [...drawn, ...refused.values()]) {
    const sent = { headers: { ...headers(), "content-type": contentType }, data: bytes };
    const response = await request.put(`/v1/subaccounts/${id}/logo`, sent);
    const body = (await response.json()) as { logo_url?: string; errors?: { body?: string[] } };
    expect([response.status(), body.errors?.body?.length], name).toEqual(
      outcome === "drawn" ? [200, undefined] : [400, 1],
    );
    if (body.logo_url) urls.add(body.logo_url);
  }
  expect(urls.size).toBeGreaterThan(5);
  for (const url of urls) {
    // Opened as a page, where its scripts would run.
    const response = await page.goto(url);
    expect(response?.headers()["content-type"]).toBe("image/png");
  }
  expect(problems).toEqual([]);
  expect(requested.filter((url) => !urls.has(url) && !url.endsWith("/favicon.ico"))).toEqual([]);
  expect(canary.hits).toEqual([]);
  await canary.close();
});

test("a logo is served as a PNG that is cached forever", async ({ request }) => {
  const id = await makeSubaccount(request, "With logo");
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
  const small = await request.get(url.replace(/\.png$/, "-small.png"));
  expect(small.headers()).toMatchObject({ "content-type": "image/png" });
  expect((await small.body()).length).toBeLessThan((await logo.body()).length);
  const etag = logo.headers()["etag"] ?? "";
  const again = await request.get(url, { headers: { "if-none-match": etag } });
  expect(again.status()).toBe(304);
  for (const name of ["0".repeat(64), "..%2F..%2Fcertificates", "x.png", ""]) {
    const nothing = await request.get(`/logos/${name}.png`);
    expect(nothing.status(), name).toBe(404);
  }
});
