import { z } from "zod";
import { equivalentNames, firstInstant, lastInstant, sectionNames } from "./rules";
import { headlines } from "./whose-rules";

/** ISO 8601, as text. */
export const moment = (description: string, example: string) =>
  z.preprocess(
    // An unescaped plus sign arrives as a space.
    (value) => (typeof value === "string" ? value.replace(/ (?=\d\d:\d\d$)/, "+") : value),
    z
      .union(
        [
          z.iso.date(),
          z.iso.datetime({ offset: true }),
          z.iso.datetime({ offset: true, precision: -1 }),
          z.literal(["", "null"]),
        ],
        {
          error:
            "must be a date such as 2026-01-31, or a timestamp such as 2026-01-31T12:00:00Z, " +
            "with Z or an offset",
        },
      )
      .meta({ description, examples: [example] }),
  );

export const ImpactPeriod = z
  .strictObject({
    from: moment(
      "Orders made at this time or later count: an ISO 8601 date, from its start in UTC, or a " +
        "timestamp. Default: from the account's creation.",
      "2026-01-01",
    )
      .transform(firstInstant)
      .optional(),
    to: moment(
      "Orders made at this time or earlier count: an ISO 8601 date, to its end in UTC, or a " +
        "timestamp. Default: up to the present.",
      "2026-12-31",
    )
      .transform(lastInstant)
      .optional(),
  })
  .refine(({ from, to }) => !from || !to || from <= to, {
    path: ["to"],
    error: "must not be before from",
  });
export type ImpactPeriod = z.infer<typeof ImpactPeriod>;

/** List of names without duplicates. */
function someOf<const Names extends readonly [string, ...string[]]>(names: Names) {
  return z
    .array(z.enum(names))
    .refine((chosen) => new Set(chosen).size === chosen.length, "must not name one twice");
}

export const SetImpactPage = z
  .strictObject({
    enabled: z.boolean().meta({ description: "True to make the page public.", examples: [true] }),
    enabled_equivalents: someOf(equivalentNames).meta({
      description: "Equivalents on the page, in any order. Empty for none.",
      examples: [["cars", "trees"]],
      uniqueItems: true,
    }),
    sections: someOf(sectionNames)
      .optional()
      .meta({
        description: "Sections below the total, in any order. All by default.",
        examples: [["map", "projects"]],
        uniqueItems: true,
      }),
    headline: z
      .enum(headlines)
      .optional()
      .meta({
        description:
          "Tonnes that the page headlines: the owner's own, by default, or those of its customers " +
          "and partners.",
        examples: ["own"],
      }),
    listed: z
      .boolean()
      .optional()
      .meta({
        description:
          "True to allow search engines to list the page and to include it in the sitemap. True by " +
          "default. Pages of test accounts are never listed.",
        examples: [true],
      }),
  })
  .meta({ id: "SetHostedPageConfig", description: "Configuration of a hosted impact page." });
export type SetImpactPage = z.infer<typeof SetImpactPage>;
