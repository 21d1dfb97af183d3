import { expect } from "playwright/test";
import { test } from "./checked-test";
import { configure, headers, impactOf, makeSubaccount, retired } from "./demo-account";
import { overflow, watch } from "./watch";

function unspaced(text: string): string {
  return text.replace(/\s+/g, "");
}

function mass(kg: number): string {
  const tonnes = kg >= 1000;
  const number = (tonnes ? kg / 1000 : kg).toLocaleString("en-US", { maximumFractionDigits: 3 });
  return `${number} ${tonnes ? "t" : "kg"}`;
}

test("every figure is the API's, and the months add up to the total", async ({ page, request }) => {
  const id = await retired(request, "Figures & Sons", 4_321);
  const data = await impactOf(request, id);
  await page.goto(`/impact/${id}`);
  await expect(page).toHaveTitle(/^Test: Figures & Sons: 4\.321 t of CO₂e retired/);
  await expect(page.getByRole("heading", { level: 1 })).toContainText("4.321 t of CO2e retired");
  await expect(page.getByText("Test data: no real credits were retired")).toBeVisible();

  const pageText = unspaced((await page.locator("main").textContent()) ?? "");
  const figures = data.categories.flatMap(({ category, offset_kgs, projects }) => [
    category.name + mass(offset_kgs),
    ...projects.flatMap(({ project, offset_kgs: kg, vintages }) => [
      project.name + mass(kg),
      `Vintages${vintages.replaceAll("-", "–")}Registry${project.registry_name}${project.registry_id}`,
      `Location${project.location_name}`,
    ]),
  ]);
  expect(figures.length).toBeGreaterThan(10);
  const { cars_off_the_road, trees_planted, homes_annual_energy_usage, flights_lax_to_nyc } =
    data.equivalents;
  const equivalents = [
    `${cars_off_the_road}gasolinecar`,
    `${homes_annual_energy_usage}UShome`,
    `${flights_lax_to_nyc}passenger`,
    `${trees_planted}treeseedling`,
  ];
  for (const figure of [...figures, ...equivalents]) expect(pageText).toContain(unspaced(figure));

  for (const width of [320, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    expect(await overflow(page), `at ${width} px`).toBe(0);
  }
  await page.getByText("Show data as a table").click();
  await expect(page.getByRole("row").filter({ hasText: "4.321 t" })).toHaveCount(1);
  const structured = await page.locator('script[type="application/ld+json"]').textContent();
  expect(JSON.parse(structured ?? "")).toMatchObject({
    about: { name: "Figures & Sons" },
    mainEntity: [
      { value: 4_321, unitCode: "KGM", name: expect.stringContaining("retired at registries") },
      { value: 0, name: expect.stringContaining("pending") },
    ],
  });
});

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
  await expect(page.locator('meta[property="og:title"]')).toHaveAttribute("content", /retired$/);
});

test("a page follows its settings, and is a 404 while disabled", async ({ page, request }) => {
  const id = await retired(request, "Chosen", 500);
  const url = await configure(request, id, { enabled: true, enabled_equivalents: ["trees"] });
  const path = new URL(url).pathname;
  await page.goto(path);
  await expect(page.getByText("8.3 tree seedlings grown for 10 years")).toBeVisible();
  await expect(page.getByText("gasoline car")).toHaveCount(0);
  await configure(request, id, { enabled: true, enabled_equivalents: [] });
  await page.goto(path);
  await expect(page.getByText("Equivalent to")).toHaveCount(0);
  await configure(request, id, { enabled: false, enabled_equivalents: ["trees"] });
  expect((await page.goto(path))?.status()).toBe(404);
  await expect(page.getByText("Page not found")).toBeVisible();
  await expect(page.getByText("Chosen")).toHaveCount(0);
});

test("an unknown account has no page", async ({ request }) => {
  for (const slug of ["nobody", "sub_00000000000000000000000000", "%00", "..%2fv1"]) {
    const status = (await request.get(`/impact/${slug}`)).status();
    expect(status, slug).toBe(404);
  }
});

test("a page without retirements has its own text", async ({ page, request, baseURL }) => {
  const id = await makeSubaccount(request, "Only Begun");
  const problems = watch(page, baseURL);
  expect((await page.goto(`/impact/${id}`))?.status()).toBe(200);
  await expect(page.getByRole("heading", { level: 1 })).toContainText("No credits retired yet");
  await expect(page.getByRole("heading", { name: "What this page will show" })).toBeVisible();
  await expect(page.getByText("Month by month")).toHaveCount(0);
  await expect(page.getByRole("img", { name: "World map" })).toHaveCount(0);
  expect(problems).toEqual([]);
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

test("a page has exactly the chosen sections", async ({ page, request }) => {
  const id = await retired(request, "Some Sections", 77);
  const chosen = { enabled: true, enabled_equivalents: ["trees"], sections: ["map", "timeline"] };
  const { pathname } = new URL(await configure(request, id, chosen));
  await page.goto(pathname);
  await expect(page.getByRole("img", { name: "World map" })).toBeVisible();
  await expect(page.getByRole("heading", { name: "Month by month" })).toBeVisible();
  const name = page.getByRole("listitem").filter({ hasText: "Cloudline Highland Reforestation" });
  await expect(name).toBeVisible();
  await expect(page.getByRole("link", { name: "Cloudline" })).toHaveCount(0);
  for (const hidden of ["Equivalent to", "Retired credits"]) {
    await expect(page.getByRole("heading", { name: hidden })).toHaveCount(0);
  }
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
