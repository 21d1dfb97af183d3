// Public pages in each language: accessible, and no wider than the screen.
import { randomUUID } from "node:crypto";
import { type APIRequestContext, expect } from "playwright/test";
import { test } from "./checked-test";
import { headers } from "./demo-account";
import { retired } from "./public-orders";
import { overflow, violationsOf } from "./watch";

const views = [
  { width: 375, colorScheme: "dark" },
  { width: 1280, colorScheme: "light" },
] as const;

const languages = ["de", "fr", "es"];
const MISSING = "/nothing-here";
const pathOf = (url: string) => new URL(url).pathname;

async function post(request: APIRequestContext, path: string, data: object) {
  const response = await request.post(`/v1${path}`, { headers: headers(), data });
  expect(response.status(), path).toBe(201);
  return (await response.json()) as Record<string, string>;
}

/** The address of one page of each kind. */
async function findPages(request: APIRequestContext): Promise<string[]> {
  const { id } = await retired(request, { amount_kg: 2345 });
  const projects = await request.get("/v1/projects", { headers: headers() });
  const [project] = ((await projects.json()) as { data: { id: string }[] }).data;
  if (!project) throw new Error("the sandbox has no project");
  const impact = await request.get("/v1/impact/hosted-page-config", { headers: headers() });
  const urls = { success_url: "https://shop.example/a", cancel_url: "https://shop.example/b" };
  const session = await post(request, "/checkout/sessions", { amount_kg: 25, ...urls });
  const link = await post(request, "/payment-links", { slug: randomUUID(), name: "Trip" });
  return [
    "/",
    MISSING,
    `/certificates/${id}`,
    `/verify?q=${id}`,
    pathOf(((await impact.json()) as { url: string }).url),
    `/projects/${project.id}`,
    "/portfolios/pf_sandbox_balanced",
    pathOf(session["checkout_url"] ?? ""),
    pathOf(link["url"] ?? ""),
  ];
}

for (const [nth, language] of languages.entries()) {
  test(`pages in ${language} are accessible and fit`, async ({ page, request }) => {
    for (const [index, path] of (await findPages(request)).entries()) {
      const response = await page.goto(`${path}${path.includes("?") ? "&" : "?"}lang=${language}`);
      expect(response?.status(), path).toBe(path === MISSING ? 404 : 200);
      expect(await page.locator("html").getAttribute("lang"), path).toBe(language);
      for (const [turn, { width, colorScheme }] of views.entries()) {
        await page.setViewportSize({ width, height: 800 });
        const place = `${path} in ${colorScheme} at ${width} px`;
        expect(await overflow(page), place).toBeLessThanOrEqual(0);
        // Languages share the layout and its colors: each page is scanned in one language and view.
        if (index % languages.length !== nth || index % views.length !== turn) continue;
        await page.emulateMedia({ colorScheme });
        expect(await violationsOf(page), place).toEqual([]);
      }
    }
  });
}
