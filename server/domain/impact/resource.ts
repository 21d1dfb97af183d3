import { z } from "zod";
import { appUrl } from "#core/env";
import { ProjectResource, toProjectResource } from "#domain/catalogue";
import type { Impact } from "./impact";
import {
  equivalentNames,
  equivalentOf,
  type ImpactCategory,
  type ImpactPage,
  sectionNames,
  vintagesText,
} from "./rules";
import { headlines } from "./whose-rules";

const registryKgs = {
  registry_retired_kgs: z.int().meta({
    description: "Part of the kg whose retirement the registries have recorded.",
    examples: [1000],
  }),
  pending_kgs: z.int().meta({
    description:
      "The other part: set aside, without a registry's record of retirement. It is pending, " +
      "requested, unreported or disputed; each order says which.",
    examples: [250],
  }),
};

const offsetKgs = z.int().meta({ description: "Amount in kg of CO2e.", examples: [1250] });

const Equivalents = z
  .strictObject({
    cars_off_the_road: z.number().meta({
      description: "Gasoline passenger cars driven for one year, 4,290 kg each (US EPA).",
      examples: [12.4],
    }),
    trees_planted: z.number().meta({
      description: "Tree seedlings grown for 10 years, 60 kg each (US EPA).",
      examples: [886.7],
    }),
    homes_annual_energy_usage: z.number().meta({
      description: "Energy use of US homes for one year, 7,450 kg each (US EPA).",
      examples: [7.1],
    }),
    "homes_annual_energy usages": z.number().meta({
      description: "Same as `homes_annual_energy_usage`, for clients that use this spelling.",
      examples: [7.1],
    }),
    flights_lax_to_nyc: z.number().meta({
      description: "Passengers flown from Los Angeles to New York, 406.9 kg each (US EPA).",
      examples: [130.7],
    }),
  })
  .meta({
    id: "ImpactEquivalents",
    description:
      "The total as other amounts of CO2e, rounded to one decimal. They are comparisons of size: " +
      "they do not lower anyone's footprint.",
  });

const Category = z
  .strictObject({
    category: z
      .strictObject({
        name: z
          .string()
          .meta({ description: "Name of the category.", examples: ["Forests and coasts"] }),
        description: z.string().meta({
          description: "Description of the category.",
          examples: ["Planting and protecting trees on land and along coasts."],
        }),
      })
      .meta({ description: "Category." }),
    offset_kgs: offsetKgs,
    ...registryKgs,
    projects: z
      .array(
        z
          .strictObject({
            project: ProjectResource,
            offset_kgs: offsetKgs,
            ...registryKgs,
            vintages: z.string().meta({
              description: "Vintages of the credits.",
              examples: ["2019-2021, 2023"],
            }),
          })
          .meta({ id: "ImpactProject", description: "Share of a project in the total." }),
      )
      .meta({ description: "Projects of the category with their shares." }),
  })
  .meta({
    id: "ImpactCategory",
    description:
      "Share of a category in the total. A project in several categories counts in the first one " +
      "of the catalogue. A project without a category is grouped by its type.",
  });

export const ImpactResource = z
  .strictObject({
    name: z.string().meta({
      description: "Name of the account or subaccount.",
      examples: ["Aero Climate"],
    }),
    logo_url: z
      .string()
      .nullable()
      .meta({
        description: "Logo of the account or subaccount, if it has one.",
        examples: ["https://till.example/logos/3f9a5c.png"],
      }),
    total_offset_kgs: z.int().meta({
      description: "Kg of CO2e of the fulfilled orders that were placed in the period.",
      examples: [53200],
    }),
    ...registryKgs,
    own_kgs: z.int().meta({
      description:
        "Part of the total that is the account's or subaccount's own: no other beneficiary is named.",
      examples: [1200],
    }),
    for_others_kgs: z.int().meta({
      description:
        "The other part: for subaccounts, for customers of the checkout, and for named beneficiaries.",
      examples: [52000],
    }),
    equivalents: Equivalents,
    since_date: z.iso.datetime().meta({
      description: "Start of the period: `from`, or the creation of the account.",
      examples: ["2026-01-01T00:00:00.000Z"],
    }),
    to_date: z.iso
      .datetime()
      .nullable()
      .meta({
        description: "End of the period: `to`, or the last millisecond of its date. Null: no end.",
        examples: [null],
      }),
    categories: z.array(Category).meta({ description: "Shares by category." }),
  })
  .meta({ id: "ImpactData", description: "Kg of fulfilled orders by category and project." });
export type ImpactResource = z.infer<typeof ImpactResource>;

export const ImpactPageResource = z
  .strictObject({
    enabled: z.boolean().meta({ description: "True if the page is public.", examples: [true] }),
    url: z.string().meta({
      description: "Address of the page.",
      examples: ["https://till.example/impact/aero-climate"],
    }),
    enabled_equivalents: z.array(z.enum(equivalentNames)).meta({
      description: "Equivalents on the page, always in this order.",
      examples: [equivalentNames],
    }),
    sections: z.array(z.enum(sectionNames)).meta({
      description: "Sections of the page, always listed in this order.",
      examples: [sectionNames],
    }),
    headline: z.enum(headlines).meta({
      description: "Tonnes that the page headlines while it has such tonnes.",
      examples: ["own"],
    }),
    listed: z.boolean().meta({
      description:
        "True if search engines may list the page and the sitemap includes it. Always false for " +
        "test accounts.",
      examples: [true],
    }),
  })
  .meta({ id: "HostedPageConfig", description: "Configuration of a hosted impact page." });
export type ImpactPageResource = z.infer<typeof ImpactPageResource>;

function toRegistryKgs({ kg, registryRetiredKg }: { kg: number; registryRetiredKg: number }) {
  return { registry_retired_kgs: registryRetiredKg, pending_kgs: kg - registryRetiredKg };
}

function toCategoryResource(category: ImpactCategory): z.infer<typeof Category> {
  return {
    category: { name: category.name, description: category.description },
    offset_kgs: category.kg,
    ...toRegistryKgs(category),
    projects: category.projects.map(({ project, vintageYears, ...amounts }) => ({
      project: toProjectResource(project),
      offset_kgs: amounts.kg,
      ...toRegistryKgs(amounts),
      vintages: vintagesText(vintageYears),
    })),
  };
}

export function toImpactResource(impact: Impact): ImpactResource {
  const { kg } = impact;
  const homes = equivalentOf("homes", kg);
  return {
    name: impact.name,
    logo_url: impact.logoUrl,
    total_offset_kgs: kg,
    ...toRegistryKgs(impact),
    own_kgs: impact.sums.ownKg,
    for_others_kgs: impact.sums.kg - impact.sums.ownKg,
    equivalents: {
      cars_off_the_road: equivalentOf("cars", kg),
      trees_planted: equivalentOf("trees", kg),
      homes_annual_energy_usage: homes,
      "homes_annual_energy usages": homes,
      flights_lax_to_nyc: equivalentOf("flights", kg),
    },
    since_date: impact.since.toISOString(),
    to_date: impact.to?.toISOString() ?? null,
    categories: impact.categories.map(toCategoryResource),
  };
}

export function toImpactPageResource(page: ImpactPage): ImpactPageResource {
  return {
    enabled: page.isEnabled,
    url: `${appUrl()}/impact/${page.slug}`,
    enabled_equivalents: page.equivalents,
    sections: page.sections,
    headline: page.headline,
    listed: page.isListed,
  };
}
