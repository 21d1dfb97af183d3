// Reads a catalogue file entry by entry, so that all its faults are found in one go. Pure.

import { z } from "zod";
import type { Mode } from "#core/context";
import {
  EmissionFactorEntry,
  type Entries,
  type Fault,
  type ListName,
  PortfolioEntry,
  ProjectCategoryEntry,
  ProjectEntry,
  repeated,
} from "#domain/catalogue";
import { CreditLotEntry } from "#domain/inventory";

const list = z.array(z.unknown()).default([]);

/** The file as a whole; its entries are read one by one. */
const CatalogueFile = z.strictObject({
  mode: z.enum(["live", "test"]).default("test"),
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
  /** Ids in the file, those of unreadable entries too. */
  ids: Record<ListName, string[]>;
  faults: Fault[];
}

/** Says of a missing value what it is; for the rest zod's own words will do. */
const missing = {
  error: (issue: { input?: unknown }) => (issue.input === undefined ? "is required" : undefined),
};

function toFaults(error: z.ZodError, root: Fault["path"]): Fault[] {
  return error.issues.flatMap((issue) => {
    const path = [
      ...root,
      ...issue.path.map((step) => (typeof step === "number" ? step : String(step))),
    ];
    // A key that nobody knows is named where it stands, not where it is missing from.
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

/** A list's value, or nothing where it is no list: then the file's own schema says so. */
function listIn(file: unknown, name: string): unknown[] {
  const value = valueIn(file, name);
  return Array.isArray(value) ? value : [];
}

/** The file's entries and everything that is wrong with them one by one. */
export function readCatalogueFile(file: unknown): ReadFile {
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
    faults.push(...repeated(listed));
  }
  // Read one by one too: a fault elsewhere must not change what the rest is held against.
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
