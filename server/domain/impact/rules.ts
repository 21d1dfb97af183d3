// Pure decisions of impact: periods, categories, vintages, and what kilograms are equal to.

import type { Project } from "#prisma";
import type { RetiredKg } from "./retired-history";

/** In the order in which they are shown. */
export const equivalentNames = ["cars", "homes", "flights", "trees"] as const;
export type EquivalentName = (typeof equivalentNames)[number];

/**
 * Kg of CO2e of one of each.
 * cars: a gasoline passenger car driven for a year (US EPA, Greenhouse Gas Equivalencies Calculator).
 * homes: a US home's energy use in a year (the same).
 * flights: a passenger from Los Angeles to New York, 2,475 miles at 0.16439 kg per passenger-mile
 *   (US EPA, Emission Factors Hub 2025, medium haul).
 * trees: what an urban tree seedling takes up when grown for 10 years (the calculator).
 */
const kgOfOne: Record<EquivalentName, number> = {
  cars: 4290,
  homes: 7450,
  flights: 406.9,
  trees: 60,
};

/** How many of it the kg are equal to, to one decimal. */
export function equivalentOf(name: EquivalentName, kg: number): number {
  return Math.round((kg * 10) / kgOfOne[name]) / 10;
}

/** The years as people write them: "2019-2021, 2023". */
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

/** An offset may lead out of the years that a timestamp can name. */
function instant(ms: number): Date {
  return new Date(Math.min(Math.max(ms, EARLIEST_MS), LATEST_MS));
}

const isDate = (text: string) => text.length === "2026-01-31".length;
const isAbsent = (text: string) => text === "" || text === "null";

/** The first millisecond of a period that starts with this date (in UTC) or timestamp. */
export function firstInstant(text: string): Date | null {
  if (isAbsent(text)) return null;
  // Orders are made in whole milliseconds, to which the text is cut.
  const isBetween = /\.\d{3}\d*[1-9]/.test(text);
  return instant(Date.parse(text) + (isBetween ? 1 : 0));
}

/** The last millisecond of a period that ends with this timestamp, or with the end of this date. */
export function lastInstant(text: string): Date | null {
  if (isAbsent(text)) return null;
  return instant(Date.parse(text) + (isDate(text) ? DAY_MS - 1 : 0));
}

export interface PlacedProject {
  project: Project;
  /** The first category, in the order of the catalogue, that holds the project. */
  category: { id: string; name: string; description: string } | null;
}

export interface ImpactProject {
  project: Project;
  kg: number;
  vintageYears: number[];
}

export interface ImpactCategory {
  name: string;
  description: string;
  kg: number;
  projects: ImpactProject[];
}

/** The kg of all categories together. */
export function sumKg(categories: readonly ImpactCategory[]): number {
  return categories.reduce((kg, category) => kg + category.kg, 0);
}

/**
 * What was retired by category and project, in the order of the placed projects; each kg once. A
 * project that is in no category any more is shown under its type.
 */
export function arrange(
  retired: readonly RetiredKg[],
  placed: readonly PlacedProject[],
): ImpactCategory[] {
  const byProject = Map.groupBy(retired, ({ projectId }) => projectId);
  const categories = new Map<string, ImpactCategory>();
  for (const { project, category } of placed) {
    const parts = byProject.get(project.id) ?? [];
    const kg = parts.reduce((sum, part) => sum + part.kg, 0);
    const key = category ? `category ${category.id}` : `type ${project.type}`;
    const shown = categories.get(key) ?? {
      name: category?.name ?? (project.type || "Other projects"),
      description: category?.description ?? "",
      kg: 0,
      projects: [],
    };
    categories.set(key, shown);
    shown.kg += kg;
    shown.projects.push({ project, kg, vintageYears: parts.map((part) => part.vintageYear) });
  }
  return [...categories.values()];
}
