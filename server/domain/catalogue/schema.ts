// The entries of a catalogue file, as ../shared/spec/catalogue-format.md has them: what is left
// out of an entry is unknown, so an entry always says the whole of its project or portfolio.
import { z } from "zod";
import { PageQuery } from "#core/page";
import { text } from "#core/text";
import { fromMillionths, MILLION, toMillionths } from "./price-rules";

const MAX_CENTS_PER_KG = 1_000_000;

const id = text(255, 1);
const name = text(512, 1);
const words = text(512)
  .nullish()
  .transform((value) => value ?? "");
const prose = text(50_000)
  .nullish()
  .transform((value) => value ?? "");
/** Unknown where it is left out or blank: never a text of no characters. */
const known = text(512)
  .nullish()
  .transform((value) => value?.trim() || null);
const detail = text(50_000)
  .nullish()
  .transform((value) => value ?? null);
const labels = z.array(text(512, 1)).max(100).default([]);
const year = z.int().min(1900).max(2200);
const centsPerKg = z.int().min(1).max(MAX_CENTS_PER_KG);
const ownCentsPerKg = centsPerKg.nullish().transform((value) => value ?? null);

/** A link to somewhere else. */
const link = z
  .url({ protocol: /^https?$/, error: "must be an http or https URL" })
  .max(2048)
  .nullish()
  .transform((value) => value ?? null);

/** A picture: somewhere else, or on this site by its path. */
const picture = text(2048)
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
  type: words,
  summary: prose,
  description: prose,
  developer: words,
  location_name: words,
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
  registry_name: words,
  registry_id: known,
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
});
export type ProjectEntry = z.infer<typeof ProjectEntry>;

const sixDecimals = "must have at most six decimals";

const Member = z.strictObject({
  project_id: id,
  weight: z
    .number()
    .positive()
    .max(1_000_000)
    .refine((weight) => toMillionths(weight) !== null, sixDecimals)
    .default(1),
});

export const ProjectCategoryEntry = z.strictObject({
  id,
  name,
  description: prose,
  primary_image_url: picture,
  api_price_per_kg_usd_cents: centsPerKg,
  checkout_price_per_kg_usd_cents: centsPerKg,
  projects: z.array(Member),
});
export type ProjectCategoryEntry = z.infer<typeof ProjectCategoryEntry>;

const CategoryAllocation = z.strictObject({
  category_id: id,
  allocated_fraction: z
    .number()
    .positive()
    .max(1)
    .refine((fraction) => toMillionths(fraction) !== null, sixDecimals),
});

export const PortfolioEntry = z.strictObject({
  id,
  name,
  summary: prose,
  description: prose,
  primary_image_url: picture,
  api_price_per_kg_usd_cents: ownCentsPerKg,
  checkout_price_per_kg_usd_cents: ownCentsPerKg,
  category_allocations: z.array(CategoryAllocation).min(1),
});
export type PortfolioEntry = z.infer<typeof PortfolioEntry>;

const MAX_PARTS = 50;

/** The parts of a portfolio as its account builds it: of each category one, and exactly the whole. */
export const PortfolioParts = z
  .array(CategoryAllocation)
  .min(1, "must name at least one category")
  .max(MAX_PARTS)
  .check(({ value, issues }) => {
    const ids = value.map((part) => part.category_id);
    for (const [index, id] of ids.entries()) {
      if (ids.indexOf(id) === index) continue;
      const path = [index, "category_id"];
      issues.push({ code: "custom", input: value, path, message: "is in the list already" });
    }
    const millionths = value.map((part) => toMillionths(part.allocated_fraction));
    if (value.length === 0 || millionths.includes(null)) return;
    const sum = millionths.reduce<number>((all, part) => all + (part ?? 0), 0);
    if (sum === MILLION) return;
    const message = `come to ${fromMillionths(sum * 100)} %, not to 100 %`;
    issues.push({ code: "custom", input: value, message });
  })
  .meta({ examples: [[{ category_id: "cat_sandbox_forests_wetlands", allocated_fraction: 1 }]] });
export type PortfolioParts = z.infer<typeof PortfolioParts>;

/** An account's own portfolio. It has no price of its own: it costs what its parts cost. */
export const CreatePortfolio = z.strictObject({
  name,
  summary: words,
  description: prose,
  category_allocations: PortfolioParts,
});
export type CreatePortfolio = z.infer<typeof CreatePortfolio>;

export const UpdatePortfolio = CreatePortfolio.extend({ id: text(64, 1) });
export type UpdatePortfolio = z.infer<typeof UpdatePortfolio>;

/** The portfolio that a request may name. */
export const portfolioId = text(512, 1)
  .nullish()
  .meta({
    description: "Default: the subaccount's default portfolio, else the account's.",
    examples: ["pf_sandbox_balanced"],
  });

/** What the factor of each activity is per: a factor per mile would be taken for one per km. */
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

const typedCents = z.coerce
  .number("must be a number")
  .int("must be whole cents")
  .min(1, "must be at least 1")
  .max(MAX_CENTS_PER_KG, "must be at most 1,000,000");

/** The prices that whoever changes them saw: nobody who was quicker is overwritten unseen. */
const seen = <Cents extends z.ZodType>(cents: Cents) =>
  z.strictObject({ api: cents, checkout: cents });

/** In cents per kg, by channel. */
export const CategoryPrices = z.strictObject({
  api_price_per_kg_usd_cents: typedCents,
  checkout_price_per_kg_usd_cents: typedCents,
});
export type CategoryPrices = z.infer<typeof CategoryPrices>;

export const ListPriceChanges = CategoryPrices.extend({ id });
export type ListPriceChanges = z.infer<typeof ListPriceChanges>;

export const SetCategoryPrices = CategoryPrices.extend({ id, seen: seen(z.int()) });
export type SetCategoryPrices = z.infer<typeof SetCategoryPrices>;

/** Null: derived from the prices of the categories. */
export const PortfolioPrices = z.strictObject({
  api_price_per_kg_usd_cents: typedCents.nullable(),
  checkout_price_per_kg_usd_cents: typedCents.nullable(),
});
export type PortfolioPrices = z.infer<typeof PortfolioPrices>;

export const SetPortfolioPrices = PortfolioPrices.extend({ id, seen: seen(z.int().nullable()) });
export type SetPortfolioPrices = z.infer<typeof SetPortfolioPrices>;

/** One step of an activity: what it is per, and from which distance on, stay as they are. */
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

/** "Verra VCS1340"; what is unknown is left out. */
export function registryLabel(name: string, id: string | null): string {
  return [name, id].filter(Boolean).join(" ");
}
