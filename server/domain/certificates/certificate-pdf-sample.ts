// A sample certificate, rendered at the start, so that the first real one finds fonts, code and the
// texts that all certificates share.
import { setImmediate as turn } from "node:timers/promises";
import { appUrl } from "#core/env";
import { firstIdAt, orderNumber } from "#core/id";
import { renderCertificatePdf } from "./certificate-pdf";
import type { SignedCertificate } from "./get-certificate";
import type { CertificateProject } from "./resource";

/** By then most of the code is compiled. */
const TIMES = 4;
const TIME = "2026-01-01T00:00:00.000Z";

function sampleProject(index: number): CertificateProject {
  return {
    id: `prj_${index}`,
    name: `Project ${index}`,
    type: "Reforestation",
    location_name: "Colombia",
    developer: "Developer",
    methodology: "VM0047 v1.1",
    registry_name: "Verra",
    registry_id: `VCS${index}`,
    registry_url: `${appUrl()}/`,
    un_sdg_goals: [13, 15].map((number) => ({ number, name: "" })),
    amount_kg: 25,
    retirements: [
      {
        vintage_year: 2020,
        serial_number_range: `${index}-1-25-VCS-VCU-1507-VER-ET-14-1340-01012020-31122020-1`,
        amount_kg: 25,
        url: null,
        registry_status: "pending",
        registry_retired_kg: 0,
        registry_disputed_kg: 0,
        registry_retired_on: null,
        registry_reference: null,
        registry_beneficiary: null,
        replaced_kg: 0,
        replaced_on: null,
        replaced_as: null,
        substituted_on: null,
        registry_records: [],
        labels: [],
        corresponding_adjustment: null,
      },
    ],
  };
}

function sample(): SignedCertificate {
  const id = firstIdAt("order", new Date(TIME));
  const url = `${appUrl()}/certificates/${id}`;
  return {
    order_id: id,
    order_number: orderNumber(id),
    state: "fulfilled",
    mode: "test",
    statement: "The carbon credits listed here are set aside.",
    registry_status: "pending",
    registry_retired_on: null,
    matchable_from: null,
    credits_expected_by: null,
    revision: 1,
    status_as_of: TIME,
    beneficiary: { name: "Sample", message: null, url: null },
    seller: { name: "Sample" },
    amount_kg: 100,
    description: null,
    created_on: TIME,
    retired_on: TIME,
    projects: [1, 2, 3, 4].map(sampleProject),
    certificate_public_url: url,
    certificate_download_public_url: `${url}/pdf`,
    certificate_json_url: `${url}/json`,
    signature: "header..signature",
  };
}

/** Renders the sample, with pauses in which the process handles requests. */
export async function renderSamples(awaitTurn: () => Promise<boolean>): Promise<void> {
  for (let time = 0; time < TIMES; time += 1) {
    await turn();
    if (!(await awaitTurn())) return;
    await renderCertificatePdf(sample());
  }
}
