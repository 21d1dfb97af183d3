import type { AccountContext } from "#core/context";
import { countryName } from "#core/countries";
import { type Mechanism, toProjectResource } from "#domain/catalogue";
import { registryLabelOf } from "#domain/inventory";
import { requireSubaccount } from "#domain/retirements";
import type { SummaryQuery } from "./schema";
import { type GroupKg, type ShareTable, summarizeYear } from "./summary-rules";
import { findSummaryParts } from "./summary-store";

/** A project's facts as AB 1305 asks for them; null if not stated. */
export interface SummaryLine {
  projectId: string;
  name: string;
  registry: string;
  registryProjectId: string | null;
  type: string | null;
  mechanism: Mechanism | null;
  site: string | null;
  protocol: string | null;
  verification: string | null;
  kg: GroupKg;
}

export interface DisclosureSummary {
  mode: "live" | "test";
  year: number;
  /** Years to choose from, the newest first. */
  years: number[];
  /** The account, or the subaccount. */
  holder: string;
  seller: string;
  createdOn: string;
  kg: GroupKg;
  tables: ShareTable[];
  projects: SummaryLine[];
}

const yearIn = (date: Date) => date.getUTCFullYear();

async function findYears(ctx: AccountContext): Promise<number[]> {
  const { _min } = await ctx.db.prisma.retirement.aggregate({
    where: { accountId: ctx.account.id },
    _min: { retiredAt: true },
  });
  const last = yearIn(ctx.now);
  const first = Math.min(yearIn(_min.retiredAt ?? ctx.now), last);
  return Array.from({ length: last - first + 1 }, (_, index) => last - index);
}

async function findProjects(ctx: AccountContext, ids: string[]) {
  const { mode } = ctx.account;
  const rows = await ctx.db.prisma.project.findMany({ where: { mode, id: { in: ids } } });
  return new Map(rows.map((row) => [row.id, toProjectResource(row)]));
}

type Projects = Awaited<ReturnType<typeof findProjects>>;

function toLine(projects: Projects, line: GroupKg & { projectId: string; registry: string }) {
  const { projectId, registry, ...kg } = line;
  const project = projects.get(projectId);
  if (!project) throw new Error(`retirements name the missing project ${projectId}`);
  const country = project.country_code && countryName(project.country_code);
  const place = project.location_name;
  return {
    projectId,
    name: project.name,
    registry: registryLabelOf(registry),
    registryProjectId: project.registry_id,
    type: project.type || null,
    mechanism: project.mechanism,
    // A location often names its country.
    site:
      [place, country && !place.includes(country) && country].filter(Boolean).join(", ") || null,
    protocol: project.protocol ?? project.methodology,
    verification: project.verifier,
    kg,
  };
}

/** A year's disclosure of the account's credits, or of one subaccount's. @throws invalid-subaccount */
export async function getDisclosureSummary(
  ctx: AccountContext,
  input: SummaryQuery,
): Promise<DisclosureSummary> {
  const { account } = ctx;
  const { subaccount_id: subaccountId = null, year = yearIn(ctx.now) } = input;
  const subaccount = subaccountId === null ? null : await requireSubaccount(ctx, subaccountId);
  const parts = await findSummaryParts(ctx.db, { accountId: account.id, subaccountId });
  const projects = await findProjects(ctx, [...new Set(parts.map((part) => part.projectId))]);
  const facts = [...projects].map(
    ([id, { country_code: countryCode, mechanism, sink }]) =>
      [id, { countryCode, mechanism, sink }] as const,
  );
  const summary = summarizeYear(parts, { year, projects: new Map(facts) });
  return {
    mode: account.mode,
    year,
    years: [...new Set([year, ...(await findYears(ctx))])].sort((a, b) => b - a),
    holder: subaccount?.name ?? account.name,
    seller: account.name,
    createdOn: ctx.now.toISOString(),
    kg: summary.kg,
    tables: summary.tables,
    projects: summary.projects.map((line) => toLine(projects, line)),
  };
}
