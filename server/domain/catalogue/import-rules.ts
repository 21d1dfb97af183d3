import { MILLION, toMillionths } from "./price-rules";
import type {
  EmissionFactorEntry,
  PortfolioEntry,
  ProjectCategoryEntry,
  ProjectEntry,
} from "./schema";

/** A fault in a file; the path starts at the file's root. */
export interface Fault {
  path: (string | number)[];
  message: string;
}

/** Entries of a file, in order; null stands for an unreadable one. */
export interface Entries {
  projects: (ProjectEntry | null)[];
  project_categories: (ProjectCategoryEntry | null)[];
  portfolios: (PortfolioEntry | null)[];
  emission_factors: (EmissionFactorEntry | null)[];
  default_portfolio_id: string | null;
}

export type ListName = "projects" | "project_categories" | "portfolios";

/** Returns whether an id is in the file or in the database. */
export type IsKnown = (list: ListName, id: string) => boolean;

interface Listed {
  path: Fault["path"];
  key: string;
  label: string;
}

/** Returns a fault for each repeated key. */
export function duplicateFaults(items: Iterable<Listed>): Fault[] {
  const keys = new Set<string>();
  const faults: Fault[] = [];
  for (const { path, key, label } of items) {
    if (keys.has(key)) faults.push({ path, message: `${label} occurs twice` });
    keys.add(key);
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
    ...duplicateFaults(members),
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
    ...duplicateFaults(allocations),
  ];
  const sum = entry.category_allocations.reduce(
    (total, { allocated_fraction }) => total + (toMillionths(allocated_fraction) ?? 0),
    0,
  );
  if (sum === MILLION) return faults;
  const message = `the fractions sum to ${sum / MILLION}, not exactly 1`;
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
  return [...baseless, ...duplicateFaults(listed)];
}

/** Checks readable entries against each other and the database. */
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

/**
 * Normalizes a project's number at its registry: VCS1340, VCS 1340 and 1340 get one key. Null if
 * the number is unknown.
 */
export function registryKey(registryName: string, registryId: string | null): string | null {
  if (registryId === null) return null;
  const name = registryName.toLowerCase().replace(/[^a-z]/g, "");
  const number = registryId.toLowerCase().replace(/[^a-z0-9]/g, "");
  return `${name} ${number.replace(/^(vcs|gs)(?=\d)/, "")}`;
}

function isEmpty(value: unknown): boolean {
  return value === null || value === "" || (Array.isArray(value) && value.length === 0);
}

/** An import without a name generates one that ends in the project's number. */
function isStandIn(entry: ProjectEntry): boolean {
  return entry.registry_id !== null && entry.name.endsWith(`(${entry.registry_id})`);
}

/** Fills empty fields of the project; all others stay. */
export function completeProject(entry: ProjectEntry, source: ProjectEntry): ProjectEntry {
  const written = Object.entries(entry).filter(
    ([field, value]) => !isEmpty(value) && !(field === "name" && isStandIn(entry)),
  );
  return { ...source, ...Object.fromEntries(written), id: entry.id };
}

/**
 * Merges a file's order into the existing order: the file's items get the file's order, all others
 * keep their places, and a new item follows its predecessor in the file.
 */
export function mergeOrder(existing: readonly string[], file: readonly string[]): string[] {
  const isExisting = new Set(existing);
  const isInFile = new Set(file);
  const returning = file.filter((id) => isExisting.has(id)).values();
  const followers = new Map<string | null, string[]>();
  let predecessor: string | null = null;
  for (const id of file) {
    if (isExisting.has(id)) predecessor = id;
    else followers.set(predecessor, [...(followers.get(predecessor) ?? []), id]);
  }
  const leading = followers.get(null) ?? [];
  const merged: string[] = [];
  for (const place of existing) {
    const id = isInFile.has(place) ? (returning.next().value ?? place) : place;
    if (isInFile.has(place)) merged.push(...leading.splice(0));
    merged.push(id, ...(followers.get(id) ?? []));
  }
  return [...merged, ...leading];
}
