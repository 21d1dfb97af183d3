import { z } from "zod";
import { type Context, type Mode, modes } from "#core/context";
import { type FieldErrors, Problem } from "#core/errors";
import { recordAudit } from "#domain/accounts";
import {
  bumpStockVersion,
  describeChange,
  duplicateFaults,
  EmissionFactorEntry,
  type Entries,
  type Fault,
  type LargePriceChange,
  type ListName,
  lockCatalogue,
  PortfolioEntry,
  ProjectCategoryEntry,
  ProjectEntry,
  planEntries,
  pricePathIn,
  type WrittenEntries,
  writeEntries,
} from "#domain/catalogue";
import {
  CreditLotEntry,
  findRetiredRanges,
  type LotCounts,
  planLots,
  writeLots,
} from "#domain/inventory";
import type { CreatedLot } from "./new-lots";

const list = z.array(z.unknown()).default([]);

/** The file as a whole; its entries are parsed one by one. */
const CatalogueFile = z.strictObject({
  mode: z.enum(modes).default("test"),
  projects: list,
  project_categories: list,
  portfolios: list,
  default_portfolio_id: z.string().nullish(),
  credit_lots: list,
  emission_factors: list,
});

export interface ReadFile extends Entries {
  mode: Mode;
  credit_lots: (CreditLotEntry | null)[];
  /** Ids of all entries, unreadable ones included. */
  ids: Record<ListName, string[]>;
  faults: Fault[];
}

/** Message for a missing value; zod's messages are used for the rest. */
const missing = {
  error: (issue: { input?: unknown }) => (issue.input === undefined ? "is required" : undefined),
};

function toFaults(error: z.ZodError, root: Fault["path"]): Fault[] {
  return error.issues.flatMap((issue) => {
    const path = [
      ...root,
      ...issue.path.map((step) => (typeof step === "number" ? step : String(step))),
    ];
    // Names each unknown key, instead of the object that contains it.
    if (issue.code !== "unrecognized_keys") return [{ path, message: issue.message }];
    return issue.keys.map((key) => ({ path: [...path, key], message: "is not a known key" }));
  });
}

function readEntries<Entry>(
  entries: unknown[],
  { schema, root, faults }: { schema: z.ZodType<Entry>; root: string; faults: Fault[] },
): (Entry | null)[] {
  return entries.map((entry, index) => {
    const read = schema.safeParse(entry, missing);
    if (read.success) return read.data;
    faults.push(...toFaults(read.error, [root, index]));
    return null;
  });
}

function idsOf(entries: unknown[]): { id: string; index: number }[] {
  return entries.flatMap((entry, index) => {
    const id = typeof entry === "object" && entry !== null && "id" in entry ? entry.id : null;
    return typeof id === "string" ? [{ id, index }] : [];
  });
}

function valueIn(file: unknown, name: string): unknown {
  return typeof file === "object" && file !== null ? Reflect.get(file, name) : undefined;
}

/** The list's items; none if it is no list, which the file's schema reports. */
function listIn(file: unknown, name: string): unknown[] {
  const value = valueIn(file, name);
  return Array.isArray(value) ? value : [];
}

/** Parses the file's entries and collects their faults. */
function readCatalogueFile(file: unknown): ReadFile {
  const faults: Fault[] = [];
  const whole = CatalogueFile.safeParse(file);
  if (!whole.success) faults.push(...toFaults(whole.error, []));
  const read = <Entry>(root: string, schema: z.ZodType<Entry>) =>
    readEntries(listIn(file, root), { schema, root, faults });
  for (const root of ["projects", "project_categories", "portfolios", "credit_lots"]) {
    const listed = idsOf(listIn(file, root)).map(({ id, index }) => ({
      path: [root, index, "id"],
      key: id,
      label: `"${id}"`,
    }));
    faults.push(...duplicateFaults(listed));
  }
  // Parsed separately: a fault elsewhere must not change what these are checked against.
  const { mode, default_portfolio_id: defaultId } = CatalogueFile.shape;
  const ids = (root: ListName) => idsOf(listIn(file, root)).map(({ id }) => id);
  return {
    mode: mode.safeParse(valueIn(file, "mode")).data ?? "test",
    projects: read("projects", ProjectEntry),
    project_categories: read("project_categories", ProjectCategoryEntry),
    portfolios: read("portfolios", PortfolioEntry),
    credit_lots: read("credit_lots", CreditLotEntry),
    emission_factors: read("emission_factors", EmissionFactorEntry),
    default_portfolio_id: defaultId.safeParse(valueIn(file, "default_portfolio_id")).data ?? null,
    ids: {
      projects: ids("projects"),
      project_categories: ids("project_categories"),
      portfolios: ids("portfolios"),
    },
    faults,
  };
}

export interface CatalogueImport extends WrittenEntries {
  mode: Mode;
  counts: WrittenEntries["counts"] & { credit_lots: LotCounts };
  created: CreatedLot[];
  /** False if the file was imported before. */
  changed: boolean;
}

const inFileOrder = new Intl.Collator("en", { numeric: true });

/** Names faults by JSON path: `credit_lots[3].quantity_kg`. */
function refusal(faults: Fault[]): Problem {
  const placed = faults.map(({ path, message }) => ({
    place: path.length === 0 ? "file" : z.core.toDotPath(path),
    message,
  }));
  const errors: FieldErrors = {};
  for (const { place, message } of placed.sort((a, b) => inFileOrder.compare(a.place, b.place))) {
    errors[place] = [...(errors[place] ?? []), message];
  }
  return new Problem("invalid-parameters", { title: "The catalogue file has errors", errors });
}

async function planFileLots(ctx: Context, file: ReadFile, projectIds: Set<string>) {
  const plan = await planLots(ctx, {
    mode: file.mode,
    lots: file.credit_lots,
    isKnownProject: (id) => projectIds.has(id),
  });
  const holders = [...plan.holders].map(([index, holder]) => ({
    path: [index, "serial_number_range"],
    message: `shares serials with ${holder}`,
  }));
  const places = new Map(file.credit_lots.map((lot, index) => [lot?.id, index]));
  const recalled = await findRetiredRanges(ctx, { mode: file.mode, lots: plan.created });
  const retired = [...recalled].map(([id, ranges]) => ({
    path: [places.get(id) ?? 0, "serial_number_range"],
    message: `shares serials with "${ranges[0]?.range}", which is retired at the registry`,
  }));
  const faults = [...plan.faults, ...holders, ...retired].map(({ path, message }) => ({
    path: ["credit_lots", ...path],
    message,
  }));
  return { plan, faults };
}

/** Place of a price in the file, in the spelling that the entry uses. */
function placeOf(file: unknown, { list, id, ...on }: LargePriceChange): string | null {
  const index = listIn(file, list).findIndex((entry) => valueIn(entry, "id") === id);
  if (index < 0) return null;
  return z.core.toDotPath([list, index, ...pricePathIn(listIn(file, list)[index], on)]);
}

/** A price that a file does not name follows from its categories, which are named. */
function requireConfirmedPrices(file: unknown, changes: readonly LargePriceChange[]): void {
  const errors: FieldErrors = {};
  for (const change of changes) {
    const place = placeOf(file, change);
    if (place !== null) errors[place] = [describeChange(change)];
  }
  if (Object.keys(errors).length === 0) return;
  const title =
    "Prices change by more than a factor of two. If they are right, confirm them: with " +
    "--confirm-prices, or in the preview in the dashboard";
  throw new Problem("invalid-parameters", { title, errors });
}

/**
 * Imports a whole catalogue file, or nothing. Importing it again changes nothing.
 * @throws invalid-parameters whose `errors` name every fault by JSON path, and every price that
 * changes by more than a factor of two unless they are confirmed
 */
export async function importCatalogueFile(
  ctx: Context,
  { file, confirmPrices }: { file: unknown; confirmPrices: boolean },
): Promise<CatalogueImport> {
  const read = readCatalogueFile(file);
  const { mode } = read;
  await lockCatalogue(ctx, mode);
  const entries = await planEntries(ctx, read);
  const projectIds = new Set([
    ...entries.existing.projects.map(({ id }) => id),
    ...read.ids.projects,
  ]);
  const lots = await planFileLots(ctx, read, projectIds);
  const faults = [...read.faults, ...entries.faults, ...lots.faults];
  if (faults.length > 0) throw refusal(faults);

  const written = await writeEntries(ctx, { ...entries, faults });
  if (!confirmPrices) requireConfirmedPrices(file, written.largePriceChanges);
  const counts = { ...written.counts, credit_lots: await writeLots(ctx, lots.plan) };
  if (written.sharesChanged || counts.credit_lots.created > 0) await bumpStockVersion(ctx, mode);
  const sums = Object.entries(counts).flatMap(([name, { created, updated }]) => [
    [`${name}_created`, created] as const,
    [`${name}_updated`, updated] as const,
  ]);
  const changed = written.changes.defaultPortfolio !== null || sums.some(([, count]) => count > 0);
  if (changed) {
    const data = { mode, ...Object.fromEntries(sums.filter(([, count]) => count > 0)) };
    await recordAudit(ctx, { action: "catalogue.imported", data });
  }
  const created = lots.plan.created.map((lot) => ({ lot, place: null }));
  return { ...written, mode, counts, created, changed };
}
