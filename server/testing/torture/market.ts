// A market to trade in: a realistic portfolio, a small one, and lots that arrive by import.
import { randomInt, randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { importFile } from "#testing/factories";

const PROJECTS_PER_CATEGORY = 2;
const FRACTIONS = [0.35, 0.35, 0.2, 0.1];
const MODE = "test";
const IMPORT_TRIES = 20;

export interface Market {
  /** One with four categories and eight projects, and one with a single project. */
  portfolioIds: [string, string];
  /** Imports lots of these sizes, one project after the other. Returns the kg imported. */
  writeLots(tonnes: number[]): Promise<number>;
  /** Imports repeated after waiting too long for the catalogue's lock. */
  importRepeats(): number;
}

function catalogueOf(tag: string) {
  const categories = FRACTIONS.map((_, index) => `cat_${tag}_${index}`);
  const projectIds = categories.flatMap((_, category) =>
    Array.from({ length: PROJECTS_PER_CATEGORY }, (__, n) => `prj_${tag}_${category}${n}`),
  );
  const category = (id: string, members: string[]) => ({
    id,
    name: id,
    api_price_per_kg_usd_cents: 2,
    checkout_price_per_kg_usd_cents: 3,
    projects: members.map((project_id, index) => ({ project_id, weight: index + 1 })),
  });
  const portfolio = (id: string, shares: [string, number][]) => ({
    id,
    name: id,
    category_allocations: shares.map(([category_id, allocated_fraction]) => ({
      category_id,
      allocated_fraction,
    })),
  });
  const lone = `prj_${tag}_lone`;
  const wide = categories.map((id, index): [string, number] => [id, FRACTIONS[index] ?? 0]);
  return {
    projectIds: [...projectIds, lone],
    portfolioIds: [`pf_${tag}_wide`, `pf_${tag}_thin`] as [string, string],
    file: {
      mode: MODE,
      projects: [...projectIds, lone].map((id) => ({ id, name: id })),
      project_categories: [
        ...categories.map((id, index) => {
          const first = index * PROJECTS_PER_CATEGORY;
          return category(id, projectIds.slice(first, first + PROJECTS_PER_CATEGORY));
        }),
        category(`cat_${tag}_lone`, [lone]),
      ],
      portfolios: [
        portfolio(`pf_${tag}_wide`, wide),
        portfolio(`pf_${tag}_thin`, [[`cat_${tag}_lone`, 1]]),
      ],
    },
  };
}

/** Repeats an import that a long batch makes time out. */
async function importWithRetries(file: unknown, onRepeat: () => void): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      await importFile(file);
      return;
    } catch (error) {
      if (tries === IMPORT_TRIES) throw error;
      onRepeat();
      await sleep(randomInt(50, 250));
    }
  }
}

/** Creates the catalogue, without stock. */
export async function openMarket(): Promise<Market> {
  const tag = randomUUID().slice(0, 8);
  const { file, projectIds, portfolioIds } = catalogueOf(tag);
  await importFile(file);
  // A unique block of serials in Verra's format, so that ranges are split as real ones are.
  const block = randomInt(10_000, 99_999_999);
  let nextSerial = 1;
  let lotCount = 0;
  let repeats = 0;
  return {
    portfolioIds,
    async writeLots(tonnes) {
      const lots = tonnes.map((quantity) => {
        const [first, last] = [nextSerial, nextSerial + quantity - 1];
        nextSerial += quantity;
        lotCount += 1;
        const year = randomInt(2016, 2024);
        return {
          id: `lot_${tag}_${lotCount}`,
          project_id: projectIds[lotCount % projectIds.length],
          vintage_year: year,
          quantity_kg: quantity * 1000,
          serial_number_range:
            `${block}-${first}-${last}-VCS-VCU-1507-VER-ET-14-1340-` + `0101${year}-3112${year}-1`,
          retirement_url: null,
        };
      });
      await importWithRetries({ mode: MODE, credit_lots: lots }, () => {
        repeats += 1;
      });
      return lots.reduce((kg, lot) => kg + lot.quantity_kg, 0);
    },
    importRepeats: () => repeats,
  };
}
