// Credits of Isometric for sale: issuances, and small lots that several customers share.
import { randomInt } from "node:crypto";
import { database } from "#core/db";
import { setPolicy } from "#domain/evidence";
import { importFile, systemContext } from "#testing/factories";
import type { FakeIsometric } from "#testing/torture/registry-faults";

const MODE = "test";
export const POOL_TEXT = "customers of Northly, see northly.example/verify";

interface IssuedLot {
  serials: string;
  quantityKg: number;
  /** Sold by kg, and retired in one request. */
  isShared: boolean;
}

/** Issuance IDs look like `iss_1CSVDDHH3SBXRP6K`. */
function issuanceId(nth: number): string {
  return `iss_1T${String(nth).padStart(14, "0")}`;
}

/** Splits an amount into a few batches, as deliveries and transfers do at the registry. */
function batchesOf(quantityKg: number): number[] {
  const count = randomInt(3, 9);
  const batches = Array.from({ length: count }, () => Math.floor(quantityKg / count));
  batches[0] = (batches[0] ?? 0) + (quantityKg % count);
  return batches;
}

function drawLots(kg: number): IssuedLot[] {
  const lots: IssuedLot[] = [];
  for (let left = kg; left > 0; ) {
    const isShared = lots.length % 4 === 3;
    const quantityKg = isShared ? randomInt(500, 3000) : randomInt(20_000, 60_000);
    lots.push({ serials: issuanceId(lots.length + 1), quantityKg, isShared });
    left -= quantityKg;
  }
  return lots;
}

/** Opens a catalogue with at least so much stock, which the fake registry has issued. */
export async function openRegistryMarket(fake: FakeIsometric, kg: number) {
  const lots = drawLots(kg);
  for (const { serials, quantityKg } of lots) fake.books.issue(serials, batchesOf(quantityKg));
  await importFile({
    mode: MODE,
    projects: [
      {
        id: "prj_torture_isometric",
        name: "Enhanced weathering",
        registry_name: "Isometric",
        registry_id: "prj_1TORTURE0000000",
      },
    ],
    project_categories: [
      {
        id: "cat_torture_isometric",
        name: "Removals",
        api_price_per_kg_usd_cents: 20,
        checkout_price_per_kg_usd_cents: 30,
        projects: [{ project_id: "prj_torture_isometric", weight: 1 }],
      },
    ],
    portfolios: [
      {
        id: "pf_torture_isometric",
        name: "Removals",
        category_allocations: [{ category_id: "cat_torture_isometric", allocated_fraction: 1 }],
      },
    ],
    credit_lots: lots.map(({ serials, quantityKg, isShared }, index) => ({
      id: `lot_torture_${index}`,
      project_id: "prj_torture_isometric",
      vintage_year: 2020 + (index % 4),
      quantity_kg: quantityKg,
      serial_number_range: serials,
      ...(isShared && { opaque_serials: true }),
      retirement_url: null,
    })),
  });
  await database().transaction((db) =>
    setPolicy(
      { ...systemContext(), db },
      {
        mode: MODE,
        registry: "isometric",
        timing: "after_sale",
        retireWithinDays: 0,
        poolText: POOL_TEXT,
        adapter: "isometric",
        organizationId: null,
      },
    ),
  );
  return { portfolioId: "pf_torture_isometric", lots };
}
