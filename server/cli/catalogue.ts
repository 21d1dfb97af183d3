// `till catalogue`: the operator's catalogue file.
import type { Command } from "commander";
import { type CatalogueImport, importCatalogueFile } from "#domain/registries";
import { type Answer, format, type JsonOption, readText, runInTransaction } from "./command";

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
    throw new Error(`${file} is not JSON: ${reason}`, { cause: error });
  }
}

function toAnswer({ mode, counts, changed, defaultPortfolioChanged }: CatalogueImport): Answer {
  const lists = Object.keys(names) as (keyof typeof names)[];
  const lines = lists.map((list) => {
    const { created, updated, unchanged } = counts[list];
    const parts = [`${format(created)} created`, `${format(updated)} updated`];
    return `  ${names[list]}: ${parts.join(", ")}, ${format(unchanged)} unchanged`;
  });
  const done = changed
    ? `Imported into the ${mode} catalogue:`
    : `Nothing changed in the ${mode} catalogue:`;
  if (defaultPortfolioChanged) lines.push("  default portfolio: changed");
  const rest = { default_portfolio_changed: defaultPortfolioChanged, ...counts };
  return { lines: [done, ...lines], document: { mode, changed, ...rest } };
}

/** Adds `catalogue import`. */
export function addCatalogueCommands(program: Command): void {
  const catalogue = program.command("catalogue").description("projects, categories and portfolios");
  catalogue
    .command("import")
    .description("import a catalogue file (JSON): all of it, or nothing and a list of its errors")
    .argument("<file>", "the catalogue file")
    .option("--json", "answer with one JSON document")
    .action((file: string, options: JsonOption) =>
      runInTransaction(options, async (ctx) =>
        toAnswer(await importCatalogueFile(ctx, parseJson(file, await readText(file)))),
      ),
    );
}
