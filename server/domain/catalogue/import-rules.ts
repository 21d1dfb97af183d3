// What must hold among the entries of a catalogue file, and between them and what is there. Pure.
import { MILLION, toMillionths } from "./rules";
import type {
  EmissionFactorEntry,
  PortfolioEntry,
  ProjectCategoryEntry,
  ProjectEntry,
} from "./schema";

/** Something wrong in a file; the path leads to it from the file's root. */
export interface Fault {
  path: (string | number)[];
  message: string;
}

/** A file's entries in their order; null stands for one that could not be read. */
export interface Entries {
  projects: (ProjectEntry | null)[];
  project_categories: (ProjectCategoryEntry | null)[];
  portfolios: (PortfolioEntry | null)[];
  emission_factors: (EmissionFactorEntry | null)[];
  default_portfolio_id: string | null;
}

export type ListName = "projects" | "project_categories" | "portfolios";

/** Whether an id is in the file or in the database already. */
export type IsKnown = (list: ListName, id: string) => boolean;

interface Listed {
  path: Fault["path"];
  key: string;
  label: string;
}

/** A fault at each key that an earlier one has already. */
export function repeated(items: Iterable<Listed>): Fault[] {
  const seen = new Set<string>();
  const faults: Fault[] = [];
  for (const { path, key, label } of items) {
    if (seen.has(key)) faults.push({ path, message: `${label} is in the list already` });
    seen.add(key);
  }
  return faults;
}

function checkCategory(entry: ProjectCategoryEntry, path: Fault["path"], isKnown: IsKnown) {
  const members = entry.projects.map((member, index) => ({
    path: [...path, "projects", index, "project_id"],
    key: member.project_id,
    label: `project "${member.project_id}"`,
  }));
  const unknown = members.filter(({ key }) => !isKnown("projects", key));
  return [
    ...unknown.map((member) => ({ path: member.path, message: `there is no ${member.label}` })),
    ...repeated(members),
  ];
}

function checkPortfolio(entry: PortfolioEntry, path: Fault["path"], isKnown: IsKnown): Fault[] {
  const allocations = entry.category_allocations.map((allocation, index) => ({
    path: [...path, "category_allocations", index, "category_id"],
    key: allocation.category_id,
    label: `project category "${allocation.category_id}"`,
  }));
  const unknown = allocations.filter(({ key }) => !isKnown("project_categories", key));
  const faults = [
    ...unknown.map(({ path, label }) => ({ path, message: `there is no ${label}` })),
    ...repeated(allocations),
  ];
  const sum = entry.category_allocations.reduce(
    (total, { allocated_fraction }) => total + (toMillionths(allocated_fraction) ?? 0),
    0,
  );
  if (sum === MILLION) return faults;
  const message = `the fractions sum to ${sum / MILLION}, not to exactly 1`;
  return [...faults, { path: [...path, "category_allocations"], message }];
}

function checkFactors(factors: Entries["emission_factors"]): Fault[] {
  const listed = [...factors.entries()].flatMap(([index, entry]) => {
    if (entry === null) return [];
    const { activity, from_distance_km: from } = entry;
    const label = `the factor of ${activity} from ${from} km`;
    return [
      { path: ["emission_factors", index], key: `${activity} ${from}`, label, activity, from },
    ];
  });
  const steps = Map.groupBy(listed, ({ activity }) => activity);
  const isWhole = !factors.includes(null);
  const baseless = [...steps.values()].flatMap((list) => {
    const [first] = list;
    if (first === undefined || !isWhole || list.some(({ from }) => from === 0)) return [];
    return [{ path: first.path, message: `no factor of ${first.activity} is from 0 km on` }];
  });
  return [...baseless, ...repeated(listed)];
}

/** Everything wrong among entries that can be read one by one. */
export function checkEntries(entries: Entries, isKnown: IsKnown): Fault[] {
  const faults: Fault[] = [];
  for (const [index, entry] of entries.project_categories.entries()) {
    if (entry) faults.push(...checkCategory(entry, ["project_categories", index], isKnown));
  }
  for (const [index, entry] of entries.portfolios.entries()) {
    if (entry) faults.push(...checkPortfolio(entry, ["portfolios", index], isKnown));
  }
  const id = entries.default_portfolio_id;
  if (id !== null && !isKnown("portfolios", id)) {
    faults.push({ path: ["default_portfolio_id"], message: `there is no portfolio "${id}"` });
  }
  return [...faults, ...checkFactors(entries.emission_factors)];
}
