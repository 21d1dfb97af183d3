// A year's disclosure from the kg of ledger allocations. Every kg counts once per table, and only
// those that a registry has retired count as retired.
import { euCountryCodes } from "#core/countries";
import type { Mechanism, Sink } from "#domain/catalogue";
import { type Adjustment, type RegistryStatus, registryLabelOf } from "#domain/inventory";

/** Kg of allocations that share all of these facts. */
export interface SummaryPart {
  kg: number;
  projectId: string;
  registry: string;
  labels: readonly string[];
  adjustment: Adjustment | null;
  status: RegistryStatus;
  allocatedYear: number;
  /** Year in which the registry retired them, if it has. */
  retiredYear: number | null;
}

export interface SummaryProject {
  countryCode: string | null;
  mechanism: Mechanism | null;
  sink: Sink | null;
}

/** Groups of a year’s kg: retired by a registry in it, or not yet by its end. */
export const yearGroups = ["retired", "planned", "disputed", "cancelled", "unreported"] as const;
export type YearGroup = (typeof yearGroups)[number];
export type GroupKg = Record<YearGroup, number>;

export interface Share {
  label: string;
  kg: number;
  /** Tenths of a percent of what was retired in the year: the same kg are the same everywhere. */
  permille: number;
}

export interface ShareTable {
  id: "mechanism" | "sink" | "standard" | "label" | "eu" | "adjustment";
  shares: Share[];
}

export interface ProjectKg extends GroupKg {
  projectId: string;
  registry: string;
}

export interface YearSummary {
  kg: GroupKg;
  tables: ShareTable[];
  /** Those with any kg in the year, the largest first. */
  projects: ProjectKg[];
}

/** Label of what neither registry nor operator has stated. */
export const NOT_STATED = "Not stated";

/** Returns the group of a part in a year's report; null if it belongs to other years. */
export function groupInYear(part: SummaryPart, year: number): YearGroup | null {
  if (part.status === "retired" && part.retiredYear !== null) {
    if (part.retiredYear === year) return "retired";
    return part.retiredYear > year && part.allocatedYear <= year ? "planned" : null;
  }
  if (part.allocatedYear > year) return null;
  return part.status === "disputed" || part.status === "cancelled" || part.status === "unreported"
    ? part.status
    : "planned";
}

interface Retired extends SummaryPart {
  project: SummaryProject | undefined;
}

const mechanismLabels = {
  removal: "Removal projects",
  reduction: "Reduction projects",
  mixed: "Projects with both",
};
const sinkLabels = { biogenic: "Biogenic sinks", technological: "Technological sinks" };
const NO_SINK = "No sink: reduction projects";
const adjustmentLabels = {
  applied: "Adjustment applied",
  authorized: "Adjustment authorized, not applied yet",
  none: "No adjustment",
};
const euLabels = { inside: "Projects in the EU", outside: "Projects outside the EU" };

function sinkLabel({ project }: Retired): string {
  if (project?.sink) return sinkLabels[project.sink];
  return project?.mechanism === "reduction" ? NO_SINK : NOT_STATED;
}

function euLabel({ project }: Retired): string {
  const code = project?.countryCode ?? null;
  if (code === null) return NOT_STATED;
  return euCountryCodes.has(code) ? euLabels.inside : euLabels.outside;
}

/** Credits with several labels have one row, so that no kg counts twice. */
const labelsLabel = ({ labels }: Retired) =>
  labels.length === 0 ? NOT_STATED : [...new Set(labels)].sort().join(" + ");

interface TableRule {
  id: ShareTable["id"];
  /** Rows that are shown even if they are empty. */
  fixed: readonly string[];
  labelOf(part: Retired): string;
}

const tableRules: readonly TableRule[] = [
  {
    id: "mechanism",
    fixed: [mechanismLabels.removal, mechanismLabels.reduction],
    labelOf: ({ project }) =>
      project?.mechanism ? mechanismLabels[project.mechanism] : NOT_STATED,
  },
  { id: "sink", fixed: Object.values(sinkLabels), labelOf: sinkLabel },
  { id: "standard", fixed: [], labelOf: ({ registry }) => registryLabelOf(registry) },
  { id: "label", fixed: [], labelOf: labelsLabel },
  { id: "eu", fixed: Object.values(euLabels), labelOf: euLabel },
  {
    id: "adjustment",
    fixed: Object.values(adjustmentLabels),
    labelOf: ({ adjustment }) => (adjustment ? adjustmentLabels[adjustment] : NOT_STATED),
  },
];

function tableOf({ id, fixed, labelOf }: TableRule, retired: readonly Retired[]): ShareTable {
  const sums = new Map(fixed.map((label) => [label, 0]));
  for (const part of retired) {
    const label = labelOf(part);
    sums.set(label, (sums.get(label) ?? 0) + part.kg);
  }
  const totalKg = retired.reduce((total, { kg }) => total + kg, 0);
  const shares = [...sums].map(([label, kg]) => ({
    label,
    kg,
    permille: totalKg === 0 ? 0 : Math.round((1000 * kg) / totalKg),
  }));
  const rank = ({ label }: Share) => (label === NOT_STATED ? 1 : 0);
  return { id, shares: shares.sort((a, b) => rank(a) - rank(b)) };
}

const noKg = (): GroupKg => ({ retired: 0, planned: 0, disputed: 0, cancelled: 0, unreported: 0 });

const totalOf = (kg: GroupKg) => yearGroups.reduce((sum, group) => sum + kg[group], 0);

/** Sums a year's parts. `projects` has the facts of each project by its id. */
export function summarizeYear(
  parts: readonly SummaryPart[],
  { year, projects }: { year: number; projects: ReadonlyMap<string, SummaryProject> },
): YearSummary {
  const kg = noKg();
  const byProject = new Map<string, ProjectKg>();
  const retired: Retired[] = [];
  for (const part of parts) {
    const group = groupInYear(part, year);
    if (group === null || part.kg === 0) continue;
    const { projectId, registry } = part;
    const key = JSON.stringify([projectId, registry]);
    const line = byProject.get(key) ?? { projectId, registry, ...noKg() };
    byProject.set(key, line);
    line[group] += part.kg;
    kg[group] += part.kg;
    if (group === "retired") retired.push({ ...part, project: projects.get(projectId) });
  }
  return {
    kg,
    tables: tableRules.map((rule) => tableOf(rule, retired)),
    projects: [...byProject.values()].sort((a, b) => totalOf(b) - totalOf(a)),
  };
}
