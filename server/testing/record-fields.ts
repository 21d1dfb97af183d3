// Every field of a certificate, with another value, to see which of them a document depends on.
import type { CertificateProject, SignedCertificate } from "#domain/certificates";
import { projectOf, recordOf } from "./certificates";

type Json = string | number | boolean | null | Json[] | { [key: string]: Json };

type Credits = CertificateProject["retirements"][number];

/** A certificate of one project whose credits differ from the sample's. */
function certificateOf(change: Partial<Credits>, order: Partial<SignedCertificate> = {}) {
  const project = projectOf(1);
  const retirements = project.retirements.map((credits) => ({ ...credits, ...change }));
  return recordOf([{ ...project, retirements }], order);
}

const sharedRecord = {
  ...{ kind: "retired" as const, id: "rrt_1", amount_kg: 12_345, retired_on: "2026-11-23" },
  ...{ reference: "RET-4711", beneficiary: "Customers of Northly", is_shared: true, url: null },
};
const unrecorded = {
  ...{ registry_records: [], registry_retired_kg: 0 },
  ...{ registry_retired_on: null, registry_reference: null },
};
const label = { scheme: "CCP", granted_on: "2026-02-03", source_url: "https://labels.example/1" };

/** Certificates that have a value in each field, in the states in which it can matter. */
const certificates: readonly SignedCertificate[] = [
  certificateOf(
    { labels: [label], corresponding_adjustment: "applied" },
    { beneficiary: { name: "Harbor Bakery", message: "For Ada", url: "https://ada.example" } },
  ),
  certificateOf({
    replaced_kg: 345,
    replaced_on: "2026-11-24T10:00:00.000Z",
    replaced_as: "disputed",
    substituted_on: "2026-11-24T11:00:00.000Z",
  }),
  certificateOf(
    { registry_status: "disputed", registry_retired_kg: 45, registry_disputed_kg: 300 },
    { registry_status: "disputed", registry_retired_on: null },
  ),
  certificateOf({ registry_records: [sharedRecord], registry_beneficiary: "Customers of Northly" }),
  certificateOf({ ...unrecorded, registry_status: "requested" }, { registry_status: "requested" }),
  recordOf([], {
    state: "placed",
    retired_on: null,
    registry_status: null,
    registry_retired_on: null,
    matchable_from: "2026-12-05T10:00:00.000Z",
    credits_expected_by: "2026-12-24",
    amount_kg: 5000,
  }),
];

/** Values of fields that have a few only. */
const others: Readonly<Record<string, string>> = {
  state: "cancelled",
  mode: "test",
  kind: "cancelled",
  registry_status: "pending",
  corresponding_adjustment: "none",
  replaced_as: "cancelled",
};

function other(name: string, value: Json): Json {
  if (name in others) return others[name] ?? null;
  if (typeof value === "number") return value + 1;
  if (typeof value === "boolean") return !value;
  if (typeof value !== "string") return null;
  const isTime = /^\d{4}-\d\d-\d\d/.test(value);
  return isTime ? value.replace(/^\d{4}-\d\d-\d\d/, "2026-10-09") : `${value}Q7`;
}

/** A copy with another value in each field that has one, by the field's path. */
function* variantsOf(value: Json, path: readonly string[]): Generator<[string, Json]> {
  if (value === null) return;
  if (Array.isArray(value)) {
    const [first, ...more] = value;
    if (first === undefined) return;
    for (const [name, changed] of variantsOf(first, path)) yield [name, [changed, ...more]];
  } else if (typeof value === "object") {
    for (const [key, part] of Object.entries(value)) {
      for (const [name, changed] of variantsOf(part, [...path, key])) {
        yield [name, { ...value, [key]: changed }];
      }
    }
  } else {
    yield [path.join("."), other(path.at(-1) ?? "", value)];
  }
}

/** Fields for programs, which neither page nor PDF states, with the reason. */
export const forPrograms: Readonly<Record<string, string>> = {
  certificate_download_public_url: "documents link to the PDF in the reader's language",
  certificate_json_url: "the same",
  signature: "documents say how to check it",
  "projects.retirements.labels.source_url": "the label and its date are stated",
  "projects.retirements.registry_beneficiary": "that of each record is stated",
  "projects.retirements.registry_records.id": "the registry's reference is stated",
  "projects.retirements.registry_reference": "that of each record is stated",
  "projects.retirements.registry_retired_kg": "the kg of each record are stated",
  "projects.retirements.registry_retired_on": "the date of each record is stated",
  "projects.retirements.url": "that of each record is linked",
  "projects.un_sdg_goals.name": "documents have the name in the reader's language",
};

/** Fields whose value makes no difference to what `render` returns, in any certificate. */
export async function findUnusedFields(
  render: (certificate: SignedCertificate) => Promise<string> | string,
): Promise<string[]> {
  const used = new Map<string, boolean>();
  for (const certificate of certificates) {
    const plain = await render(certificate);
    for (const [field, changed] of variantsOf(certificate as unknown as Json, [])) {
      if (used.get(field)) continue;
      used.set(field, (await render(changed as unknown as SignedCertificate)) !== plain);
    }
  }
  return [...used].filter(([, isUsed]) => !isUsed).map(([field]) => field);
}
