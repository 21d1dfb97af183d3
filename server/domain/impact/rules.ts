import type { Mode } from "#core/context";
import type { Project } from "#prisma";
import { type HeadlineName, type RecordedKg, sumKg, sumRegistryRetiredKg } from "./whose-rules";

/** In display order. */
export const equivalentNames = ["cars", "homes", "flights", "trees"] as const;
export type EquivalentName = (typeof equivalentNames)[number];

/**
 * Kg of CO2e per unit.
 * cars: a gasoline passenger car driven for a year (US EPA, Greenhouse Gas Equivalencies Calculator).
 * homes: a US home's energy use in a year (the same).
 * flights: a passenger from Los Angeles to New York, 2,475 miles at 0.16439 kg per passenger-mile
 *   (US EPA, Emission Factors Hub 2025, medium haul).
 * trees: an urban tree seedling grown for 10 years (the calculator).
 */
const kgOfOne: Record<EquivalentName, number> = {
  cars: 4290,
  homes: 7450,
  flights: 406.9,
  trees: 60,
};

export type Region = "us" | "eu";

/**
 * Kg of CO2e per unit for European readers.
 * cars: a kilometer of an average car (UK DESNZ 2025).
 * flights: an average passenger from Frankfurt to Lisbon, 1,875 km at 0.12786 kg, with non-CO2
 *   effects (UK DESNZ 2025, short haul).
 * trees: as for the US. There is no figure for homes.
 */
const kgOfOneInEurope: Partial<Record<EquivalentName, number>> = {
  cars: 0.16725,
  flights: 239.7,
  trees: 60,
};

/** Returns the equivalent for readers of a region, to three digits; null if there is no figure. */
export function regionalEquivalentOf(
  name: EquivalentName,
  { kg, region }: { kg: number; region: Region },
): number | null {
  const kgEach = region === "eu" ? kgOfOneInEurope[name] : kgOfOne[name];
  if (kgEach === undefined) return null;
  const count = Math.round((kg * 10) / kgEach) / 10;
  return count < 100 ? count : Number(count.toPrecision(3));
}

/** Returns the equivalent of the kg, rounded to one decimal. */
export function equivalentOf(name: EquivalentName, kg: number): number {
  return Math.round((kg * 10) / kgOfOne[name]) / 10;
}

export interface Headline {
  claim: "retired" | "set_aside";
  /** Kg that the claim is about. */
  kg: number;
  /** Kg beside it that registries have not retired. */
  pendingKg: number;
}

/** Returns the one number to show: what registries have retired, or else what is set aside. */
export function headlineOf(amounts: { kg: number; registryRetiredKg: number }): Headline {
  const { kg, registryRetiredKg } = amounts;
  if (registryRetiredKg === 0) return { claim: "set_aside", kg, pendingKg: 0 };
  return { claim: "retired", kg: registryRetiredKg, pendingKg: kg - registryRetiredKg };
}

/** Formats years as "2019-2021, 2023". */
export function vintagesText(years: Iterable<number>): string {
  const runs: { first: number; last: number }[] = [];
  for (const year of [...new Set(years)].sort((a, b) => a - b)) {
    const run = runs.at(-1);
    if (run?.last === year - 1) run.last = year;
    else runs.push({ first: year, last: year });
  }
  return runs
    .map(({ first, last }) => (first === last ? String(first) : `${first}-${last}`))
    .join(", ");
}

const EARLIEST_MS = Date.parse("0000-01-01T00:00:00Z");
const LATEST_MS = Date.parse("9999-12-31T23:59:59.999Z");
const DAY_MS = 24 * 3_600_000;

/** Clamps to the years 0 to 9999, which a UTC offset can exceed. */
function instant(ms: number): Date {
  return new Date(Math.min(Math.max(ms, EARLIEST_MS), LATEST_MS));
}

const isDate = (text: string) => text.length === "2026-01-31".length;
const isAbsent = (text: string) => text === "" || text === "null";

/** Returns the first millisecond of a period that starts with this date (UTC) or timestamp. */
export function firstInstant(text: string): Date | null {
  if (isAbsent(text)) return null;
  // Creation times of orders have millisecond precision, so rounding is up.
  const isBetween = /\.\d{3}\d*[1-9]/.test(text);
  return instant(Date.parse(text) + (isBetween ? 1 : 0));
}

/** Returns the last millisecond of a period that ends with this date (inclusive) or timestamp. */
export function lastInstant(text: string): Date | null {
  if (isAbsent(text)) return null;
  return instant(Date.parse(text) + (isDate(text) ? DAY_MS - 1 : 0));
}

export interface PlacedProject {
  project: Project;
  /** First category of the project, in catalogue order. */
  category: { id: string; name: string; description: string; color: number } | null;
}

export interface ImpactProject {
  project: Project;
  kg: number;
  /** Part of the kg whose retirement a registry has recorded. */
  registryRetiredKg: number;
  vintageYears: number[];
}

export interface ImpactCategory {
  /** Null for projects without a category. */
  id: string | null;
  name: string;
  description: string;
  /** Null for projects without a category. */
  color: number | null;
  kg: number;
  registryRetiredKg: number;
  projects: ImpactProject[];
}

/**
 * Groups retirements by category and project, in the order of the projects. Each kg counts once.
 * Projects without a category are grouped by type.
 */
export function arrange(
  retired: readonly (RecordedKg & { projectId: string; vintageYear: number })[],
  placed: readonly PlacedProject[],
): ImpactCategory[] {
  const byProject = Map.groupBy(retired, ({ projectId }) => projectId);
  const categories = new Map<string, ImpactCategory>();
  for (const { project, category } of placed) {
    const parts = byProject.get(project.id) ?? [];
    const [kg, registryRetiredKg] = [sumKg(parts), sumRegistryRetiredKg(parts)];
    const key = category ? `category ${category.id}` : `type ${project.type}`;
    const target = categories.get(key) ?? {
      id: category?.id ?? null,
      name: category?.name ?? (project.type || "Other projects"),
      description: category?.description ?? "",
      color: category?.color ?? null,
      kg: 0,
      registryRetiredKg: 0,
      projects: [],
    };
    categories.set(key, target);
    target.kg += kg;
    target.registryRetiredKg += registryRetiredKg;
    const vintageYears = parts.map((part) => part.vintageYear);
    target.projects.push({ project, kg, registryRetiredKg, vintageYears });
  }
  return [...categories.values()];
}

/** In display order. */
export const sectionNames = ["map", "equivalents", "timeline", "projects"] as const;
export type SectionName = (typeof sectionNames)[number];

export interface ImpactPage {
  /** End of its address: the account's slug, a subaccount's id, or both their slugs. */
  slug: string;
  isEnabled: boolean;
  /** In display order. */
  equivalents: EquivalentName[];
  /** In display order. */
  sections: SectionName[];
  /** True if search engines may list it. */
  isListed: boolean;
  headline: HeadlineName;
}

export interface PageSettings {
  enabled: boolean;
  enabledEquivalents: readonly string[];
  sections: readonly string[];
  listed: boolean;
  headlinesOthers: boolean;
}

/** Defaults of a page. */
export const firstSettings: PageSettings = {
  enabled: true,
  enabledEquivalents: equivalentNames,
  sections: sectionNames,
  listed: true,
  headlinesOthers: false,
};

/** Applies the settings. Test pages are never listed in search engines. */
export function pageOf(
  { slug, mode }: { slug: string; mode: Mode },
  set: PageSettings | null,
): ImpactPage {
  const { enabled, enabledEquivalents, sections, listed, headlinesOthers } = set ?? firstSettings;
  return {
    slug,
    isEnabled: enabled,
    equivalents: equivalentNames.filter((name) => enabledEquivalents.includes(name)),
    sections: sectionNames.filter((name) => sections.includes(name)),
    isListed: listed && mode === "live",
    headline: headlinesOthers ? "for_others" : "own",
  };
}

const SLUG = /^[a-z0-9-]{1,105}$/;
const SUBACCOUNT_ID = /^sub_[0-9a-z]{26}$/;

export type PageKey =
  | { by: "account"; slug: string }
  | { by: "id"; id: string }
  | { by: "slugs"; account: string; slug: string };

/** Reads the end of a page's address. Slugs have no underscore and ids have one. */
export function readAddress(address: string): PageKey | null {
  if (SUBACCOUNT_ID.test(address)) return { by: "id", id: address };
  const [account = "", slug, ...rest] = address.split("/");
  if (!SLUG.test(account) || rest.length > 0) return null;
  if (slug === undefined) return { by: "account", slug: account };
  return SLUG.test(slug) ? { by: "slugs", account, slug } : null;
}

export interface MonthlyImpact extends RecordedKg {
  /** Start of the month, in UTC. */
  startsAt: Date;
}

/** Months since year 0. */
function numberOf(date: Date): number {
  return date.getUTCFullYear() * 12 + date.getUTCMonth();
}

function startOf(month: number): Date {
  return new Date(Date.UTC(Math.floor(month / 12), month % 12));
}

/** Fills gaps between the first month and `now`. Empty if there are no months. */
export function everyMonth(months: readonly MonthlyImpact[], now: Date): MonthlyImpact[] {
  const known = new Map(months.map((month) => [numberOf(month.startsAt), month]));
  if (known.size === 0) return [];
  const first = Math.min(...known.keys());
  const last = Math.max(numberOf(now), ...known.keys());
  return Array.from({ length: last - first + 1 }, (_, index) => ({
    startsAt: startOf(first + index),
    kg: known.get(first + index)?.kg ?? 0,
    registryRetiredKg: known.get(first + index)?.registryRetiredKg ?? 0,
  }));
}
