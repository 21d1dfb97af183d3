// Texts of the catalogue in the reader's language.
import { expect } from "playwright/test";
import { test } from "./checked-test";
import { headers, retired } from "./demo-account";

test("a German customer sees German names at checkout and on the certificate", async ({
  page,
  request,
}) => {
  const data = {
    ...{ amount_kg: 25, portfolio_id: "pf_sandbox_balanced" },
    ...{ success_url: "https://shop.example/thanks", cancel_url: "https://shop.example/" },
  };
  const created = await request.post("/v1/checkout/sessions", { headers: headers(), data });
  const session = await created.json();
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.goto(`/checkout/${session.id}?lang=de`);
  await expect(page.getByRole("heading", { name: "Ausgewogenes Portfolio" })).toBeVisible();
  await expect(page.getByText("Wälder und Feuchtgebiete")).toBeVisible();
  const subaccount = await retired(request, "Deutsche Leser", 2500);
  await page.goto(`/impact/${subaccount}?lang=de`);
  await expect(page.getByRole("link", { name: "Hochland-Aufforstung Cloudline" })).toBeVisible();
  await page.goto(`/impact/${subaccount}?lang=fr`);
  await expect(page.getByText("Reboisement des hautes terres de Cloudline").first()).toBeVisible();
});
