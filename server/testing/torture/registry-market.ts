// Credits of Isometric for sale: issuances, and small lots that several customers share.
import { randomInt } from "node:crypto";
import { database } from "#core/db";
import { setPolicy } from "#domain/evidence";
import { importFile, systemContext } from "#testing/factories";
import type { FakeIsometric } from "#testing/torture/registry-faults";
import { catalogueFile, MODE } from "#testing/world/catalogue";

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
  const [project, category, portfolioId] = ["prj", "cat", "pf"].map(
    (kind) => `${kind}_torture_isometric`,
  ) as [string, string, string];
  const prices = { apiPrice: 20_000, checkoutPrice: 30_000 };
  await importFile(
    catalogueFile({
      project: { registry_name: "Isometric", registry_id: "prj_1TORTURE0000000" },
      categories: [{ id: category, ...prices, projects: { [project]: 1 } }],
      portfolios: { [portfolioId]: { [category]: 1 } },
      lots: lots.map(({ serials, quantityKg, isShared }, index) => ({
        id: `lot_torture_${index}`,
        project_id: project,
        vintage_year: 2020 + (index % 4),
        quantity_kg: quantityKg,
        serial_number_range: serials,
        ...(isShared && { opaque_serials: true }),
        retirement_url: null,
      })),
    }),
  );
  const policy: Parameters<typeof setPolicy>[1] = {
    ...{ mode: MODE, registry: "isometric", adapter: "isometric", timing: "after_sale" },
    ...{ retireWithinDays: 0, poolText: POOL_TEXT, organizationId: null },
  };
  await database().transaction((db) => setPolicy({ ...systemContext(), db }, policy));
  return { portfolioId };
}
