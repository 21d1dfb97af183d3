// `till catalogue`: imports the operator's catalogue file.
import type { Command } from "commander";
import { type CatalogueImport, importCatalogueFile } from "#domain/registries";
import {
  format,
  type JsonOption,
  jsonOption,
  type Output,
  readText,
  runInTransaction,
} from "./command";

const names = {
  projects: "projects",
  project_categories: "project categories",
  portfolios: "portfolios",
  credit_lots: "credit lots",
  emission_factors: "emission factors",
};

function parseJson(file: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`${file} is not valid JSON: ${reason}`, { cause: error });
  }
}

function toOutput({ mode, counts, changed, changes }: CatalogueImport): Output {
  const lists = Object.keys(names) as (keyof typeof names)[];
  const lines = lists.map((list) => {
    const { created, updated, unchanged } = counts[list];
    const parts = [`${format(created)} created`, `${format(updated)} updated`];
    return `  ${names[list]}: ${parts.join(", ")}, ${format(unchanged)} unchanged`;
  });
  const title = changed
    ? `Imported into the ${mode} catalogue:`
    : `No changes to the ${mode} catalogue:`;
  const { removed } = counts.credit_lots;
  const defaultPortfolioChanged = changes.defaultPortfolio !== null;
  if (removed > 0) lines.push(`  credit lots: ${format(removed)} removed from stock before`);
  if (defaultPortfolioChanged) lines.push("  default portfolio: changed");
  const rest = { default_portfolio_changed: defaultPortfolioChanged, ...counts };
  return { lines: [title, ...lines], document: { mode, changed, ...rest } };
}

interface ImportOptions extends JsonOption {
  confirmPrices?: boolean;
}

/** Adds `catalogue import`. */
export function addCatalogueCommands(program: Command): void {
  const catalogue = program
    .command("catalogue")
    .description("manage projects, categories and portfolios");
  catalogue
    .command("import")
    .description("import a catalogue file (JSON); if it has errors, lists them and imports nothing")
    .argument("<file>", "the catalogue file")
    .option("--confirm-prices", "accept prices that change by more than a factor of two")
    .addOption(jsonOption())
    .action((path: string, options: ImportOptions) =>
      runInTransaction(options, async (ctx) => {
        const input = parseJson(path, await readText(path));
        const { confirmPrices = false } = options;
        return toOutput(await importCatalogueFile(ctx, { file: input, confirmPrices }));
      }),
    );
}
