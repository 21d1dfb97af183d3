// logos.endurance.spec.ts uploads hostile files.
import { expect } from "playwright/test";
import { test } from "./checked-test";
import { headers, makeSubaccount } from "./demo-account";

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
