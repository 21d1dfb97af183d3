import { sql } from "kysely";
import type { Context, Mode } from "#core/context";
import { conflict, invalid, notFound } from "#core/errors";
import { newId } from "#core/id";
import { type Params, queriesOn, unnest } from "#core/query";
import { actorId } from "#core/record-audit";
import { recordAudit } from "#domain/accounts";
import { lockCatalogue } from "#domain/catalogue";
import { firstSlice, placeStretches, refuseTaken } from "./lot-stretches";
import type { LotStretch } from "./match-evidence-types";
import { readEvidence, refreshRegistryStatus } from "./refresh-status";
import { kgOf, type NewRegistryRetirement, recordRetirements } from "./registry-retirements";
import { findEvidence, findOpenItems, insertRequestItems } from "./request-items";
import type { AdapterName, RequestState } from "./schema";
import type { EvidenceTables } from "./tables";

const query = queriesOn<EvidenceTables>();

interface RequestKey {
  mode: Mode;
  id: string;
}

export interface NewRequest {
  beneficiary: string;
  /** True if the beneficiary is the operator's customers together. */
  isPool: boolean;
  reason: string | null;
  note: string | null;
  nextPollAt: Date | null;
  items: readonly LotStretch[];
}

interface WriteRequests {
  mode: Mode;
  registry: string;
  adapter: AdapterName;
  requests: readonly NewRequest[];
}

const requestTypes = {
  id: "text",
  beneficiary: "text",
  isPool: "boolean",
  reason: "text",
  note: "text",
  nextPollAt: "timestamptz",
} as const;
const requestColumns = Object.keys(requestTypes) as (keyof typeof requestTypes)[];

interface Records extends Omit<WriteRequests, "requests"> {
  records: readonly (Omit<NewRequest, "items"> & { id: string })[];
  createdBy: string | null;
  now: Date;
}

const insert = query("evidence-insert-requests", (db, batch: Params<Records>) =>
  db
    .insertInto("registryRequests")
    .columns([...requestColumns, "mode", "registry", "adapter", "state", "createdBy", "createdAt"])
    .expression((from) =>
      from
        .selectFrom(unnest("record", batch.records, requestTypes))
        .select(requestColumns)
        .select([
          sql<Mode>`${batch.mode}::text`.as("mode"),
          sql<string>`${batch.registry}::text`.as("registry"),
          sql<AdapterName>`${batch.adapter}::text`.as("adapter"),
          sql.lit<RequestState>("written").as("state"),
          sql<string | null>`${batch.createdBy}::text`.as("createdBy"),
          sql<Date>`${batch.now}::timestamptz`.as("createdAt"),
        ]),
    ),
);

const requireNonEmpty = (requests: readonly NewRequest[]) => {
  if (requests.every(({ items }) => items.length > 0)) return;
  throw invalid("items", "must not be empty", "required");
};

/**
 * Writes down requests before they are sent. Returns their ids in the order of the input.
 * @throws invalid `items`; conflict if a kg has evidence or is in an open request
 */
export async function writeRequests(ctx: Context, input: WriteRequests): Promise<string[]> {
  const { mode, registry, adapter, requests } = input;
  if (requests.length === 0) return [];
  requireNonEmpty(requests);
  await lockCatalogue(ctx, mode);
  const groups = requests.map(({ items }) => items);
  const placed = await placeStretches(ctx, { mode, registry, groups });
  const stretches = placed.flat();
  refuseTaken("has registry evidence already", await findEvidence(ctx.db, { mode, stretches }));
  const [open] = await findOpenItems(ctx.db, { mode, stretches });
  refuseTaken(`is in the open request ${open?.requestId}`, open);
  const before = await readEvidence(ctx, { mode, stretches });
  const records = requests.map(({ items: _, ...request }) => ({
    ...request,
    id: newId("registryRequest"),
  }));
  const createdBy = actorId(ctx.actor);
  await insert(ctx.db, { mode, registry, adapter, records, createdBy, now: ctx.now });
  const ids = records.map(({ id }) => id);
  const items = placed.flatMap((list, index) =>
    list.map((stretch) => ({ ...stretch, requestId: ids[index] ?? "", isOpen: true })),
  );
  await insertRequestItems(ctx.db, { mode, items });
  await refreshRegistryStatus(ctx, { mode, stretches, before });
  await recordAudit(ctx, {
    action: "registry_requests.written",
    subjectId: ids.length === 1 ? (ids[0] ?? null) : null,
    data: { mode, registry, adapter, requests: ids.length },
  });
  return ids;
}

async function requireOpen(ctx: Context, { mode, id }: RequestKey) {
  await lockCatalogue(ctx, mode);
  const request = await ctx.db.prisma.registryRequest.findUnique({
    where: { mode_id: { mode, id } },
  });
  if (!request) throw notFound("registry request");
  if (!request.isOpen) throw conflict(`The registry request is ${request.state}`);
  return request;
}

interface MarkSent {
  mode: Mode;
  ids: readonly string[];
  nextPollAt: Date | null;
  /** The registry's name for the request, once known. */
  registryReference?: string | null;
}

/** Marks requests as sent. Requests that are settled already stay so. */
export async function markSent(
  ctx: Context,
  { mode, ids, nextPollAt, registryReference }: MarkSent,
): Promise<void> {
  await ctx.db.prisma.registryRequest.updateMany({
    where: { mode, id: { in: [...ids] }, isOpen: true },
    data: {
      state: "sent",
      sentAt: ctx.now,
      nextPollAt,
      error: null,
      ...(registryReference === undefined ? {} : { registryReference }),
    },
  });
}

/** Records that a request was sent and its outcome is not known. */
export async function markUnknown(
  ctx: Context,
  { mode, id, error, nextPollAt }: RequestKey & { error: string; nextPollAt: Date },
): Promise<void> {
  await ctx.db.prisma.registryRequest.updateMany({
    where: { mode, id, isOpen: true },
    data: { state: "unknown", error, nextPollAt, polls: { increment: 1 } },
  });
}

/**
 * Records what the registry retired for a request. Kg that it did not retire stay open.
 * @throws not-found; conflict if it is settled; as recordRetirements
 */
export async function confirmRequest(
  ctx: Context,
  {
    mode,
    id,
    retirements,
  }: RequestKey & { retirements: readonly Omit<NewRegistryRetirement, "requestId">[] },
): Promise<string[]> {
  const { registry } = await requireOpen(ctx, { mode, id });
  return recordRetirements(ctx, {
    mode,
    registry,
    retirements: retirements.map((retirement) => ({ ...retirement, requestId: id })),
  });
}

const openItemsOf = query("evidence-find-items-of-request", (db, request: Params<RequestKey>) =>
  db
    .selectFrom("registryRequestItems")
    .select(["lotId", "startKg", "endKg"])
    .where("mode", "=", request.mode)
    .where("requestId", "=", request.id)
    .where("isOpen", "=", true)
    .orderBy("lotId")
    .orderBy("startKg"),
);

/**
 * Records a part of what the registry retired for a request, so that matching waits for a moment
 * only. Returns whether kg are left: repeat it, also after a crash.
 */
export async function confirmSlice(
  ctx: Context,
  {
    mode,
    id,
    retirement,
  }: RequestKey & { retirement: Omit<NewRegistryRetirement, "requestId" | "items"> },
): Promise<boolean> {
  await lockCatalogue(ctx, mode);
  const open = await openItemsOf(ctx.db, { mode, id });
  if (open.length === 0) return false;
  const items = await firstSlice(ctx, { mode, stretches: open });
  await confirmRequest(ctx, { mode, id, retirements: [{ ...retirement, items }] });
  return kgOf(items) < kgOf(open);
}

const closeItems = query("evidence-close-request", (db, request: Params<RequestKey>) =>
  db
    .updateTable("registryRequestItems")
    .set({ isOpen: false })
    .where("mode", "=", request.mode)
    .where("requestId", "=", request.id)
    .where("isOpen", "=", true)
    .returning(["lotId", "startKg", "endKg"]),
);

/**
 * Ends a request that the registry did not carry out. Its kg can be requested again.
 * @throws not-found; conflict if it is settled
 */
export async function refuseRequest(
  ctx: Context,
  { mode, id, error }: RequestKey & { error: string },
): Promise<void> {
  const { registry } = await requireOpen(ctx, { mode, id });
  const before = await readEvidence(ctx, {
    mode,
    stretches: await openItemsOf(ctx.db, { mode, id }),
  });
  const stretches = await closeItems(ctx.db, { mode, id });
  await ctx.db.prisma.registryRequest.update({
    where: { mode_id: { mode, id } },
    data: { state: "refused", isOpen: false, settledAt: ctx.now, nextPollAt: null, error },
  });
  await refreshRegistryStatus(ctx, { mode, stretches, before });
  await recordAudit(ctx, {
    action: "registry_request.refused",
    subjectId: id,
    data: { mode, registry, reason: error },
  });
}
