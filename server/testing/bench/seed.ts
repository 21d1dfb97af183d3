// Data for measurements: a realistic catalogue, and orders by the hundred thousand.
import { randomInt, randomUUID } from "node:crypto";
import { database, type Statement } from "#core/db";
import { withClient } from "#core/db-client";
import { directUrl } from "#testing/bench/plans";
import { importFile } from "#testing/factories";

const FRACTIONS = [0.35, 0.35, 0.2, 0.1];
const VINTAGES = [2018, 2019, 2020, 2021];
const PROJECTS_PER_CATEGORY = 2;
const MODE = "test";
export const REGISTRY = "Verra";

export interface Shop {
  /** Portfolio of four categories and eight projects. */
  wideId: string;
  /** Portfolio of one category with one project. */
  narrowId: string;
  loneProjectId: string;
}

function lotsOf(projectId: string, tonnes: number, block: number, tag: string) {
  let next = 1;
  return VINTAGES.flatMap((year) =>
    [1, 2].map((half) => {
      const first = next;
      next += tonnes;
      return {
        id: `lot_${tag}_${block}_${year}_${half}`,
        project_id: projectId,
        vintage_year: year,
        quantity_kg: tonnes * 1000,
        serial_number_range:
          `${block}-${first}-${next - 1}-VCS-VCU-1507-VER-ET-14-1340-` +
          `0101${year}-3112${year}-1`,
        retirement_url: null,
      };
    }),
  );
}

/** Imports a catalogue whose projects have eight lots of this size each. */
export async function openShop(tonnes: number): Promise<Shop> {
  const tag = randomUUID().slice(0, 8);
  const categories = FRACTIONS.map((fraction, index) => ({ id: `cat_${tag}_${index}`, fraction }));
  const projects = categories.flatMap(({ id }) =>
    Array.from({ length: PROJECTS_PER_CATEGORY }, (_, n) => ({
      id: `prj_${id}_${n}`,
      categoryId: id,
      weight: n + 1,
    })),
  );
  const block = randomInt(100_000, 9_000_000);
  const portfolio = (id: string, shares: [string, number][]) => ({
    id,
    name: "Bench",
    category_allocations: shares.map(([category_id, allocated_fraction]) => ({
      category_id,
      allocated_fraction,
    })),
  });
  const lone = { id: `prj_${tag}_lone`, categoryId: `cat_${tag}_lone`, weight: 1 };
  const all = [...projects, lone];
  await importFile({
    mode: MODE,
    projects: all.map(({ id }) => ({ id, name: id, developer: "Bench", registry_name: REGISTRY })),
    project_categories: [...new Set(all.map((project) => project.categoryId))].map((id) => ({
      id,
      name: id,
      api_price_per_kg_usd_cents: 2,
      checkout_price_per_kg_usd_cents: 3,
      projects: all
        .filter((project) => project.categoryId === id)
        .map((project) => ({ project_id: project.id, weight: project.weight })),
    })),
    portfolios: [
      portfolio(
        `pf_${tag}_wide`,
        categories.map(({ id, fraction }) => [id, fraction]),
      ),
      portfolio(`pf_${tag}_narrow`, [[lone.categoryId, 1]]),
    ],
    credit_lots: all.flatMap(({ id }, index) => lotsOf(id, tonnes, block + index, tag)),
  });
  return { wideId: `pf_${tag}_wide`, narrowId: `pf_${tag}_narrow`, loneProjectId: lone.id };
}

// Ids sorted by number and older than any real one, in the form of real ones: the letter e and the
// 8 are a UUIDv7's version and variant.
const SEED: Statement = {
  name: "",
  text: `
    INSERT INTO orders (account_id, mode, id, portfolio_id, type, channel, amount_kg,
                        pricing_unit, price_per_tonne, price, currency, state,
                        created_at)
    SELECT $1, $2, 'ord_00' || $3::text || 'e008' || lpad(n::text, 12, '0'), $4, 'generic', 'api',
           1 + n * 7919 % 499, 'tonne', 2000, (1 + n * 7919 % 499) * 2, 'usd', 'placed',
           $6::timestamptz + n * interval '1 millisecond'
    FROM generate_series(1, $5::int) AS n`,
};

interface Seeds {
  accountId: string;
  portfolioId: string;
  count: number;
}

/** Id of the nth seeded order of a batch. */
export function seededId(batch: string, n: number): string {
  return `ord_00${batch}e008${String(n).padStart(12, "0")}`;
}

/** Inserts placed orders in one statement. Returns the batch for `seededId`. */
export async function seedOrders({ accountId, portfolioId, count }: Seeds): Promise<string> {
  const batch = randomInt(10_000_000, 99_999_999).toString();
  const createdAt = new Date(Date.now() - 24 * 3_600_000);
  const values = [accountId, MODE, batch, portfolioId, count, createdAt];
  await database().query(SEED, values);
  return batch;
}

let received = 0;

/**
 * Imports one more lot for the narrow portfolio's project, so that waiting orders are tried again.
 */
export async function receiveLot(shop: Shop, tonnes: number): Promise<void> {
  received += 1;
  const block = randomInt(10_000_000, 99_999_999);
  const lot = {
    id: `lot_${shop.loneProjectId}_more_${received}`,
    project_id: shop.loneProjectId,
    vintage_year: 2023,
    quantity_kg: tonnes * 1000,
    serial_number_range: `${block}-1-${tonnes}-VCS-VCU-1507-VER-ET-14-1340-01012023-31122023-1`,
    retirement_url: null,
  };
  await importFile({ mode: MODE, credit_lots: [lot] });
}

/** Vacuums and analyzes tables, as autovacuum would have by now. */
export async function settleTables(): Promise<void> {
  await withClient(directUrl(), (client) => client.query("VACUUM ANALYZE"));
}
