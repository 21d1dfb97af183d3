import { z } from "zod";
import { type FieldErrors, Problem } from "#core/errors";
import { text } from "#core/text";
import { cleanText } from "./export-row";
import type { Registry } from "./registry-identities";

const column = text(255, 1).transform(cleanText);
const optional = column.optional();

const columns = z.strictObject({
  project_id: column,
  project_name: column,
  vintage_year: column,
  serial_number_range: optional,
  serial: optional,
  first_serial: optional,
  last_serial: optional,
  quantity_tonnes: optional,
  quantity_kg: optional,
  project_type: optional,
  country: optional,
  methodology: optional,
  developer: optional,
  state: optional,
  mechanism: optional,
  sdg_goals: optional,
  corresponding_adjustment: optional,
  credit_type: optional,
  /** Columns of lists, or of yes and no: then a yes is the column's name. */
  labels: z.union([column, z.array(column)]).optional(),
  account: optional,
  status: optional,
  retired_on: optional,
});
export type HoldingsField = keyof z.infer<typeof columns>;

/** Columns of an account's holdings export, by field. */
export const HoldingsMapping = z
  .strictObject({
    columns,
    /** Values of the `status` column that may be sold. */
    active_statuses: z.array(text(255, 1)).min(1).default(["Active"]),
    /** Order of dates with slashes; `iso` if the file shows it. */
    dates: z.enum(["iso", "day-first", "month-first"]).default("iso"),
    /** Columns above that a file may lack. */
    optional_columns: z.array(column).default([]),
    /** Columns that look like those of credits that cannot be sold, but are none. */
    ignored_columns: z.array(column).default([]),
  })
  .superRefine(({ columns: given }, ctx) => {
    const report = (field: string, message: string) =>
      ctx.addIssue({ code: "custom", path: ["columns", field], message });
    const parts = ["serial", "first_serial", "last_serial"] as const;
    const missing = parts.filter((part) => given[part] === undefined);
    if (given.serial_number_range === undefined && missing.length > 0) {
      const message =
        "is required, or all of serial, first_serial and last_serial if the numbers are in columns of their own";
      report("serial_number_range", message);
    }
    if (given.serial_number_range !== undefined && missing.length < parts.length) {
      report("serial_number_range", "excludes serial, first_serial and last_serial");
    }
    if ((given.quantity_tonnes === undefined) === (given.quantity_kg === undefined)) {
      report("quantity_tonnes", "or quantity_kg is required, and not both");
    }
  });
export type HoldingsMapping = z.infer<typeof HoldingsMapping>;

function messageOf(issue: z.core.$ZodIssue): string {
  if (issue.code === "unrecognized_keys") return "is no field of a mapping";
  if (issue.code === "invalid_type" && issue.input === undefined) return "is required";
  return issue.message;
}

/** Parses a mapping file (JSON). @throws invalid-parameters whose `errors` name every fault */
export function parseHoldingsMapping(name: string, json: string): HoldingsMapping {
  const title = "The mapping has errors";
  let value: unknown;
  try {
    value = JSON.parse(json.replace(/^\ufeff/, ""));
  } catch (error) {
    const message = error instanceof Error ? error.message : "cannot be read";
    throw new Problem("invalid-parameters", { title, errors: { [name]: [message] } });
  }
  const parsed = HoldingsMapping.safeParse(value, { reportInput: true });
  if (parsed.success) return parsed.data;
  const errors: FieldErrors = {};
  for (const issue of parsed.error.issues) {
    const keys = issue.code === "unrecognized_keys" ? issue.keys : [null];
    for (const key of keys) {
      const path = [...issue.path, ...(key === null ? [] : [key])].join(".");
      errors[`${name}, ${path || "file"}`] = [messageOf(issue)];
    }
  }
  throw new Problem("invalid-parameters", { title, errors });
}

type Columns = HoldingsMapping["columns"];

/** A file may lack the columns that tell which credits cannot be sold. */
function mapping(
  columns: Columns,
  options: Partial<Omit<HoldingsMapping, "columns">> = {},
): HoldingsMapping {
  const { status, account, retired_on } = columns;
  const optional = [status, account, retired_on].filter((column) => column !== undefined);
  return {
    columns,
    active_statuses: ["Active"],
    dates: "iso",
    optional_columns: optional,
    ignored_columns: [],
    ...options,
  };
}

const corsia = "Eligible for CORSIA";

const acr: Columns = {
  serial_number_range: "Credit Serial Numbers",
  quantity_tonnes: "Quantity of Credits",
  vintage_year: "Vintage",
  project_id: "Project ID",
  project_name: "Project Name",
  project_type: "Project Type",
  country: "Project Site Country",
  state: "Project Site State",
  methodology: "Project Methodology/Protocol",
  developer: "Project Developer",
  mechanism: "Reduction/Removal",
  sdg_goals: "Sustainable Development Goal(s)",
  corresponding_adjustment: "Corresponding Adjustment",
  credit_type: "Credit Type",
  labels: [
    "CCP Approved",
    "ICVCM CCP Eligible",
    "CORSIA Eligible",
    `${corsia} 2021-2023 Compliance Period (Pilot Phase)`,
    `${corsia} 2024-2026 Compliance Period (First Phase)`,
    `${corsia} 2021-2023 Compliance Period`,
    `${corsia} 2024-2026 Compliance Period`,
    "Verified Removal",
    "Additional Certification(s)",
  ],
  account: "Account Holder",
  status: "Status",
};

const apx = { dates: "month-first" } as const;

export const readyMappings: Readonly<Partial<Record<Registry, HoldingsMapping>>> = {
  acr: mapping(acr, apx),
  car: mapping(
    {
      ...acr,
      serial_number_range: "Offset Credit Serial Numbers",
      quantity_tonnes: "Quantity of Offset Credits",
      methodology: "Protocol and Version",
      developer: "Project Owner",
      sdg_goals: "SDG Impact",
      credit_type: "Offset Credit Type",
    },
    apx,
  ),
  art: mapping(
    {
      ...acr,
      project_id: "Program ID",
      project_name: "Program Name",
      project_type: "Program Type",
      country: "Program Country",
      state: "Program Jurisdiction(s)",
      methodology: "Crediting Program and Standard",
      developer: "Sovereign Program Developer",
    },
    apx,
  ),
  cercarbono: mapping({
    serial: "serial",
    first_serial: "from",
    last_serial: "to",
    quantity_tonnes: "quantity",
    vintage_year: "vintage",
    project_id: "project_id",
    project_name: "project_name",
    credit_type: "credits_type",
    account: "account",
    status: "status",
  }),
  puro: mapping({
    serial_number_range: "certificates",
    quantity_tonnes: "volume",
    vintage_year: "vintage",
    project_id: "productionFacilityCode",
    project_name: "productionFacilityName",
    methodology: "methodologyName",
    account: "accountName",
    status: "status",
  }),
};
