// Fields that an entry leaves out are unknown: an entry describes its project or portfolio
// completely.
import { z } from "zod";
import { PageQuery } from "#core/page";
import { text } from "#core/text";
import {
  categoryFilePrices,
  portfolioFilePrices,
  withPrices,
  withRequiredPrices,
} from "./file-prices";
import { fromMillionths, MILLION, toMillionths } from "./price-rules";
import { projectAttributeEntry } from "./project-attributes";
import { translationsOf } from "./translation-schema";

export const id = text(255, 1);
const name = text(512, 1);
export const shortText = text(512)
  .nullish()
  .transform((value) => value ?? "");
export const prose = text(50_000)
  .nullish()
  .transform((value) => value ?? "");
/** Null if left out or blank. */
const textOrNull = text(512)
  .nullish()
  .transform((value) => value?.trim() || null);
const detail = text(50_000)
  .nullish()
  .transform((value) => value ?? null);
const labels = z.array(text(512, 1)).max(100).default([]);
const year = z.int().min(1900).max(2200);

/** An external link. */
const link = z
  .url({ protocol: /^https?$/, error: "must be an http or https URL" })
  .max(2048)
  .nullish()
  .transform((value) => value ?? null);

/** A picture: an external URL, or a path on this site. */
export const picture = text(2048)
  .regex(/^(https?:\/\/[^/]|\/(?!\/))/, "must be an http or https URL, or a path from /")
  .nullish()
  .transform((value) => value ?? null);

const Issuance = z.strictObject({ vintage_year: year, total_amount: z.number().min(0) });

const Lifetime = z
  .strictObject({ start_year: year, end_year: year })
  .refine((lifetime) => lifetime.start_year <= lifetime.end_year, "ends before it starts");

export const ProjectEntry = z.strictObject({
  id,
  name,
  type: shortText,
  summary: prose,
  description: prose,
  developer: shortText,
  location_name: shortText,
  location_latitude: z
    .number()
    .min(-90)
    .max(90)
    .nullish()
    .transform((value) => value ?? null),
  location_longitude: z
    .number()
    .min(-180)
    .max(180)
    .nullish()
    .transform((value) => value ?? null),
  primary_image_url: picture,
  registry_name: shortText,
  registry_id: textOrNull,
  registry_url: link,
  un_sdg_goals: z.array(z.int().min(1).max(17)).max(17).default([]),
  activity_types: labels,
  methodology: detail,
  verifier: detail,
  permanence: detail,
  lifetime: Lifetime.nullish().transform((value) => value ?? null),
  impact_type: detail,
  due_diligence: detail,
  beyond_carbon: detail,
  risk_of_reversal: detail,
  third_party_labels: labels,
  credit_issuances: z.array(Issuance).max(1000).default([]),
  ...projectAttributeEntry,
  translations: translationsOf("project"),
});
/** Without `translations`, those in the catalogue stay. A file always has them, if only none. */
type Untranslated<Entry extends { translations: unknown }> = Omit<Entry, "translations"> &
  Partial<Pick<Entry, "translations">>;
export type ProjectEntry = Untranslated<z.infer<typeof ProjectEntry>>;

const sixDecimals = "must have at most six decimals";

export const Member = z.strictObject({
  project_id: id,
  weight: z
    .number()
    .positive()
    .max(1_000_000)
    .refine((weight) => toMillionths(weight) !== null, sixDecimals)
    .default(1),
});

export const ProjectCategoryEntry = z
  .strictObject({
    id,
    name,
    description: prose,
    primary_image_url: picture,
    ...categoryFilePrices,
    projects: z.array(Member),
    translations: translationsOf("category"),
  })
  .transform(withRequiredPrices);
export type ProjectCategoryEntry = Untranslated<z.infer<typeof ProjectCategoryEntry>>;

export const CategoryAllocation = z.strictObject({
  category_id: id,
  allocated_fraction: z
    .number()
    .positive()
    .max(1)
    .refine((fraction) => toMillionths(fraction) !== null, sixDecimals),
});

export const PortfolioEntry = z
  .strictObject({
    id,
    name,
    summary: prose,
    description: prose,
    primary_image_url: picture,
    ...portfolioFilePrices,
    category_allocations: z.array(CategoryAllocation).min(1),
    translations: translationsOf("portfolio"),
  })
  .transform(withPrices);
export type PortfolioEntry = Untranslated<z.infer<typeof PortfolioEntry>>;

const MAX_PARTS = 50;

/** Parts of an account's own portfolio: each category once, 100 % in total. */
export const PortfolioParts = z
  .array(CategoryAllocation)
  .min(1, "must name at least one category")
  .max(MAX_PARTS)
  .check(({ value, issues }) => {
    const ids = value.map((part) => part.category_id);
    for (const [index, id] of ids.entries()) {
      if (ids.indexOf(id) === index) continue;
      const path = [index, "category_id"];
      issues.push({ code: "custom", input: value, path, message: "occurs twice" });
    }
    const millionths = value.map((part) => toMillionths(part.allocated_fraction));
    if (value.length === 0 || millionths.includes(null)) return;
    const sum = millionths.reduce<number>((all, part) => all + (part ?? 0), 0);
    if (sum === MILLION) return;
    const message = `sum to ${fromMillionths(sum * 100)}%, not to 100%`;
    issues.push({ code: "custom", input: value, message });
  })
  .meta({ examples: [[{ category_id: "cat_sandbox_forests_wetlands", allocated_fraction: 1 }]] });
export type PortfolioParts = z.infer<typeof PortfolioParts>;

/** An account's own portfolio, priced by its parts. */
export const CreatePortfolio = z.strictObject({
  name,
  summary: shortText,
  description: prose,
  category_allocations: PortfolioParts,
});
export type CreatePortfolio = z.infer<typeof CreatePortfolio>;

export const UpdatePortfolio = CreatePortfolio.extend({ id: text(64, 1) });
export type UpdatePortfolio = z.infer<typeof UpdatePortfolio>;

/** Portfolio of an order, quote or session. */
export const portfolioId = text(512, 1)
  .nullish()
  .meta({
    description: "Portfolio to buy from. Default: that of the subaccount, or else of the account.",
    examples: ["pf_sandbox_balanced"],
  });

/** Unit of each activity: without it, a factor per mile could be taken for one per km. */
const units = {
  train: "passenger_km",
  flight: "passenger_km",
  air_freight: "tonne_km",
  ground_freight: "tonne_km",
  office_space: "square_foot_year",
  passenger_car_van_or_suv: "vehicle_km",
  small_bus: "vehicle_km",
  school_bus: "vehicle_km",
  coach_bus: "vehicle_km",
} as const;
type Activity = keyof typeof units;

export const EmissionFactorEntry = z
  .strictObject({
    activity: z.enum(Object.keys(units) as [Activity, ...Activity[]]),
    unit: text(64, 1),
    kg_co2e_per_unit: z.number().positive().max(1_000_000),
    from_distance_km: z.number().min(0).max(1_000_000).default(0),
    source: name,
    edition: text(64, 1),
    url: link,
  })
  .check(({ value, issues }) => {
    const unit = units[value.activity];
    if (value.unit === unit) return;
    const message = `must be ${unit} for ${value.activity}`;
    issues.push({ code: "custom", input: value.unit, path: ["unit"], message });
  });
export type EmissionFactorEntry = z.infer<typeof EmissionFactorEntry>;

const filter = text(512).optional();

export const ListCatalogueProjects = PageQuery.extend({
  search: filter,
  registry: filter,
  type: filter,
});
export type ListCatalogueProjects = z.infer<typeof ListCatalogueProjects>;

/** One step of an activity; its unit and distance do not change. */
export const EmissionFactorForm = z.strictObject({
  kg_co2e_per_unit: z.coerce
    .number("must be a number")
    .positive("must be more than 0")
    .max(1_000_000, "must be at most 1,000,000"),
  source: text(512, 1),
  edition: text(64, 1),
  url: z
    .url({ protocol: /^https?$/, error: "must be an http or https URL" })
    .max(2048)
    .nullable(),
});
export type EmissionFactorForm = z.infer<typeof EmissionFactorForm>;

export const SetEmissionFactor = EmissionFactorForm.extend({
  activity: text(64, 1),
  from_distance_km: z.number().min(0),
});
export type SetEmissionFactor = z.infer<typeof SetEmissionFactor>;

export * from "./price-schema";
