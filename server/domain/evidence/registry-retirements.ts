import { sql } from "kysely";
import type { Context, Mode } from "#core/context";
import { conflict, notFound } from "#core/errors";
import { newId } from "#core/id";
import { type Params, queriesOn, unnest } from "#core/query";
import { actorId } from "#core/record-audit";
import { recordAudit } from "#domain/accounts";
import { lockCatalogue } from "#domain/catalogue";
import type { EvidenceKind } from "#domain/inventory";
import {
  type PlacedStretch,
  placeStretches,
  refuseTaken,
  stretchColumns,
  stretchTypes,
} from "./lot-stretches";
import type { LotStretch } from "./match-evidence-types";
import { type AllocationEvidence, readEvidence, refreshRegistryStatus } from "./refresh-status";
import { closeRetiredItems, findEvidence, findOpenItems, type OpenItem } from "./request-items";
import type { EvidenceSource } from "./schema";
import type { EvidenceTables } from "./tables";
import { overlapSearch } from "./unit-runs-rules";

const query = queriesOn<EvidenceTables>();

export interface NewRegistryRetirement {
  kind: EvidenceKind;
  /** ISO date. */
  retiredOn: string;
  beneficiary: string | null;
  reason: string | null;
  registryReference: string | null;
  url: string | null;
  source: EvidenceSource;
  /** True if it names the operator's customers together. */
  isPool: boolean;
  /** Default: the request that has asked for all of it, if it is one. */
  requestId: string | null;
  items: readonly LotStretch[];
}

interface RecordRetirements {
  mode: Mode;
  registry: string;
  retirements: readonly NewRegistryRetirement[];
}

const recordTypes = {
  id: "text",
  kind: "text",
  retiredOn: "text",
  beneficiary: "text",
  reason: "text",
  registryReference: "text",
  url: "text",
  source: "text",
  isPool: "boolean",
  requestId: "text",
} as const;
const copied = [
  "id",
  "kind",
  "beneficiary",
  "reason",
  "registryReference",
  "url",
  "source",
  "isPool",
  "requestId",
] as const;

type NewRecord = Omit<NewRegistryRetirement, "items"> & { id: string };

interface Records {
  mode: Mode;
  registry: string;
  records: readonly NewRecord[];
  recordedBy: string | null;
  now: Date;
}

const insertRecords = query("evidence-insert-retirements", (db, batch: Params<Records>) =>
  db
    .insertInto("registryRetirements")
    .columns([...copied, "retiredOn", "mode", "registry", "recordedBy", "recordedAt"])
    .expression((from) =>
      from
        .selectFrom(unnest("record", batch.records, recordTypes))
        .select(copied)
        .select([
          sql<string>`record.retired_on::date`.as("retiredOn"),
          sql<Mode>`${batch.mode}::text`.as("mode"),
          sql<string>`${batch.registry}::text`.as("registry"),
          sql<string | null>`${batch.recordedBy}::text`.as("recordedBy"),
          sql<Date>`${batch.now}::timestamptz`.as("recordedAt"),
        ]),
    ),
);

type NewItem = PlacedStretch & { retirementId: string };

const insertItems = query(
  "evidence-insert-retirement-items",
  (db, { mode, items }: Params<{ mode: Mode; items: readonly NewItem[] }>) =>
    db
      .insertInto("registryRetirementItems")
      .columns([...stretchColumns, "retirementId", "mode"])
      .expression((from) =>
        from
          .selectFrom(unnest("item", items, { ...stretchTypes, retirementId: "text" }))
          .select([...stretchColumns, "retirementId"])
          .select(sql<Mode>`${mode}::text`.as("mode")),
      ),
);

/** The only request that has asked for the items, if they have one. */
function requestOf(items: readonly LotStretch[], openIn: (item: LotStretch) => OpenItem[]) {
  const requests = new Set(
    items.flatMap((item) => {
      const open = openIn(item);
      return open.length === 0 ? [null] : open.map(({ requestId }) => requestId);
    }),
  );
  const [only = null] = requests;
  return requests.size === 1 ? only : null;
}

/** Writes retirements without touching the status of allocations. Returns the evidence before. */
async function insertRetirements(
  ctx: Context,
  { mode, registry, retirements }: RecordRetirements,
): Promise<{ ids: string[]; stretches: LotStretch[]; before: AllocationEvidence[] }> {
  const groups = retirements.map(({ items }) => items);
  const placed = await placeStretches(ctx, { mode, registry, groups });
  const stretches = placed.flat();
  refuseTaken("has registry evidence already", await findEvidence(ctx.db, { mode, stretches }));
  const before = await readEvidence(ctx, { mode, stretches });
  const open = await findOpenItems(ctx.db, { mode, stretches });
  const openIn = overlapSearch(open);
  const records = retirements.map(({ items, requestId, ...rest }): NewRecord => {
    return {
      ...rest,
      id: newId("registryRetirement"),
      requestId: requestId ?? requestOf(items, openIn),
    };
  });
  const recordedBy = actorId(ctx.actor);
  await insertRecords(ctx.db, { mode, registry, records, recordedBy, now: ctx.now });
  const ids = records.map(({ id }) => id);
  const items = placed.flatMap((list, index) =>
    list.map((stretch) => ({ ...stretch, retirementId: ids[index] ?? "" })),
  );
  await insertItems(ctx.db, { mode, items });
  await closeRetiredItems(ctx, { mode, open, retired: stretches });
  return { ids, stretches, before };
}

export const kgOf = (stretches: readonly LotStretch[]) =>
  stretches.reduce((kg, { startKg, endKg }) => kg + endKg - startKg, 0);

/**
 * Records what the registry has retired. Open requests are closed for the same kg. Returns the ids
 * in the order of the input.
 * @throws invalid `items`; conflict if a kg has evidence already
 */
export async function recordRetirements(ctx: Context, input: RecordRetirements): Promise<string[]> {
  const { mode, registry, retirements } = input;
  if (retirements.length === 0) return [];
  await lockCatalogue(ctx, mode);
  const { ids, stretches, before } = await insertRetirements(ctx, input);
  await refreshRegistryStatus(ctx, { mode, stretches, before });
  await recordAudit(ctx, {
    action: "registry_retirements.recorded",
    subjectId: ids.length === 1 ? (ids[0] ?? null) : null,
    data: { mode, registry, retirements: ids.length, amount_kg: kgOf(stretches) },
  });
  return ids;
}

interface SupersedeRetirement {
  mode: Mode;
  id: string;
  /** Reason of the correction, for the audit log. */
  reason: string;
  /** The corrected record; null if the registry has none. */
  replacement: NewRegistryRetirement | null;
}

const itemsOf = query(
  "evidence-find-items",
  (db, { mode, id }: Params<{ mode: Mode; id: string }>) =>
    db
      .selectFrom("registryRetirementItems")
      .select(["lotId", "startKg", "endKg"])
      .where("mode", "=", mode)
      .where("retirementId", "=", id),
);

/**
 * Ends a wrong record, and adds the corrected one. Nothing is deleted.
 * @throws not-found; conflict if it was superseded before; as recordRetirements
 */
export async function supersedeRetirement(
  ctx: Context,
  { mode, id, reason, replacement }: SupersedeRetirement,
): Promise<{ replacementId: string | null }> {
  await lockCatalogue(ctx, mode);
  const { registryRetirement } = ctx.db.prisma;
  const where = { mode_id: { mode, id } };
  const record = await registryRetirement.findUnique({ where });
  if (!record) throw notFound("registry retirement");
  if (!record.isLive) throw conflict("The registry retirement was corrected before");
  const former = await itemsOf(ctx.db, { mode, id });
  const recorded = await readEvidence(ctx, { mode, stretches: former });
  await registryRetirement.update({ where, data: { supersededAt: ctx.now, isLive: false } });
  const retirements = replacement ? [replacement] : [];
  const { registry } = record;
  const inserted = await insertRetirements(ctx, { mode, registry, retirements });
  const { ids, stretches } = inserted;
  const [replacementId = null] = ids;
  await registryRetirement.update({ where, data: { supersededBy: replacementId } });
  await refreshRegistryStatus(ctx, {
    mode,
    stretches: [...former, ...stretches],
    // The later one of an allocation counts: the one before the record ended.
    before: [...inserted.before, ...recorded],
    orders: recorded,
  });
  await recordAudit(ctx, {
    action: "registry_retirement.superseded",
    subjectId: id,
    data: { mode, registry, reason, replacement: replacementId },
  });
  return { replacementId };
}
