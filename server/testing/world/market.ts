// A market to trade in: a realistic portfolio, a small one, and lots that arrive by import.
import { randomInt, randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { importFile } from "#testing/factories";
import { catalogueFile, MODE } from "#testing/world/catalogue";

const PROJECTS_PER_CATEGORY = 2;
const FRACTIONS = [0.35, 0.35, 0.2, 0.1];
const IMPORT_TRIES = 20;

export interface Market {
  /** One with four categories and eight projects, and one with a single project. */
  portfolioIds: [string, string];
  /** Imports lots of these sizes, one project after the other. Returns the kg imported. */
  writeLots(tonnes: number[]): Promise<number>;
  /** Imports repeated after waiting too long for the catalogue's lock. */
  importRepeats(): number;
}

/** Ids of a category's projects, with their weights. */
function projectsOf(tag: string, category: number): Record<string, number> {
  const ids = Array.from(
    { length: PROJECTS_PER_CATEGORY },
    (_, n) => [`prj_${tag}_${category}${n}`, n + 1] as const,
  );
  return Object.fromEntries(ids);
}

function catalogueOf(tag: string) {
  const price = { apiPrice: 2000, checkoutPrice: 3000 };
  const wide = FRACTIONS.map((fraction, index) => ({
    ...{ id: `cat_${tag}_${index}`, fraction },
    projects: projectsOf(tag, index),
  }));
  const lone = { id: `cat_${tag}_lone`, projects: { [`prj_${tag}_lone`]: 1 } };
  const categories = [...wide, lone];
  return {
    projectIds: categories.flatMap(({ projects }) => Object.keys(projects)),
    portfolioIds: [`pf_${tag}_wide`, `pf_${tag}_thin`] as [string, string],
    file: catalogueFile({
      categories: categories.map(({ id, projects }) => ({ id, projects, ...price })),
      portfolios: {
        [`pf_${tag}_wide`]: Object.fromEntries(wide.map(({ id, fraction }) => [id, fraction])),
        [`pf_${tag}_thin`]: { [lone.id]: 1 },
      },
    }),
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
          serial_number_range: `${block}-${first}-${last}-VCS-VCU-1507-VER-ET-14-1340-0101${year}-3112${year}-1`,
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
