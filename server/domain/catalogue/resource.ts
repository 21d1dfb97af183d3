import { z } from "zod";
import { appUrl } from "#core/env";
import type { Currency } from "#core/money";
import type {
  CategoryPrice,
  CategoryProject,
  Portfolio,
  PortfolioAllocation,
  Project,
  ProjectCategory,
} from "#prisma";
import {
  categoryPrices,
  portfolioPrices,
  toCategoryPrices,
  toPortfolioPrices,
} from "./price-resource";
import { type CurrencyPrices, fromMillionths } from "./price-rules";
import { projectAttributeResource, toProjectAttributes } from "./project-attributes";

export type ProjectCategoryWithProjects = ProjectCategory & {
  prices: CategoryPrice[];
  projects: (CategoryProject & { project: Project })[];
};
export type PortfolioWithAllocations = Portfolio & {
  prices: CurrencyPrices[];
  allocations: (PortfolioAllocation & { category: ProjectCategoryWithProjects })[];
};

const imageUrl = z
  .string()
  .nullable()
  .meta({
    description: "URL of a picture.",
    examples: ["https://till.example/images/mangroves.svg"],
  });

/** A text that may be null. */
function detail(description: string, example: string | null) {
  return z
    .string()
    .nullable()
    .meta({ description, examples: [example] });
}

const project = {
  id: z
    .string()
    .meta({ description: "Id of the project.", examples: ["prj_sandbox_salt_heron_mangroves"] }),
  name: z.string().meta({ description: "Name.", examples: ["Northern Delta Mangroves"] }),
  type: z.string().meta({ description: "Type of the project.", examples: ["Reforestation"] }),
  summary: z.string().meta({
    description: "Short description.",
    examples: ["Mangroves grow again on 1,200 hectares of abandoned shrimp ponds."],
  }),
  description: z.string().meta({
    description: "Full description.",
    examples: ["Villages replant the coast, guard it, and are paid for each year that it stands."],
  }),
  developer: z.string().meta({
    description: "Organization that runs the project.",
    examples: ["Northern Delta Cooperative"],
  }),
  location_name: z
    .string()
    .meta({ description: "Location of the project.", examples: ["Northern Delta"] }),
  location_latitude: z
    .number()
    .nullable()
    .meta({ description: "Latitude in degrees, north is positive.", examples: [9.71] }),
  location_longitude: z
    .number()
    .nullable()
    .meta({ description: "Longitude in degrees, east is positive.", examples: [106.58] }),
  primary_image_url: imageUrl,
  registry_name: z.string().meta({ description: "Name of the registry.", examples: ["Verra"] }),
  registry_id: z
    .string()
    .nullable()
    .meta({
      description: "Id of the project at the registry. Null if unknown.",
      examples: ["VCS1340"],
    }),
  registry_url: detail("URL of the project at the registry.", "https://registry.example/VCS1340"),
  un_sdg_goals: z.array(z.int()).meta({
    description: "Numbers of the UN Sustainable Development Goals that the project supports.",
    examples: [[13, 15]],
  }),
  activity_types: z
    .array(z.string())
    .meta({ description: "Activities of the project.", examples: [["Mangrove planting"]] }),
  methodology: detail("Methodology for counting its credits.", "VM0033"),
  verifier: detail("Organization that verified the project.", "Example Verification Ltd"),
  permanence: detail("Time that the carbon is stored.", "40 years"),
  lifetime: z
    .strictObject({
      start_year: z.int().meta({ description: "First year.", examples: [2019] }),
      end_year: z.int().meta({ description: "Last year.", examples: [2058] }),
    })
    .nullable()
    .meta({ description: "First and last year of the project." }),
  impact_type: detail("Type of impact, such as removal or avoidance of emissions.", "removal"),
  due_diligence: detail("Review of the project before it was offered.", null),
  beyond_carbon: detail("Benefits other than carbon.", "Shelters villages from storms."),
  risk_of_reversal: detail("Risk that stored carbon is released again.", "low"),
  third_party_labels: z
    .array(z.string())
    .meta({ description: "Labels from third parties.", examples: [["CCB Gold"]] }),
  ...projectAttributeResource,
};

export const ProjectResource = z
  .strictObject(project)
  .meta({ id: "Project", description: "A project with credits for sale." });
export type ProjectResource = z.infer<typeof ProjectResource>;

const CreditIssuance = z.strictObject({
  vintage_year: z.int().meta({ description: "Year of the reductions.", examples: [2022] }),
  total_amount: z.number().meta({ description: "Issued credits in tonnes.", examples: [5000] }),
});

export const ProjectDetailResource = z
  .strictObject({
    ...project,
    credit_issuances: z
      .array(CreditIssuance)
      .meta({ description: "Credits issued by the registry." }),
  })
  .meta({ id: "ProjectDetail", description: "A project with its issued credits." });
export type ProjectDetailResource = z.infer<typeof ProjectDetailResource>;

export const ProjectCategoryResource = z
  .strictObject({
    id: z
      .string()
      .meta({ description: "Id of the category.", examples: ["cat_sandbox_forests_wetlands"] }),
    name: z.string().meta({ description: "Name.", examples: ["Forests and coasts"] }),
    description: z.string().meta({
      description: "Description of the category.",
      examples: ["Trees that are planted, or kept standing, on land and along coasts."],
    }),
    primary_image_url: imageUrl,
    ...categoryPrices,
    projects: z.array(ProjectResource).meta({ description: "Projects of the category." }),
  })
  .meta({ id: "ProjectCategory", description: "A category of projects, with its projects." });
export type ProjectCategoryResource = z.infer<typeof ProjectCategoryResource>;

const portfolio = {
  id: z.string().meta({ description: "Id of the portfolio.", examples: ["pf_sandbox_balanced"] }),
  name: z.string().meta({ description: "Name.", examples: ["Balanced"] }),
  summary: z.string().meta({
    description: "Short description.",
    examples: ["A bit of everything that lasts."],
  }),
  description: z.string().meta({
    description: "Full description.",
    examples: ["Forests and coasts for the most part, with biochar and clean cooking."],
  }),
  primary_image_url: imageUrl,
};

export const PortfolioResource = z
  .strictObject(portfolio)
  .meta({ id: "Portfolio", description: "A weighted set of project categories to buy from." });
export type PortfolioResource = z.infer<typeof PortfolioResource>;

const CategoryAllocation = z.strictObject({
  category: ProjectCategoryResource,
  allocated_fraction: z.number().meta({
    description: "Share of the category. The shares of a portfolio sum to 1.",
    examples: [0.35],
  }),
});

export const PortfolioDetailResource = z
  .strictObject({
    ...portfolio,
    ...portfolioPrices,
    category_allocations: z
      .array(CategoryAllocation)
      .meta({ description: "Categories of the portfolio and their shares." }),
  })
  .meta({ id: "PortfolioDetail", description: "A portfolio with its prices and categories." });
export type PortfolioDetailResource = z.infer<typeof PortfolioDetailResource>;

/** Makes a picture's path an absolute URL. */
function absolute(url: string | null): string | null {
  return url?.startsWith("/") ? appUrl() + url : url;
}

function toLifetime(row: Project): ProjectResource["lifetime"] {
  if (row.lifetimeStartYear === null || row.lifetimeEndYear === null) return null;
  return { start_year: row.lifetimeStartYear, end_year: row.lifetimeEndYear };
}

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
    ...toProjectAttributes(row),
  };
}

export function toProjectDetailResource(row: Project): ProjectDetailResource {
  const issuances = z.array(CreditIssuance).parse(row.creditIssuances);
  return { ...toProjectResource(row), credit_issuances: issuances };
}

export function toProjectCategoryResource(
  row: ProjectCategoryWithProjects,
  currency: Currency,
): ProjectCategoryResource {
  const { id, name, description } = row;
  return {
    id,
    name,
    description,
    primary_image_url: absolute(row.primaryImageUrl),
    ...toCategoryPrices(row.prices, currency),
    projects: row.projects.map((member) => toProjectResource(member.project)),
  };
}

export function toPortfolioResource(row: Portfolio): PortfolioResource {
  const { id, name, summary, description } = row;
  return { id, name, summary, description, primary_image_url: absolute(row.primaryImageUrl) };
}

/** Prices are in the given currency. */
export function toPortfolioDetailResource(
  row: PortfolioWithAllocations,
  currency: Currency,
): PortfolioDetailResource {
  return {
    ...toPortfolioResource(row),
    ...toPortfolioPrices(row, currency),
    category_allocations: row.allocations.map((allocation) => ({
      category: toProjectCategoryResource(allocation.category, currency),
      allocated_fraction: fromMillionths(allocation.endMillionths - allocation.startMillionths),
    })),
  };
}
