import { kgPerSerial, registryLabelOf } from "#domain/inventory";
import { countryCodeOf, readLabels } from "./credit-facts";
import type { ExportContents, ImportedProject } from "./export-contents";
import type { ExportLayout } from "./export-layout";
import type { ExportRow } from "./export-row";
import { projectIdentity, type Registry, serialFault } from "./registry-identities";

/** ACR, CAR and ART run on one platform, APX. */
export type ApxRegistry = Extract<Registry, "acr" | "car" | "art">;

function apxProject(
  row: ExportRow,
  registry: ApxRegistry,
  details: Partial<ImportedProject> = {},
): ImportedProject {
  return {
    ...projectIdentity(row, "Project ID", { registry }),
    name: row.required("Project Name"),
    type: row.text("Project Type"),
    location_name: locationOf(row),
    country_code: countryCodeOf(row.text("Project Site Country")),
    methodology: row.text("Project Methodology/Protocol"),
    protocol: protocolOf(row),
    un_sdg_goals: row.goalsIn("Sustainable Development Goal(s)"),
    mechanism: readLabels(row.items("Reduction/Removal"), "").mechanism,
    ...details,
  };
}

/** The methodology with its version, if the export has one. */
function protocolOf(row: ExportRow): string | null {
  const parts = ["Project Methodology/Protocol", "Methodology/Protocol Version"];
  return parts.flatMap((column) => row.text(column) ?? []).join(", ") || null;
}

/** The state and the country's code, such as `Ohio, US`. */
function locationOf(row: ExportRow): string | null {
  const country = row.text("Project Site Country");
  const state = row.text("Project Site State") ?? row.text("Project Site Location");
  return [state, country].filter((part) => part !== null).join(", ") || null;
}

const vintagePattern = /^(?:19|20|21)\d{2}$/;

/** Reads an issuance, which has no serials and so cannot be stock. */
function readIssuance(row: ExportRow, contents: ExportContents, registry: ApxRegistry): void {
  const tonnes = row.count("Total Credits Issued");
  const vintage = row.required("Vintage", vintagePattern);
  const project = apxProject(row, registry, { developer: row.text("Project Developer") });
  if (!row.isValid) return;
  contents.skip(
    row,
    `${tonnes} tonnes of ${project.registry_id}, vintage ${vintage}: ` +
      `${registryLabelOf(registry)}'s issuances have no serial numbers; ` +
      "import your account's holdings export for stock",
  );
}

interface Retired {
  registry: ApxRegistry;
  kind: "retired" | "cancelled";
}

function readRetirement(
  row: ExportRow,
  contents: ExportContents,
  { registry, kind }: Retired,
): void {
  const quantityKg = row.count("Quantity of Credits") * kgPerSerial;
  const vintage = Number(row.required("Vintage", vintagePattern));
  const project = apxProject(row, registry);
  const serials = row.serialRange("Credit Serial Numbers", quantityKg, ["apx"]);
  if (!row.isValid || serials === null) return;
  const fault = serialFault(serials, { projectId: project.registry_id, vintage });
  if (fault !== null) row.problem("Credit Serial Numbers", fault);
  if (!row.isValid) return;
  const isRetired = kind === "retired";
  contents.addRetirement(row, {
    registry,
    kind,
    serials,
    quantityKg,
    retiredOn: row.dateIfReadable("Status Effective"),
    beneficiary: isRetired ? row.text("Retired on Behalf of") : null,
    reason: row.text(isRetired ? "Retirement Reason" : "Cancellation Reason"),
    note: row.text(isRetired ? "Purpose of Retirement" : "Cancellation Details"),
    projectRegistryId: project.registry_id,
    vintageYear: vintage,
  });
}

function readProject(row: ExportRow, contents: ExportContents, registry: ApxRegistry): void {
  const project = apxProject(row, registry, {
    developer: row.text("Project Developer"),
    verifier: row.text("Current VVB"),
    lifetime: row.years("Current Crediting Period Start Date", "Current Crediting Period End Date"),
    crediting_period: row.period(
      "Current Crediting Period Start Date",
      "Current Crediting Period End Date",
    ),
  });
  // The status is empty for projects of compliance programs alone, whose own status ends no
  // voluntary credits.
  if (row.isValid) contents.addProject(row, project, { idColumn: "Project ID", status: "Status" });
}

const projectColumns = [
  "Project Type",
  "Project Methodology/Protocol",
  "Methodology/Protocol Version",
  "Project Site Location",
  "Project Site State",
  "Project Site Country",
  "Sustainable Development Goal(s)",
  "Project Website",
  "Documents",
];

const labelColumns = [
  "ARB Eligible",
  "Ecology Eligible",
  "CORSIA Eligible",
  "Eligible for CORSIA 2021-2023 Compliance Period (Pilot Phase)",
  "Eligible for CORSIA 2024-2026 Compliance Period (First Phase)",
  "CCP Approved",
  "Corresponding Adjustment",
  "Reduction/Removal",
  "Verified Removal",
];

const creditColumns = {
  required: [
    "Credit Serial Numbers",
    "Quantity of Credits",
    "Vintage",
    "Project ID",
    "Project Name",
    "Status Effective",
  ],
  optional: [...projectColumns, ...labelColumns, "Account Holder", "Date Issued"],
};

/** Names that CAR and ART give to ACR's columns, and ACR's older and newer ones. */
const aliases = {
  "Offset Credit Serial Numbers": "Credit Serial Numbers",
  "Quantity of Offset Credits": "Quantity of Credits",
  "Total Offset Credits Issued": "Total Credits Issued",
  "Credits Verified": "Total Credits Issued",
  "Program ID": "Project ID",
  "Program Name": "Project Name",
  "Program Type": "Project Type",
  "Program Jurisdiction(s)": "Project Site Location",
  "Program Country": "Project Site Country",
  "Program Website": "Project Website",
  "Sovereign Program Developer": "Project Developer",
  "Project Owner": "Project Developer",
  "Crediting Program and Standard": "Project Methodology/Protocol",
  "Standard Version": "Methodology/Protocol Version",
  "Protocol and Version": "Project Methodology/Protocol",
  "Verification Body": "Current VVB",
  "SDG Impact": "Sustainable Development Goal(s)",
  "Status Effective (GMT)": "Status Effective",
  "Date Issued (GMT)": "Date Issued",
  "Date Approved": "Date Issued",
  "Retirement Reason Details": "Purpose of Retirement",
  "Cancellation Type": "Cancellation Reason",
  "Export Notes": "Cancellation Details",
  "Voluntary Status": "Status",
  "ICVCM CCP Eligible": "CCP Approved",
  "Eligible for CORSIA 2021-2023 Compliance Period":
    "Eligible for CORSIA 2021-2023 Compliance Period (Pilot Phase)",
  "Eligible for CORSIA 2024-2026 Compliance Period":
    "Eligible for CORSIA 2024-2026 Compliance Period (First Phase)",
};

/** The public reports of a registry on APX: one set of columns, with the aliases above. */
export function apxLayouts(registry: ApxRegistry): readonly ExportLayout[] {
  // CAR's and ART's reports have the columns above, but no real file of theirs was at hand.
  const common = { aliases, dates: "month-first", isTested: registry === "acr" } as const;
  return [
    {
      ...common,
      kind: "retirements",
      required: [...creditColumns.required, "Retirement Reason"],
      optional: [...creditColumns.optional, "Retired on Behalf of", "Purpose of Retirement"],
      read: (row, contents) => readRetirement(row, contents, { registry, kind: "retired" }),
    },
    {
      ...common,
      kind: "cancellations",
      required: [...creditColumns.required, "Cancellation Reason"],
      optional: [...creditColumns.optional, "Cancellation Details"],
      read: (row, contents) => readRetirement(row, contents, { registry, kind: "cancelled" }),
    },
    {
      ...common,
      kind: "issuances",
      required: ["Total Credits Issued", "Vintage", "Project ID", "Project Name"],
      optional: [...projectColumns, ...labelColumns, "Date Issued", "Project Developer"],
      read: (row, contents) => readIssuance(row, contents, registry),
    },
    {
      ...common,
      kind: "projects",
      required: ["Project ID", "Project Name", "Status"],
      optional: [
        ...projectColumns,
        "Compliance Program Status (ARB or Ecology)",
        "Reduction/Removal",
        "Project Developer",
        "Current VVB",
        "Initial Crediting Period Start Date",
        "Current Crediting Period Start Date",
        "Current Crediting Period End Date",
      ],
      read: (row, contents) => readProject(row, contents, registry),
    },
  ];
}
