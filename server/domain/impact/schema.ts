// What callers send about impact: a period, and how the public page is to be shown.
import { z } from "zod";
import { equivalentNames, firstInstant, lastInstant, sectionNames } from "./rules";

/** ISO 8601, as text. */
const moment = (description: string, example: string) =>
  z.preprocess(
    // A plus sign that was not escaped arrives as a space.
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
      "Start of the period: an ISO 8601 date (from its start in UTC) or a timestamp, " +
        "inclusive. Default: when the account was created.",
      "2026-01-01",
    )
      .transform(firstInstant)
      .optional(),
    to: moment(
      "End of the period: an ISO 8601 date (to its end in UTC) or a timestamp, inclusive. " +
        "Default: now.",
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

/** Names of a list, each once at most. */
function someOf<const Names extends readonly [string, ...string[]]>(names: Names) {
  return z
    .array(z.enum(names))
    .refine((chosen) => new Set(chosen).size === chosen.length, "must not contain duplicates");
}

export const SetImpactPage = z
  .strictObject({
    enabled: z.boolean().meta({ description: "Whether the page is public.", examples: [true] }),
    enabled_equivalents: someOf(equivalentNames).meta({
      description: "Equivalents to show, in any order. Empty: none.",
      examples: [["cars", "trees"]],
      uniqueItems: true,
    }),
    sections: someOf(sectionNames)
      .optional()
      .meta({
        description: "Sections to show below the total, in any order. Default: all.",
        examples: [["map", "projects"]],
        uniqueItems: true,
      }),
    listed: z
      .boolean()
      .optional()
      .meta({
        description:
          "Whether search engines can index the page and the sitemap includes it. Default: " +
          "true. A test account's page is never listed.",
        examples: [true],
      }),
  })
  .meta({ id: "SetHostedPageConfig", description: "New configuration of a hosted impact page." });
export type SetImpactPage = z.infer<typeof SetImpactPage>;
