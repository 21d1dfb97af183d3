// Sold, retired and pending after a remedy: the order was sold once, and what counts of it now is
// the same number everywhere.
import { beforeAll, describe, expect, it } from "vitest";
import { formatTonnes } from "#core/mass";
import { createSubaccount } from "#domain/catalogue";
import { monthOf } from "#domain/figures";
import { findImpactSummary } from "#domain/impact";
import { EvidenceShop } from "#testing/evidence-shop";
import { contextOf, makeAccount, makeStock, systemContext } from "#testing/factories";
import { leave, remedy } from "#testing/remedies";
import { listStatementLines } from "./lines";
import { linesCsv } from "./lines-csv";
import { toStatementResource } from "./resource";
import { getStatement } from "./statement";
import { toStatementView } from "./statement-view";

const month = monthOf(new Date());
let shop: EvidenceShop;
let other: EvidenceShop;
let subaccountId: string;
let slug: string;

/** Orders of 2,000 kg and 1,000 kg of project a, of which 2,000 are replaced by project b. */
beforeAll(async () => {
  const { account } = await makeAccount();
  ({ slug } = account);
  const ctx = contextOf(account);
  shop = new EvidenceShop(ctx, await makeStock({ tonnes: 3 }));
  ({ id: subaccountId } = await createSubaccount(ctx, { name: "Oslo" }));
  await shop.buy(2000, { subaccountId });
  await shop.buy(1000);
  const incident = await leave(shop, 1000, 3000);
  other = new EvidenceShop(ctx, await makeStock({ projects: ["b"], tonnes: 2 }));
  await remedy(incident, other.stock.portfolioId);
});

async function figuresOf(subaccount_id?: string) {
  const input = { month: month.key, ...(subaccount_id && { subaccount_id }) };
  const statement = await getStatement(shop.ctx, input);
  const resource = toStatementResource(statement);
  const view = toStatementView(statement);
  const kgOf = (title: string) => view.figures.find((figure) => figure.title === title)?.kg;
  const { groups } = resource;
  return {
    sold: resource.sold.api.amount_kg,
    retired: resource.registry_retired_kg,
    page: [kgOf("Sold, retired at registries until now"), kgOf("Sold, retirement pending")],
    groups: groups.map((group) => [
      group.amount_kg,
      group.replaced_kg,
      group.replacement_kg,
      group.registry_retired_kg,
    ]),
    price: groups.reduce((sum, group) => sum + group.price, 0),
  };
}

/** Sums of the CSV's columns, read in pages of two lines. */
async function sumsOfCsv() {
  const sums: Record<string, number> = {};
  const columns = ["amount_kg", "replaced_kg", "replacement_kg", "registry_retired_kg"];
  for (let after: string | null = ""; after !== null; ) {
    const place: object = after ? { starting_after: after } : {};
    const page = await listStatementLines(shop.ctx, { month, limit: 2, ...place });
    const { head, rows, next } = linesCsv(page);
    for (const name of columns) {
      const cells = rows.map((row) => Number(row[head.indexOf(name)] ?? 0));
      sums[name] = cells.reduce((sum, cell) => sum + cell, sums[name] ?? 0);
    }
    after = next;
  }
  return columns.map((name) => sums[name]);
}

describe("after a remedy", () => {
  it("what was sold is pending until the credits that count are retired", async () => {
    expect(await figuresOf()).toMatchObject({
      sold: 3000,
      retired: 0,
      page: [0, 3000].map(formatTonnes),
    });
    await shop.record(shop.evidence(0, 1000));
    await other.record(other.evidence(0, 1000));
    const some = await figuresOf();
    expect(some).toMatchObject({ sold: 3000, retired: 2000, page: [2000, 1000].map(formatTonnes) });
    await other.record(other.evidence(1000, 2000));
    const all = await figuresOf();
    expect(all).toMatchObject({ sold: 3000, retired: 3000, page: [3000, 0].map(formatTonnes) });
    expect(all.price).toBe(some.price);
  });

  it("the public impact and the statement agree, and groups and CSV sum to them", async () => {
    const impact = await findImpactSummary(systemContext(), slug);
    const { sold, retired, groups } = await figuresOf();
    expect([impact?.sums.kg, impact?.sums.registryRetiredKg]).toEqual([sold, retired]);
    const sums = [0, 1, 2, 3].map((at) => groups.reduce((sum, group) => sum + (group[at] ?? 0), 0));
    expect(sums).toEqual([3000, 2000, 2000, 3000]);
    expect(await sumsOfCsv()).toEqual(sums);
  });

  it("a subaccount has its part", async () => {
    expect(await figuresOf(subaccountId)).toMatchObject({
      ...{ sold: 2000, retired: 2000, page: [2000, 0].map(formatTonnes) },
      groups: [
        [2000, 1000, 0, 1000],
        [0, 0, 1000, 1000],
      ],
    });
  });
});
