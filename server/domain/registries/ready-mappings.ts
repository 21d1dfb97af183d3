// Column names of account exports, as far as they are known. None was tested with a real file: the
// names are those of the registries' public reports about the same credits.
import type { HoldingsMapping } from "./holdings-mapping";
import type { Registry } from "./registry-keys";

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
