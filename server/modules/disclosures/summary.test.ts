import { beforeAll, describe, expect, it } from "vitest";
import { database } from "#core/db";
import { formatTonnes } from "#core/mass";
import { createSubaccount } from "#domain/catalogue";
import { getRetirementTotals } from "#domain/retirements";
import { readPdf, unspaced } from "#testing/certificates";
import { giveStatus, moveAllocations } from "#testing/evidence";
import { contextOf, importFile, makeAccount, makeStock, matchAll } from "#testing/factories";
import { expectTables } from "#testing/pdf-structure";
import { placeOrder } from "#testing/place-order";
import { renderSummaryPdf } from "./render-summary-pdf";
import { getDisclosureSummary } from "./summary";
import { summaryCsv } from "./summary-csv";
import { toSummaryView } from "./summary-view";

type Holder = Awaited<ReturnType<typeof makeAccount>>;
let holder: Holder;
let shop: { id: string };
let stock: Awaited<ReturnType<typeof makeStock>>;

async function buy(amountKg: number, subaccountId: string | null = null): Promise<string> {
  const terms = { amount_kg: amountKg, portfolio_id: stock.portfolioId, subaccountId };
  const { id } = await placeOrder(contextOf(holder.account), terms);
  await matchAll();
  await moveAllocations(id, "2025-12-31T23:59:59.999Z");
  return id;
}

const summaryOf = (year: number, subaccount_id?: string) =>
  getDisclosureSummary(contextOf(holder.account), {
    year,
    ...(subaccount_id && { subaccount_id }),
  });

// Of one project: 1,001 kg retired in 2026, 500 in 2025, 30 requested, 7 disputed, 2 unreported.
beforeAll(async () => {
  holder = await makeAccount();
  stock = await makeStock({ projects: ["a"] });
  const [project] = stock.file.projects;
  const facts = {
    country_code: "LV",
    mechanism: "removal",
    sink: "biogenic",
    verifier: "Veri Ltd",
  };
  await importFile({ mode: "test", projects: [{ ...project, ...facts }] });
  shop = await database().transaction((db) =>
    createSubaccount({ ...contextOf(holder.account), db }, { name: "Shop", logoFileKey: null }),
  );
  await giveStatus(await buy(1001, shop.id), { status: "retired", retiredOn: "2026-01-01" });
  await giveStatus(await buy(500), { status: "retired", retiredOn: "2025-12-31" });
  await giveStatus(await buy(30), { status: "requested" });
  await giveStatus(await buy(7), { status: "disputed" });
  await giveStatus(await buy(2), { status: "unreported" });
});

describe("a year's disclosure", () => {
  it("counts as retired only what the registry retired in the year", async () => {
    const rest = { disputed: 7, cancelled: 0, unreported: 2 };
    expect((await summaryOf(2026)).kg).toEqual({ retired: 1001, planned: 30, ...rest });
    expect((await summaryOf(2025)).kg).toEqual({ retired: 500, planned: 1031, ...rest });
    expect((await summaryOf(2024)).kg).toEqual({
      retired: 0,
      planned: 0,
      disputed: 0,
      cancelled: 0,
      unreported: 0,
    });
  });

  it("covers the account, or one subaccount", async () => {
    const { kg, holder: name, seller } = await summaryOf(2026, shop.id);
    expect(kg).toEqual({ retired: 1001, planned: 0, disputed: 0, cancelled: 0, unreported: 0 });
    expect([name, seller]).toEqual(["Shop", holder.account.name]);
    const other = await makeAccount();
    const foreign = getDisclosureSummary(contextOf(other.account), { subaccount_id: shop.id });
    await expect(foreign).rejects.toMatchObject({ code: "invalid-subaccount" });
  });

  it("has the project's facts, and says what is not stated", async () => {
    const { projects, tables } = toSummaryView(await summaryOf(2026));
    expect(projects[0]?.facts).toEqual([
      { label: "Seller", value: holder.account.name },
      { label: "Registry", value: "Test Registry" },
      { label: "Project ID", value: "TST1" },
      { label: "Type", value: "Reforestation, Removal" },
      { label: "Site", value: "Nowhere, Latvia" },
      { label: "Protocol", value: null },
      { label: "Verification", value: "Veri Ltd" },
    ]);
    const shares = tables.flatMap((table) => table.shares.filter(({ kg }) => kg > 0));
    expect(shares.map(({ label, share }) => `${label} ${share}`)).toEqual([
      "Removal projects 100.0%",
      "Biogenic sinks 100.0%",
      "Test Registry 100.0%",
      "Not stated 100.0%",
      "Projects in the EU 100.0%",
      "Not stated 100.0%",
    ]);
  });

  it("has the same figures as PDF and as CSV", async () => {
    const summary = await summaryOf(2026);
    const view = toSummaryView(summary);
    const bytes = await renderSummaryPdf(view);
    const { text, info } = await readPdf(bytes);
    expect(view.notes.retired).toContain("in UTC");
    expect(text).toContain(unspaced(view.notes.retired));
    await expectTables(bytes);
    for (const { title, kg } of view.totals) {
      expect(text).toContain(unspaced(title + formatTonnes(kg)));
    }
    for (const { title, shares } of view.tables) {
      expect(text).toContain(unspaced(title));
      for (const { label, kg, share } of shares) {
        expect(text).toContain(unspaced(label + formatTonnes(kg) + share));
      }
    }
    for (const { label, value } of view.projects.flatMap(({ facts }) => facts)) {
      expect(text).toContain(unspaced(label + (value ?? "Not stated")));
    }
    expect(info["Title"]).toBe(`Test: Carbon credit disclosure 2026: ${holder.account.name}`);
    const { head, rows } = summaryCsv(summary);
    const cells = rows.map((row) => Object.fromEntries(head.map((name, at) => [name, row[at]])));
    const retired = { item: "Retired in 2026", kg: 1001, tonnes: "1.001" };
    expect(cells).toContainEqual(expect.objectContaining({ table: "Total", ...retired }));
    expect(cells).toContainEqual(
      expect.objectContaining({ table: "California AB 1305", ...retired, protocol: "Not stated" }),
    );
  });
});

describe("totals of retirements", () => {
  it("sum what the list has, by status, and name the account's registries", async () => {
    const ctx = contextOf(holder.account);
    const all = {
      pending: 0,
      requested: 30,
      retired: 1501,
      disputed: 7,
      cancelled: 0,
      unreported: 2,
    };
    const none = Object.fromEntries(Object.keys(all).map((status) => [status, 0]));
    const registries = [{ key: "test-registry", name: "Test Registry" }];
    expect(await getRetirementTotals(ctx, {})).toEqual({ kg: all, registries });
    const { kg } = await getRetirementTotals(ctx, { subaccount_id: shop.id });
    expect(kg).toEqual({ ...none, retired: 1001 });
    const other = await getRetirementTotals(ctx, { registry: "verra" });
    expect(other.kg).toEqual(none);
    expect(other.registries).toEqual(registries);
  });
});
