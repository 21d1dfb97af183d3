// Facts about a project that disclosure rules ask for. Null means "not stated"; nothing is guessed.
import { z } from "zod";
import { countryCodes } from "#core/countries";
import { text } from "#core/text";
import type { Project } from "#prisma";

export const mechanisms = ["removal", "reduction", "mixed"] as const;
export type Mechanism = (typeof mechanisms)[number];

export const sinks = ["biogenic", "technological"] as const;
export type Sink = (typeof sinks)[number];

const MAX_DURABILITY_YEARS = 1_000_000;

const orNull = <Schema extends z.ZodType>(schema: Schema) =>
  schema.nullish().transform((value) => value ?? null);

const CreditingPeriod = z
  .strictObject({ start: z.iso.date(), end: orNull(z.iso.date()) })
  .refine(({ start, end }) => end === null || start <= end, {
    path: ["end"],
    message: "is before the start",
  });

/** Fields of a project in a catalogue file. */
export const projectAttributeEntry = {
  country_code: orNull(
    z.string().refine((code) => countryCodes.has(code), {
      error: "must be a country code of ISO 3166-1, such as GN",
    }),
  ),
  mechanism: orNull(z.enum(mechanisms)),
  sink: orNull(z.enum(sinks)),
  durability_years: orNull(z.int().min(1).max(MAX_DURABILITY_YEARS)),
  crediting_period: orNull(CreditingPeriod),
  protocol: orNull(text(512)),
};

/** Fields of a project in the API. */
export const projectAttributeResource = {
  country_code: z
    .string()
    .nullable()
    .meta({
      description: "Country of the project (ISO 3166-1 alpha-2). Null if not stated.",
      examples: ["GN"],
    }),
  mechanism: z
    .enum(mechanisms)
    .nullable()
    .meta({
      description:
        "Whether the project removes CO2 from the air, reduces emissions, or both (`mixed`). Null if not stated.",
      examples: ["removal"],
    }),
  sink: z
    .enum(sinks)
    .nullable()
    .meta({
      description:
        "Where removed carbon is stored. Null for projects without removals, and if not stated.",
      examples: ["biogenic"],
    }),
  durability_years: z
    .int()
    .nullable()
    .meta({
      description: "Years for which removed carbon stays stored. Null if not stated.",
      examples: [40],
    }),
  crediting_period: z
    .strictObject({
      start: z.iso.date().meta({ description: "First day.", examples: ["2019-03-01"] }),
      end: z.iso
        .date()
        .nullable()
        .meta({ description: "Last day. Null if not stated.", examples: ["2049-02-28"] }),
    })
    .nullable()
    .meta({
      description: "Period for which the registry issues credits. Null if not stated.",
    }),
  protocol: z
    .string()
    .nullable()
    .meta({
      description: "Protocol of the registry that the project follows. Null if not stated.",
      examples: ["VM0033 v2.1"],
    }),
};

const Attributes = z.strictObject(projectAttributeResource);
type Attributes = z.infer<typeof Attributes>;

/** A date column as `2026-11-22`. Prisma reads it as a Date, and SQL as text. */
const dayOf = (date: Date | string) =>
  typeof date === "string" ? date : date.toISOString().slice(0, 10);

export function toProjectAttributes(row: Project): Attributes {
  const { creditingPeriodStart: start, creditingPeriodEnd: end } = row;
  return {
    country_code: row.countryCode,
    mechanism: row.mechanism as Mechanism | null,
    sink: row.sink as Sink | null,
    durability_years: row.durabilityYears,
    crediting_period: start && { start: dayOf(start), end: end && dayOf(end) },
    protocol: row.protocol,
  };
}

/** The crediting period as columns. */
export function creditingPeriodColumns(period: Attributes["crediting_period"]) {
  return {
    crediting_period_start: period && new Date(period.start),
    crediting_period_end: period?.end ? new Date(period.end) : null,
  };
}
