import type { Columns } from "#core/csv";
import type { RetirementResource } from "./resource";

/** Columns of retirements as CSV: the API's fields. Labels are texts, each with its date. */
export const retirementColumns: Columns<RetirementResource> = {
  id: (row) => row.id,
  order_id: (row) => row.order_id,
  subaccount_id: (row) => row.subaccount_id,
  metadata: (row) => row.metadata,
  retired_on: (row) => row.retired_on,
  amount_kg: (row) => row.amount_kg,
  project_id: (row) => row.project_id,
  project_name: (row) => row.project_name,
  project_type: (row) => row.project_type,
  country_code: (row) => row.country_code,
  mechanism: (row) => row.mechanism,
  sink: (row) => row.sink,
  vintage_year: (row) => row.vintage_year,
  registry: (row) => row.registry,
  registry_project_id: (row) => row.registry_project_id,
  serial_number_range: (row) => row.serial_number_range,
  credit_type: (row) => row.credit_type,
  labels: ({ labels }) =>
    labels
      .map(({ scheme, granted_on }) => (granted_on === null ? scheme : `${scheme} (${granted_on})`))
      .join(", "),
  corresponding_adjustment: (row) => row.corresponding_adjustment,
  corresponding_adjustment_url: (row) => row.corresponding_adjustment_url,
  registry_status: (row) => row.registry_status,
  registry_retired_kg: (row) => row.registry_retired_kg,
  registry_retirement_id: (row) => row.registry_retirement_id,
  registry_retired_on: (row) => row.registry_retired_on,
  registry_reference: (row) => row.registry_reference,
  registry_beneficiary: (row) => row.registry_beneficiary,
  url: (row) => row.url,
  replaced_kg: (row) => row.replaced_kg,
  substituted_on: (row) => row.substituted_on,
  certificate_public_url: (row) => row.certificate_public_url,
};
