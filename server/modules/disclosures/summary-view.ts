import type { DisclosureSummary, SummaryLine } from "./summary";
import { groupTitle, notes, shareTitles } from "./summary-copy";
import { type GroupKg, NOT_STATED, yearGroups } from "./summary-rules";

const mechanisms = { removal: "Removal", reduction: "Reduction", mixed: "Removal and reduction" };

function typeOf({ type, mechanism }: SummaryLine): string | null {
  return [type, mechanism && mechanisms[mechanism]].filter(Boolean).join(", ") || null;
}

/** Facts of a project that AB 1305 asks for. */
function factsOf(line: SummaryLine, seller: string): { label: string; value: string | null }[] {
  const facts = {
    Seller: seller,
    Registry: line.registry,
    "Project ID": line.registryProjectId,
    Type: typeOf(line),
    Site: line.site,
    Protocol: line.protocol,
    Verification: line.verification,
  };
  return Object.entries(facts).map(([label, value]) => ({ label, value: value || null }));
}

const totalsOf = (kg: GroupKg, year: number) =>
  yearGroups.map((group) => ({ group, title: groupTitle(group, year), kg: kg[group] }));

/** The summary as page and PDF show it; facts that are not stated are null. */
export function toSummaryView(summary: DisclosureSummary) {
  const { mode, year, years, holder, seller, createdOn, kg, tables, projects } = summary;
  return {
    mode,
    year,
    years,
    holder,
    createdOn,
    retiredKg: kg.retired,
    totals: totalsOf(kg, year),
    tables: tables.map(({ id, shares }) => ({
      id,
      title: shareTitles[id],
      shares: shares.map(({ permille, ...share }) => ({
        ...share,
        share: `${(permille / 10).toFixed(1)}%`,
      })),
    })),
    projects: projects.map((line) => ({
      key: `${line.projectId} ${line.registry}`,
      projectId: line.projectId,
      name: line.name,
      totals: totalsOf(line.kg, year).filter((total) => total.kg > 0),
      facts: factsOf(line, seller),
    })),
    notes,
    notStated: NOT_STATED,
  };
}

export type SummaryView = ReturnType<typeof toSummaryView>;
