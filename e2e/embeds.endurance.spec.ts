// The badge, card and preview image of an impact page, as other sites embed them.
import { expect } from "playwright/test";
import { httpServer } from "#testing/local-server";
import { test } from "./checked-test";
import { configure, headers, makeSubaccount, retired } from "./demo-account";
import { overflow, violationsOf, watch } from "./watch";

const EMBEDS = ["badge.svg", "card", "picture.png"];

test("a badge and a card show a retirement within a minute, with a new ETag", async ({
  request,
}) => {
  const id = await retired(request, "Fresh", 100);
  const embeds = ["badge.svg?lang=de", "card"].map((it) => `/impact/${id}/${it}`);
  const before = await Promise.all(embeds.map((path) => request.get(path)));
  for (const [index, response] of before.entries()) {
    expect(await response.text()).toContain("100 kg");
    const { etag = "", "cache-control": control = "", ...others } = response.headers();
    const [, fresh, stale] =
      /^public, max-age=(\d+), stale-while-revalidate=(\d+)$/.exec(control) ?? [];
    expect(Number(fresh) + Number(stale)).toBeLessThan(60);
    expect(others).toMatchObject({ "access-control-allow-origin": "*" });
    const again = await request.get(embeds[index] ?? "", { headers: { "if-none-match": etag } });
    expect([again.status(), again.headers()["etag"]]).toEqual([304, etag]);
  }
  const data = { amount_kg: 50 };
  const placed = await request.post("/v1/orders", { headers: headers(id), data });
  expect(placed.status()).toBe(201);
  for (const [index, path] of embeds.entries()) {
    const etag = before[index]?.headers()["etag"] ?? "";
    const options = { headers: { "if-none-match": etag } };
    const poll = expect.poll(async () => (await request.get(path, options)).text());
    await poll.toContain("150 kg");
    expect((await request.get(path)).headers()["etag"]).not.toBe(etag);
  }
});

test("a badge is an image on any site that runs and loads nothing", async ({ page, request }) => {
  const id = await retired(request, "Pictured", 4_321);
  const { origin } = new URL(test.info().project.use.baseURL ?? "");
  const site = await httpServer((_req, res) => {
    res.setHeader("content-type", "text/html");
    res.end(`<img src="${origin}/impact/${id}/badge.svg" alt="Badge">`);
  });
  await page.goto(site.origin);
  const { width, height } = await page.getByAltText("Badge").evaluate((img: HTMLImageElement) => ({
    width: img.naturalWidth,
    height: img.naturalHeight,
  }));
  expect([width > 150, height]).toEqual([true, 48]);
  site.close();
  const response = await page.goto(`/impact/${id}/badge.svg?theme=dark`);
  expect(response?.headers()).toMatchObject({
    "content-type": "image/svg+xml",
    "content-security-policy": expect.stringMatching(/^default-src 'none'; style-src 'sha256-/),
  });
});

test("any site may frame a card but not the page, and the card links there in a new tab", async ({
  page,
  context,
  request,
}) => {
  const id = await retired(request, "Framed", 1_500);
  const { origin } = new URL(test.info().project.use.baseURL ?? "");
  const site = await httpServer((_req, res) => {
    res.setHeader("content-type", "text/html");
    res.end(
      `<iframe src="${origin}/impact/${id}/card" width="240" height="260"></iframe>` +
        `<iframe src="${origin}/impact/${id}" name="page"></iframe>`,
    );
  });
  await page.goto(site.origin);
  const card = page.frameLocator("iframe").first();
  await expect(card.getByText("1.5 t")).toBeVisible();
  await expect(page.frameLocator("iframe[name=page]").getByText("1.5 t")).toHaveCount(0);
  const opened = context.waitForEvent("page");
  await card.getByText("View credits").click();
  const tab = await opened;
  await expect(tab.getByRole("heading", { level: 1 })).toContainText("1.5 t of CO2e retired");
  expect(await tab.evaluate(() => window.opener)).toBeNull();
  site.close();
  const sent = (await request.get(`/impact/${id}/card`)).headers();
  expect(sent["content-security-policy"]).toMatch(/frame-ancestors \*$/);
  expect(sent).not.toHaveProperty("x-frame-options");
  const whole = await request.get(`/impact/${id}`);
  expect(whole.headers()["content-security-policy"]).toContain("frame-ancestors 'none'");
});

for (const colorScheme of ["light", "dark"] as const) {
  test(`a card in ${colorScheme} fits 240 px in every language and is accessible`, async ({
    page,
    request,
    baseURL,
  }) => {
    const id = await retired(request, "The Narrow and Rather Long Named Company", 98_765);
    const problems = watch(page, baseURL);
    await page.emulateMedia({ colorScheme });
    for (const width of [240, 320, 600]) {
      await page.setViewportSize({ width, height: 280 });
      for (const lang of ["en", "de", "fr", "es"]) {
        await page.goto(`/impact/${id}/card?lang=${lang}`);
        const at = `${width} ${lang}`;
        expect([at, await overflow(page)]).toEqual([at, 0]);
      }
    }
    expect(await violationsOf(page)).toEqual([]);
    expect(problems).toEqual([]);
  });
}

test("a disabled or unknown page has no badge, card or image", async ({ request }) => {
  const id = await retired(request, "Gone", 5);
  await configure(request, id, { enabled: false, enabled_equivalents: [] });
  const slugs = [
    id,
    "no-such-account",
    "sub_00000000000000000000000000",
    "%00",
    "..%2fv1",
    "a%22%3E",
  ];
  for (const slug of slugs) {
    for (const embed of EMBEDS) {
      const response = await request.get(`/impact/${slug}/${embed}`);
      expect([slug, embed, response.status()]).toEqual([slug, embed, 404]);
      expect(await response.text()).not.toContain("Gone");
    }
  }
  expect((await request.get(`/impact/${id}/something-else`)).status()).toBe(404);
  await configure(request, id, { enabled: true, enabled_equivalents: [] });
  for (const embed of EMBEDS) {
    expect((await request.get(`/impact/${id}/${embed}`)).status()).toBe(200);
  }
});

test("hostile names are rendered as text in everything that other sites embed", async ({
  page,
  request,
  baseURL,
}) => {
  const attack = `</title></style><script>document.title="taken"</script><img src=x onerror=alert(1)>`;
  const problems = watch(page, baseURL);
  page.on("dialog", (dialog) => problems.push(dialog.message()));
  await page.setViewportSize({ width: 240, height: 280 });
  for (const name of [attack, "W".repeat(512), "\u202Eمرحبا \u{1F333} 地球"]) {
    const id = await retired(request, name, 12);
    const displayName = name.replaceAll("\u202E", "");
    await page.goto(`/impact/${id}/card`);
    await expect(page.locator(".name")).toHaveText(displayName);
    expect(await overflow(page)).toBe(0);
    const svg = await (await request.get(`/impact/${id}/badge.svg`)).text();
    await page.goto("about:blank");
    const drawn = await page.evaluate((xml) => {
      const badge = new DOMParser().parseFromString(xml, "image/svg+xml");
      const names = new Set([...badge.querySelectorAll("*")].map(({ tagName }) => tagName));
      return { names: [...names].sort(), title: badge.querySelector("title")?.textContent };
    }, svg);
    expect(drawn.names).toEqual(["g", "path", "rect", "style", "svg", "title"]);
    expect(drawn.title).toBe(
      `Test data: no real credits were retired. 12 kg of CO₂e retired for ${displayName}`,
    );
    const picture = await request.get(`/impact/${id}/picture.png`);
    expect([picture.status(), picture.headers()["content-type"]]).toEqual([200, "image/png"]);
    await page.goto(`/impact/${id}`);
    await page.getByText("Embed on your website").click();
    const code = await page.getByText("<iframe").textContent();
    expect(await overflow(page)).toBe(0);
    await page.goto("about:blank");
    const parsed = await page.evaluate((html) => {
      const all = new DOMParser()
        .parseFromString(html ?? "", "text/html")
        .querySelectorAll("body *");
      return [...all].map((it) => [it.tagName, it.getAttribute("title")]);
    }, code);
    expect(parsed).toEqual([["IFRAME", `Climate impact of ${displayName}`]]);
  }
  expect(problems).toEqual([]);
});

test("before the first retirement, badge, card and image have their own text", async ({
  request,
}) => {
  const id = await makeSubaccount(request, "Only Started");
  const text = async (embed: string) => (await request.get(`/impact/${id}/${embed}`)).text();
  expect(await text("card?lang=en")).toContain("No credits retired yet");
  expect(await text("badge.svg")).toContain("Climate impact of Only Started");
  expect((await request.get(`/impact/${id}/picture.png`)).status()).toBe(200);
});

test("the page offers the HTML of badge and card", async ({ page, context, request, baseURL }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const id = await retired(request, "Shared", 31);
  const problems = watch(page, baseURL);
  await page.goto(`/impact/${id}`);
  await page.getByText("Embed on your website").click();
  await expect(page.frameLocator("iframe").getByText("31 kg")).toBeVisible();
  const badge = page.getByAltText("Badge preview");
  await expect.poll(() => badge.evaluate((img: HTMLImageElement) => img.naturalHeight)).toBe(48);
  await page.getByRole("button", { name: "Copy Badge" }).click();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toMatch(
    /^<a href="(\S+)\/impact\/(\w+)">\s+<img src="\1\/impact\/\2\/badge\.svg" alt="Climate impact of Shared" height="48">\s+<\/a>$/,
  );
  expect(problems).toEqual([]);
  expect(await violationsOf(page)).toEqual([]);
});

test("a shared link has its own preview image", async ({ page, request }) => {
  const id = await retired(request, "Linked", 2_000);
  await page.goto(`/impact/${id}`);
  const picture = page.locator('meta[property="og:image"]');
  await expect(picture).toHaveAttribute(
    "content",
    /\/impact\/\w+\/picture\.png\?kg=2000&retired=2000$/,
  );
  await expect(page.locator('meta[name="twitter:card"]')).toHaveAttribute(
    "content",
    "summary_large_image",
  );
  const path = new URL((await picture.getAttribute("content")) ?? "").pathname;
  const response = await request.get(path);
  expect(response.headers()).toMatchObject({
    "content-type": "image/png",
    "cache-control": expect.stringMatching(/^public, max-age=60/),
  });
  const etag = response.headers()["etag"] ?? "";
  expect((await request.get(path, { headers: { "if-none-match": etag } })).status()).toBe(304);
  await page.goto(`/impact/${id}?lang=de`);
  await expect(picture).toHaveAttribute("content", /&lang=de$/);
  const german = await request.get(`${path}?lang=de`);
  expect(german.status()).toBe(200);
  expect(german.headers()["etag"]).not.toBe(etag);
});
