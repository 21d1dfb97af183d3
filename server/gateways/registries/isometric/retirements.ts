// Retirements at Isometric: batches are pinned before the request is sent, and a request whose
// response was lost is found by its note.

import type {
  FindResult,
  Plan,
  Preparation,
  RegistryCalls,
  RegistryRecord,
  RetirementRequest,
  RetireResult,
} from "#adapters/adapter";
import { log } from "#core/log";
import { type Choice, chooseBatches, IsometricPlan, issuanceOf } from "./batch-rules";
import {
  type CreditBatch,
  type IsometricClient,
  IsometricRefused,
  type IsometricRetirement,
  IsometricUnavailable,
} from "./client";
import { isNoteOf, retirementNote } from "./note-rules";
import type { IsometricSettings } from "./settings";

/** Limit of Isometric's notes. */
const MAX_NOTE = 256;
/** A retirement is listed by when the registry recorded it, and clocks differ. */
const CLOCK_MARGIN_MS = 3_600_000;
/** Not about this request, but about keys and rates: the same request may succeed later. */
const TEMPORARY = [401, 403, 408, 425, 429];

function kgOf({ items }: RetirementRequest): number {
  return items.reduce((sum, { quantityKg }) => sum + quantityKg, 0);
}

function recordOf(retirement: IsometricRetirement): RegistryRecord {
  return {
    reference: retirement.id,
    retiredOn: new Date(retirement.retired_at).toISOString().slice(0, 10),
    quantityKg: retirement.credit_batch_size_total.credit_kgs,
    beneficiary: retirement.beneficiary.name,
    url: retirement.url,
  };
}

/** Returns the reason if it is the registry's or the network's. @throws the error otherwise */
function reasonOf(error: unknown): string {
  if (error instanceof IsometricRefused && [401, 403].includes(error.status)) {
    log.error(
      { event: "registry.access_refused", registry: "isometric", status: error.status },
      "registry refuses the installation's keys",
    );
    return `Isometric does not accept CT_ISOMETRIC_TOKEN or CT_ISOMETRIC_CLIENT_SECRET: ${error.message}`;
  }
  if (error instanceof IsometricUnavailable || error instanceof IsometricRefused) {
    return error.message;
  }
  throw error;
}

async function listBatches(
  client: IsometricClient,
  { ownerId, issuance }: { ownerId: string; issuance: string },
): Promise<CreditBatch[]> {
  const batches: CreditBatch[] = [];
  for await (const page of client.activeBatches(ownerId, issuance)) {
    // The list also has batches that the organization neither owns nor can retire.
    batches.push(
      ...page.filter(({ status, owner }) => status === "active" && owner.id === ownerId),
    );
  }
  const place = ({ issued_at, serial_number, id }: CreditBatch) =>
    `${issued_at} ${serial_number} ${id}`;
  return batches.toSorted((one, other) => (place(one) < place(other) ? -1 : 1));
}

function refusalOf(choice: Exclude<Choice, { state: "chosen" }>, issuance: string): string {
  if (choice.state === "several suppliers") {
    return `the credits of ${issuance} have several suppliers, which one retirement cannot have`;
  }
  return `the organization owns only ${choice.availableKg} active kg of ${issuance}`;
}

async function prepare(
  { client, settings }: Access,
  { request, taken }: { request: RetirementRequest; taken: readonly Plan[] },
): Promise<Preparation> {
  const issuances = request.items.map((item) => issuanceOf(item.serialNumberRange));
  const [issuance, another] = new Set(issuances);
  if (!issuance || another !== undefined) {
    return { state: "refused", reason: "a request must be for one issuance of Isometric (iss_…)" };
  }
  const { id: ownerId } = await client.findOrganization();
  const reserved = new Set(
    taken.flatMap((plan) => IsometricPlan.parse(plan).batches.map(({ batchId }) => batchId)),
  );
  const batches = await listBatches(client, { ownerId, issuance });
  const free = batches
    .filter(({ id }) => !reserved.has(id))
    .map((it) => ({ id: it.id, kg: it.size.credit_kgs, supplierId: it.supplier_id }));
  const choice = chooseBatches(free, kgOf(request));
  if (choice.state === "chosen") {
    const { supplierId } = choice;
    const beneficiaryId = request.organizationId ?? settings.organizationId ?? ownerId;
    const plan: IsometricPlan = { ownerId, beneficiaryId, supplierId, batches: choice.batches };
    return { state: "ready", plan };
  }
  if (choice.state === "too little" && free.length < batches.length) {
    return { state: "unavailable", reason: "another request uses the credits' batch" };
  }
  return { state: "refused", reason: refusalOf(choice, issuance) };
}

/** Searches the newest retirements, back to when the request was sent first. */
async function findInList(
  client: IsometricClient,
  { request, plan }: { request: RetirementRequest; plan: IsometricPlan },
): Promise<IsometricRetirement | null> {
  const since = (request.sentAt?.getTime() ?? Date.now()) - CLOCK_MARGIN_MS;
  for await (const page of client.retirements(plan.ownerId)) {
    const own = page.find(({ notes }) => isNoteOf(notes, request.id));
    if (own) return own;
    if (page.every(({ retired_at }) => new Date(retired_at).getTime() < since)) return null;
  }
  return null;
}

/** Follows the pinned batches: a retirement leaves its ID on a batch or on the part split from it. */
async function findByBatches(
  client: IsometricClient,
  { request, plan }: { request: RetirementRequest; plan: IsometricPlan },
): Promise<IsometricRetirement | null> {
  for (const { batchId } of plan.batches) {
    const batch = await client.findBatch(batchId);
    const childIds = [batch.left_child_id, batch.right_child_id].flatMap((id) => id ?? []);
    const children = await Promise.all(childIds.map((id) => client.findBatch(id)));
    for (const { retirement_id: id } of [batch, ...children]) {
      if (!id) continue;
      const retirement = await client.findRetirement(id);
      if (isNoteOf(retirement.notes, request.id)) return retirement;
    }
  }
  return null;
}

async function find(
  { client }: Access,
  search: { request: RetirementRequest; plan: IsometricPlan },
): Promise<FindResult> {
  const own = (await findInList(client, search)) ?? (await findByBatches(client, search));
  return own ? { state: "confirmed", record: recordOf(own) } : { state: "absent" };
}

async function retire(
  access: Access,
  { request, plan }: { request: RetirementRequest; plan: IsometricPlan },
): Promise<RetireResult> {
  try {
    const retirement = await access.client.createRetirement({
      owner_organisation_id: plan.ownerId,
      beneficiary_organisation_id: plan.beneficiaryId,
      supplier_id: plan.supplierId,
      retirement_purposes: [access.settings.purpose],
      notes: retirementNote(request, MAX_NOTE),
      credit_batch_quantities: plan.batches.map(({ batchId, kg }) => ({
        credit_batch_id: batchId,
        credit_quantity_kg: kg,
      })),
    });
    return { state: "confirmed", record: recordOf(retirement) };
  } catch (error) {
    const reason = reasonOf(error);
    const isFinal = error instanceof IsometricRefused && !TEMPORARY.includes(error.status);
    return { state: isFinal ? "refused" : "unknown", reason };
  }
}

interface Access {
  client: IsometricClient;
  settings: IsometricSettings;
}

export function isometricCalls(access: Access): RegistryCalls {
  const unavailable = (error: unknown) =>
    ({ state: "unavailable", reason: reasonOf(error) }) as const;
  return {
    prepare: (request, taken) => prepare(access, { request, taken }).catch(unavailable),
    retire: (request, plan) => retire(access, { request, plan: IsometricPlan.parse(plan) }),
    find: (request, plan) =>
      find(access, { request, plan: IsometricPlan.parse(plan) }).catch(unavailable),
  };
}
