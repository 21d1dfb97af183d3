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
import { fromMillionths, portfolioPricePerKgCents } from "./price-rules";

export type ProjectCategoryWithProjects = ProjectCategory & {
  projects: (CategoryProject & { project: Project })[];
};
export type PortfolioWithAllocations = Portfolio & {
  allocations: (PortfolioAllocation & { category: ProjectCategoryWithProjects })[];
};

const imageUrl = z
  .string()
  .nullable()
  .meta({
    description: "A picture of it.",
    examples: ["https://till.example/images/mangroves.svg"],
  });

/** A text that may be unknown. */
function detail(description: string, example: string | null) {
  return z
    .string()
    .nullable()
    .meta({ description, examples: [example] });
}

const project = {
  id: z
    .string()
    .meta({ description: "The project's id.", examples: ["prj_sandbox_salt_heron_mangroves"] }),
  name: z.string().meta({ description: "Its name.", examples: ["Northern Delta Mangroves"] }),
  type: z.string().meta({ description: "What it does, in a word.", examples: ["Reforestation"] }),
  summary: z.string().meta({
    description: "In short.",
    examples: ["Mangroves grow again on 1,200 hectares of abandoned shrimp ponds."],
  }),
  description: z.string().meta({
    description: "At length.",
    examples: ["Villages replant the coast, guard it, and are paid for each year that it stands."],
  }),
  developer: z
    .string()
    .meta({ description: "Who runs it.", examples: ["Northern Delta Cooperative"] }),
  location_name: z.string().meta({ description: "Where it is.", examples: ["Northern Delta"] }),
  location_latitude: z
    .number()
    .nullable()
    .meta({ description: "In degrees, north positive.", examples: [9.71] }),
  location_longitude: z
    .number()
    .nullable()
    .meta({ description: "In degrees, east positive.", examples: [106.58] }),
  primary_image_url: imageUrl,
  registry_name: z.string().meta({ description: "The registry.", examples: ["Verra"] }),
  registry_id: z
    .string()
    .nullable()
    .meta({
      description: "The project's id in the registry. Null when unknown.",
      examples: ["VCS1340"],
    }),
  registry_url: detail("The project's page in the registry.", "https://registry.example/VCS1340"),
  un_sdg_goals: z.array(z.int()).meta({
    description: "Numbers of the UN's sustainable development goals that it serves.",
    examples: [[13, 15]],
  }),
  activity_types: z
    .array(z.string())
    .meta({ description: "What is done there.", examples: [["Mangrove planting"]] }),
  methodology: detail("How its credits are counted.", "VM0033"),
  verifier: detail("Who verified it.", "Example Verification Ltd"),
  permanence: detail("How long the carbon stays away.", "40 years"),
  lifetime: z
    .strictObject({
      start_year: z.int().meta({ description: "Its first year.", examples: [2019] }),
      end_year: z.int().meta({ description: "Its last year.", examples: [2058] }),
    })
    .nullable()
    .meta({ description: "From when to when it runs." }),
  impact_type: detail("Whether it removes or avoids emissions.", "removal"),
  due_diligence: detail("How it was examined before it was taken in.", null),
  beyond_carbon: detail("What else it does.", "Shelters villages from storms."),
  risk_of_reversal: detail("How likely it is that the carbon comes back.", "low"),
  third_party_labels: z
    .array(z.string())
    .meta({ description: "Labels that others gave it.", examples: [["CCB Gold"]] }),
};

export const ProjectResource = z
  .strictObject(project)
  .meta({ id: "Project", description: "A project whose credits are sold." });
export type ProjectResource = z.infer<typeof ProjectResource>;

const CreditIssuance = z.strictObject({
  vintage_year: z.int().meta({ description: "The year of the reductions.", examples: [2022] }),
  total_amount: z.number().meta({ description: "In tonnes.", examples: [5000] }),
});

export const ProjectDetailResource = z
  .strictObject({
    ...project,
    credit_issuances: z.array(CreditIssuance).meta({ description: "What the registry issued." }),
  })
  .meta({ id: "ProjectDetail", description: "A project with what was issued for it." });
export type ProjectDetailResource = z.infer<typeof ProjectDetailResource>;

export const ProjectCategoryResource = z
  .strictObject({
    id: z
      .string()
      .meta({ description: "The category's id.", examples: ["cat_sandbox_forests_wetlands"] }),
    name: z.string().meta({ description: "Its name.", examples: ["Forests and coasts"] }),
    description: z.string().meta({
      description: "What it is about.",
      examples: ["Trees that are planted, or kept standing, on land and along coasts."],
    }),
    primary_image_url: imageUrl,
    projects: z.array(ProjectResource).meta({ description: "Its projects." }),
  })
  .meta({ id: "ProjectCategory", description: "A kind of projects, with the projects." });
export type ProjectCategoryResource = z.infer<typeof ProjectCategoryResource>;

const portfolio = {
  id: z.string().meta({ description: "The portfolio's id.", examples: ["pf_sandbox_balanced"] }),
  name: z.string().meta({ description: "Its name.", examples: ["Balanced"] }),
  summary: z.string().meta({
    description: "In short.",
    examples: ["A bit of everything that lasts."],
  }),
  description: z.string().meta({
    description: "At length.",
    examples: ["Forests and coasts for the most part, with biochar and clean cooking."],
  }),
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
    checkout_price_per_kg_usd_cents: z
      .int()
      .meta({ description: "Price per kg through checkout sessions.", examples: [3] }),
    api_price_per_kg_usd_cents: z
      .int()
      .meta({ description: "Price per kg of orders placed through the API.", examples: [2] }),
    category_allocations: z
      .array(CategoryAllocation)
      .meta({ description: "Its categories and their parts." }),
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
