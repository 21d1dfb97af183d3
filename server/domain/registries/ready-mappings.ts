// Column names of account exports, as far as they are known. None was tested with a real file: the
// names are those of the registries' public reports about the same credits.
import type { HoldingsMapping } from "./holdings-mapping";
import type { Registry } from "./registry-keys";

type Columns = HoldingsMapping["columns"];

function mapping(
  columns: Columns,
  options: Partial<Omit<HoldingsMapping, "columns">> = {},
): HoldingsMapping {
  return { columns, active_statuses: ["Active"], dates: "iso", ignored_columns: [], ...options };
}

const acr: Columns = {
  serial_number_range: "Credit Serial Numbers",
  quantity_tonnes: "Quantity of Credits",
  vintage_year: "Vintage",
  project_id: "Project ID",
  project_name: "Project Name",
  project_type: "Project Type",
  country: "Project Site Country",
  methodology: "Project Methodology/Protocol",
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
      methodology: "Crediting Program and Standard",
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
  }),
  puro: mapping({
    serial_number_range: "certificates",
    quantity_tonnes: "volume",
    vintage_year: "vintage",
    project_id: "productionFacilityCode",
    project_name: "productionFacilityName",
    methodology: "methodologyName",
  }),
};
