// Projects, categories and portfolios as the API, callbacks and documents show them.
import { z } from "zod";
import { appUrl } from "#core/env";
import type {
  CategoryProject,
  Portfolio,
  PortfolioAllocation,
  Project,
  ProjectCategory,
} from "#prisma";
import { fromMillionths, portfolioPricePerKgCents } from "./rules";

export type ProjectCategoryWithProjects = ProjectCategory & {
  projects: (CategoryProject & { project: Project })[];
};
export type PortfolioWithAllocations = Portfolio & {
  allocations: (PortfolioAllocation & { category: ProjectCategoryWithProjects })[];
};

const imageUrl = z.string().nullable().meta({ description: "URL of a picture." });

const project = {
  id: z.string().meta({ examples: ["prj_mangroves"] }),
  name: z.string().meta({ examples: ["Northern Delta Mangroves"] }),
  type: z.string().meta({ examples: ["Reforestation"] }),
  summary: z.string().meta({ description: "In short." }),
  description: z.string().meta({ description: "At length." }),
  developer: z.string(),
  location_name: z.string(),
  location_latitude: z.number().nullable(),
  location_longitude: z.number().nullable(),
  primary_image_url: imageUrl,
  registry_name: z.string().meta({ examples: ["Verra"] }),
  registry_id: z.string().meta({ examples: ["VCS1340"] }),
  registry_url: z.string().nullable(),
  un_sdg_goals: z.array(z.int()).meta({
    description: "Numbers of the UN's sustainable development goals that it serves.",
    examples: [[13, 15]],
  }),
  activity_types: z.array(z.string()),
  methodology: z.string().nullable(),
  verifier: z.string().nullable(),
  permanence: z.string().nullable(),
  lifetime: z.strictObject({ start_year: z.int(), end_year: z.int() }).nullable(),
  impact_type: z.string().nullable(),
  due_diligence: z.string().nullable(),
  beyond_carbon: z.string().nullable(),
  risk_of_reversal: z.string().nullable(),
  third_party_labels: z.array(z.string()),
};

export const ProjectResource = z
  .strictObject(project)
  .meta({ id: "Project", description: "A project whose credits are sold." });
export type ProjectResource = z.infer<typeof ProjectResource>;

const CreditIssuance = z.strictObject({
  vintage_year: z.int().meta({ examples: [2022] }),
  total_amount: z.number().meta({ description: "In tonnes.", examples: [5000] }),
});

export const ProjectDetailResource = z
  .strictObject({ ...project, credit_issuances: z.array(CreditIssuance) })
  .meta({ id: "ProjectDetail", description: "A project with what was issued for it." });
export type ProjectDetailResource = z.infer<typeof ProjectDetailResource>;

export const ProjectCategoryResource = z
  .strictObject({
    id: z.string().meta({ examples: ["cat_forests"] }),
    name: z.string().meta({ examples: ["Forests and coasts"] }),
    description: z.string(),
    primary_image_url: imageUrl,
    projects: z.array(ProjectResource),
  })
  .meta({ id: "ProjectCategory", description: "A kind of projects, with the projects." });
export type ProjectCategoryResource = z.infer<typeof ProjectCategoryResource>;

const portfolio = {
  id: z.string().meta({ examples: ["pf_balanced"] }),
  name: z.string().meta({ examples: ["Balanced"] }),
  summary: z.string().meta({ description: "In short." }),
  description: z.string().meta({ description: "At length." }),
  primary_image_url: imageUrl,
};

export const PortfolioResource = z
  .strictObject(portfolio)
  .meta({ id: "Portfolio", description: "A weighted collection of projects to buy from." });
export type PortfolioResource = z.infer<typeof PortfolioResource>;

const CategoryAllocation = z.strictObject({
  category: ProjectCategoryResource,
  allocated_fraction: z.number().meta({
    description: "The category's part; a portfolio's fractions sum to 1.",
    examples: [0.35],
  }),
});

export const PortfolioDetailResource = z
  .strictObject({
    ...portfolio,
    checkout_price_per_kg_usd_cents: z.int().meta({ examples: [3] }),
    api_price_per_kg_usd_cents: z.int().meta({ examples: [2] }),
    category_allocations: z.array(CategoryAllocation),
  })
  .meta({ id: "PortfolioDetail", description: "A portfolio with its prices and categories." });
export type PortfolioDetailResource = z.infer<typeof PortfolioDetailResource>;

/** A picture's address as callers elsewhere can open it. */
function absolute(url: string | null): string | null {
  return url?.startsWith("/") ? appUrl() + url : url;
}

function toLifetime(row: Project): ProjectResource["lifetime"] {
  if (row.lifetimeStartYear === null || row.lifetimeEndYear === null) return null;
  return { start_year: row.lifetimeStartYear, end_year: row.lifetimeEndYear };
}

/** The public form of a project. */
export function toProjectResource(row: Project): ProjectResource {
  return {
    id: row.id,
    name: row.name,
    type: row.type,
    summary: row.summary,
    description: row.description,
    developer: row.developer,
    location_name: row.locationName,
    location_latitude: row.locationLatitude,
    location_longitude: row.locationLongitude,
    primary_image_url: absolute(row.primaryImageUrl),
    registry_name: row.registryName,
    registry_id: row.registryId,
    registry_url: row.registryUrl,
    un_sdg_goals: row.unSdgGoals,
    activity_types: row.activityTypes,
    methodology: row.methodology,
    verifier: row.verifier,
    permanence: row.permanence,
    lifetime: toLifetime(row),
    impact_type: row.impactType,
    due_diligence: row.dueDiligence,
    beyond_carbon: row.beyondCarbon,
    risk_of_reversal: row.riskOfReversal,
    third_party_labels: row.thirdPartyLabels,
  };
}

/** The public form of a project, with its issuances. */
export function toProjectDetailResource(row: Project): ProjectDetailResource {
  const issuances = z.array(CreditIssuance).parse(row.creditIssuances);
  return { ...toProjectResource(row), credit_issuances: issuances };
}

/** The public form of a category, with its projects. */
export function toProjectCategoryResource(
  row: ProjectCategoryWithProjects,
): ProjectCategoryResource {
  const { id, name, description } = row;
  const projects = row.projects.map((member) => toProjectResource(member.project));
  return { id, name, description, primary_image_url: absolute(row.primaryImageUrl), projects };
}

/** The form of a portfolio that lists carry. */
export function toPortfolioResource(row: Portfolio): PortfolioResource {
  const { id, name, summary, description } = row;
  return { id, name, summary, description, primary_image_url: absolute(row.primaryImageUrl) };
}

/** The public form of a portfolio, with its prices, categories and projects. */
export function toPortfolioDetailResource(row: PortfolioWithAllocations): PortfolioDetailResource {
  return {
    ...toPortfolioResource(row),
    checkout_price_per_kg_usd_cents: portfolioPricePerKgCents(row, "checkout"),
    api_price_per_kg_usd_cents: portfolioPricePerKgCents(row, "api"),
    category_allocations: row.allocations.map((allocation) => ({
      category: toProjectCategoryResource(allocation.category),
      allocated_fraction: fromMillionths(allocation.endMillionths - allocation.startMillionths),
    })),
  };
}
