import { z } from "zod";
import { text } from "#core/text";

const MAX_REPORT_DAYS = 3_700;
const DAY_MS = 24 * 3_600_000;
const day = z.iso.date("must be a date such as 2026-01-31");

const reportFields = {
  /** The subaccount. */
  id: text(64),
  /** First and last day (UTC). */
  from: day,
  to: day,
  prices: z.enum(["shown", "hidden"]).default("hidden"),
};

type Period = Record<"from" | "to", string>;

const isPeriod = ({ from, to }: Period) => from <= to;
const isShort = ({ from, to }: Period) =>
  Date.parse(to) - Date.parse(from) < MAX_REPORT_DAYS * DAY_MS;

const inOrder = { path: ["to"], error: "must not be before from" };
const shortEnough = { path: ["to"], error: "must be within ten years of from" };

/** The report of one subaccount for a period. */
export const ReportQuery = z
  .strictObject(reportFields)
  .refine(isPeriod, inOrder)
  .refine(isShort, shortEnough);
export type ReportQuery = z.infer<typeof ReportQuery>;

/** Longest life of a link, which the database holds too. */
const MAX_LINK_DAYS = 90;

export const CreateReportLink = z
  .strictObject({ ...reportFields, days: z.int().min(1).max(MAX_LINK_DAYS).default(30) })
  .refine(isPeriod, inOrder)
  .refine(isShort, shortEnough);
export type CreateReportLink = z.infer<typeof CreateReportLink>;

export const RevokeReportLink = z.strictObject({ id: text(64), link_id: text(64) });
