import { expect } from "playwright/test";
import { test } from "./checked-test";
import { headers, impactOf, retired } from "./demo-account";
import { overflow, watch } from "./watch";

test("a logo comes from the page's own host; without a logo the first letter is shown", async ({
  page,
  request,
  baseURL,
}) => {
  const id = await retired(request, "Lighthouse", 40);
  await page.goto(`/impact/${id}`);
  await expect(page.locator("header img")).toHaveCount(0);
  await expect(page.locator("header").getByText("L", { exact: true })).toBeVisible();
  const data = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 80 40"><circle cx="20" cy="20" r="18" fill="#c33"/><rect x="44" y="6" width="32" height="28" fill="#247"/></svg>`;
  const sent = { headers: { ...headers(), "content-type": "image/svg+xml" }, data };
  expect((await request.put(`/v1/subaccounts/${id}/logo`, sent)).status()).toBe(200);
  const problems = watch(page, baseURL);
  await page.goto(`/impact/${id}`);
  const logo = page.locator("header img");
  await expect(logo).toHaveAttribute("src", /^\/logos\//);
  expect(await logo.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0);
  expect(problems).toEqual([]);
});

test("the account's page includes its subaccounts' retirements", async ({ page, request }) => {
  await retired(request, "Part", 100);
  const config = await request.get("/v1/impact/hosted-page-config", { headers: headers() });
  const { url } = (await config.json()) as { url: string };
  await page.goto(new URL(url).pathname);
  await expect(page.getByRole("heading", { level: 1 })).toContainText("of CO2e retired");
  const { name } = await impactOf(request);
  await expect(page.locator("header").getByText(name, { exact: true })).toBeVisible();
  await expect(page.locator('link[rel="canonical"]')).toHaveAttribute("href", url);
  await expect(page.locator('meta[property="og:title"]')).toHaveAttribute(
    "content",
    / retired( for customers and partners)?$/,
  );
});

test("hostile names are rendered as text, within 320 px", async ({ page, request, baseURL }) => {
  const attack = `</script><script>document.title="taken"</script><img src=x onerror=alert(1)>`;
  const problems = watch(page, baseURL);
  page.on("dialog", (dialog) => problems.push(dialog.message()));
  await page.setViewportSize({ width: 320, height: 800 });
  const names = [attack, "W".repeat(512), "\u202Eمرحبا \u{1F333} 地球"];
  const ids = await Promise.all(names.map((name) => retired(request, name, 12)));
  for (const [at, name] of names.entries()) {
    const id = ids[at];
    await page.goto(`/impact/${id}`);
    await expect(page.getByRole("heading", { level: 1 })).toContainText(name);
    await expect(page).toHaveTitle(/^Test: /);
    const structured = await page.locator('script[type="application/ld+json"]').textContent();
    expect(JSON.parse(structured ?? "")).toMatchObject({ about: { name } });
    expect(await overflow(page)).toBe(0);
  }
  expect(problems).toEqual([]);
});

test("nothing moves on the page with reduced motion", async ({ page, request }) => {
  const id = await retired(request, "At Rest", 9);
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.goto(`/impact/${id}`);
  await page.getByText("Embed on your website").click();
  await page.getByRole("button", { name: "Copy Badge" }).hover();
  expect(await page.evaluate(() => document.getAnimations().length)).toBe(0);
  const moving = await page.evaluate(
    () =>
      [...document.querySelectorAll("*")].filter((element) => {
        const { animationName, transitionDuration } = getComputedStyle(element);
        return animationName !== "none" || Number.parseFloat(transitionDuration) > 0;
      }).length,
  );
  expect(moving).toBe(0);
});
