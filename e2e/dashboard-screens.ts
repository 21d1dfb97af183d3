import { type Browser, expect, type Page } from "playwright/test";
import { base, insidePage, operatorBase, type Who } from "./insider";
import { overflow, violationsOf, watch } from "./watch";

interface Screen {
  path: string;
  /** Text of the first heading. */
  heading: string | RegExp;
  /** Buttons and links to forms that change something: visible to an admin, hidden from a viewer. */
  changes?: readonly string[];
  /** Days, months or a year can be chosen: their zone is named next to them. */
  hasPeriod?: true;
}

export const screens: readonly Screen[] = [
  { path: base, heading: "Demo Company" },
  { path: `${base}/orders`, heading: "Orders", hasPeriod: true },
  { path: `${base}/reports`, heading: "Reports", hasPeriod: true },
  { path: `${base}/reports?show=disclosure`, heading: "Reports", hasPeriod: true },
  { path: `${base}/reports?show=statement`, heading: "Reports", hasPeriod: true },
  { path: `${base}/reports?show=subaccount`, heading: "Reports" },
  { path: `${base}/billing`, heading: "Billing", changes: ["Add profile"] },
  { path: `${base}/checkout`, heading: "Checkout" },
  { path: `${base}/checkout?show=payments`, heading: "Checkout" },
  {
    path: `${base}/checkout?show=links`,
    heading: "Checkout",
    changes: ["New payment link"],
  },
  { path: `${base}/checkout?show=reservations`, heading: "Checkout" },
  { path: `${base}/subaccounts`, heading: "Subaccounts", changes: ["New subaccount"] },
  { path: `${base}/portfolios`, heading: "Portfolios" },
  {
    path: `${base}/portfolios/pf_sandbox_nature`,
    heading: "Nature portfolio",
    changes: ["Make default"],
  },
  { path: `${base}/portfolios?new=1`, heading: "Portfolios" },
  { path: `${base}/orders?new=1`, heading: "Orders" },
  {
    path: `${base}/settings`,
    heading: "Settings",
    changes: ["Save name", "Choose logo", "Save details"],
  },
  { path: `${base}/people`, heading: "People and keys", changes: ["New API key"] },
  {
    path: `${base}/webhooks`,
    heading: "Webhooks",
    changes: ["Send test event", "Resend failed events", "Rotate secret", "Add endpoint"],
  },
  { path: `${base}/impact`, heading: "Impact page", changes: ["Publish page"] },
  { path: `${base}/people?show=audit`, heading: "People and keys" },
  { path: "/admin/me", heading: /./ },
];

export const operatorScreens: readonly Screen[] = [
  { path: operatorBase, heading: "Overview" },
  { path: `${operatorBase}/waiting`, heading: "Waiting orders" },
  { path: `${operatorBase}/retirements`, heading: "Retirements to make" },
  { path: `${operatorBase}/retirements?show=waiting`, heading: "Retirements to make" },
  { path: `${operatorBase}/retirements?show=evidence`, heading: "Evidence to decide" },
  {
    path: `${operatorBase}/retirements?show=recorded`,
    heading: "Registry retirements",
    changes: ["Record by hand", "Compare with a registry"],
  },
  { path: `${operatorBase}/stock`, heading: "Stock" },
  { path: `${operatorBase}/stock?show=lots`, heading: "Credit lots" },
  { path: `${operatorBase}/import`, heading: "Import", changes: ["Preview import"] },
  { path: `${operatorBase}/money?show=billing`, heading: "Billing", changes: ["Set issuer"] },
  { path: `${operatorBase}/money`, heading: "Payments" },
  { path: `${operatorBase}/money?show=months`, heading: "Months", hasPeriod: true },
  { path: `${operatorBase}/accounts`, heading: "Accounts", changes: ["New account"] },
  { path: `${operatorBase}/catalogue`, heading: "Projects" },
  { path: `${operatorBase}/catalogue/projects/prj_sandbox_salt_heron_mangroves`, heading: /./ },
  {
    path: `${operatorBase}/catalogue/projects/prj_sandbox_salt_heron_mangroves?show=sale`,
    heading: /^Put .* on sale$/,
    changes: ["Put on sale"],
  },
  { path: `${operatorBase}/catalogue?show=categories`, heading: "Categories" },
  {
    path: `${operatorBase}/catalogue/categories/cat_sandbox_biochar`,
    heading: /./,
    changes: ["Save prices"],
  },
  {
    path: `${operatorBase}/catalogue/categories/cat_sandbox_biochar?show=edit`,
    heading: /^Edit /,
    changes: ["Save category"],
  },
  { path: `${operatorBase}/catalogue?show=portfolios`, heading: "Portfolios" },
  {
    path: `${operatorBase}/catalogue/portfolios/pf_sandbox_balanced`,
    heading: /./,
    changes: ["Save prices"],
  },
  {
    path: `${operatorBase}/catalogue/portfolios/pf_sandbox_balanced?show=edit`,
    heading: /^Edit /,
    changes: ["Save portfolio"],
  },
  { path: `${operatorBase}/catalogue?show=factors`, heading: "Emission factors" },
  { path: `${operatorBase}/system`, heading: "System", changes: ["Start check"] },
  { path: `${operatorBase}/system?show=security`, heading: "Security" },
];

/** A phone in dark mode, a desktop in light mode. */
const views = [
  { width: 375, colorScheme: "dark" },
  { width: 1280, colorScheme: "light" },
] as const;

async function walk(page: Page, who: Who, walked: readonly Screen[]): Promise<void> {
  for (const [index, { path, heading, changes = [], hasPeriod }] of walked.entries()) {
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1, name: heading })).toBeVisible();
    await expect(page.getByRole("status", { name: "Loading" })).toHaveCount(0);
    await expect(page).toHaveTitle(/^\S.* · Carbon Till dashboard$/);
    if (hasPeriod) await expect(page.getByText("UTC", { exact: true }).first()).toBeVisible();
    for (const name of changes) {
      const link = page.getByRole("link", { name, exact: true });
      const button = page.getByRole("button", { name, exact: true }).or(link);
      await expect(button).toHaveCount(who === "viewer" ? 0 : 1);
    }
    for (const [turn, { width, colorScheme }] of views.entries()) {
      await page.setViewportSize({ width, height: 800 });
      await expect.poll(() => overflow(page), `${path} at ${width} px`).toBe(0);
      // A viewer sees a subset, and screens are alike enough to scan each in one view.
      if (who === "viewer" || index % 2 !== turn) continue;
      await page.emulateMedia({ colorScheme });
      expect([path, width, await violationsOf(page)]).toEqual([path, width, []]);
    }
  }
}

interface Walk {
  browser: Browser;
  baseURL: string | undefined;
  who: Who;
  walked: readonly Screen[];
}

/** Opens each screen as this person, and expects it to fit, to be accessible and to load nothing else. */
export async function walkScreens({ browser, baseURL, who, walked }: Walk): Promise<void> {
  const page = await insidePage(browser, { who });
  const problems = watch(page, baseURL);
  await walk(page, who, walked);
  expect(problems).toEqual([]);
  await page.context().close();
}
