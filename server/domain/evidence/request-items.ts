import { sql } from "kysely";
import type { Context, Mode } from "#core/context";
import type { Sql } from "#core/db";
import { type Params, queriesOn, unnest } from "#core/query";
import { type PlacedStretch, placeStretches, stretchColumns, stretchTypes } from "./lot-stretches";
import type { LotStretch } from "./match-evidence-types";
import type { EvidenceTables } from "./tables";
import { overlapSearch, splitCovered } from "./unit-runs-rules";

const query = queriesOn<EvidenceTables>();

interface Overlapped {
  mode: Mode;
  stretches: readonly PlacedStretch[];
}

export interface OpenItem extends LotStretch {
  requestId: string;
  registry: string;
}

const stretchLine = sql.raw(
  `int8range(given.line_start_kg + given.start_kg, given.line_start_kg + given.end_kg)`,
);
const itemLine = sql.raw(`int8range(i.line_start_kg + i.start_kg, i.line_start_kg + i.end_kg)`);

const openItems = query("evidence-find-open-items", (db, { mode, stretches }: Params<Overlapped>) =>
  db
    .selectFrom(
      unnest("given", stretches, { lineStartKg: "bigint", startKg: "bigint", endKg: "bigint" }),
    )
    .innerJoin("registryRequestItems as i", (join) =>
      join
        .on("i.isOpen", "=", true)
        .on(sql<boolean>`${itemLine} && ${stretchLine}`)
        .on("i.mode", "=", mode),
    )
    .innerJoin("registryRequests as request", (join) =>
      join.onRef("request.mode", "=", "i.mode").onRef("request.id", "=", "i.requestId"),
    )
    .select(["i.requestId", "i.lotId", "i.startKg", "i.endKg", "request.registry"])
    .distinct()
    .orderBy("i.lotId")
    .orderBy("i.startKg"),
);

/** Items of open requests that overlap the stretches. */
export function findOpenItems(db: Sql, overlapped: Overlapped): Promise<OpenItem[]> {
  return openItems(db, overlapped);
}

const evidence = query("evidence-find-live-items", (db, { mode, stretches }: Params<Overlapped>) =>
  db
    .selectFrom(
      unnest("given", stretches, { lineStartKg: "bigint", startKg: "bigint", endKg: "bigint" }),
    )
    .innerJoin("registryRetirementItems as i", (join) =>
      join
        .on("i.isLive", "=", true)
        .on(sql<boolean>`${itemLine} && ${stretchLine}`)
        .on("i.mode", "=", mode),
    )
    .select(["i.lotId", "i.startKg", "i.endKg", "i.retirementId"])
    .limit(1),
);

/** A stretch of live evidence that overlaps the stretches. */
export async function findEvidence(
  db: Sql,
  overlapped: Overlapped,
): Promise<(LotStretch & { retirementId: string }) | undefined> {
  return (await evidence(db, overlapped))[0];
}

type NewItem = PlacedStretch & { requestId: string; isOpen: boolean };

const insert = query(
  "evidence-insert-request-items",
  (db, { mode, items }: Params<{ mode: Mode; items: readonly NewItem[] }>) =>
    db
      .insertInto("registryRequestItems")
      .columns([...stretchColumns, "requestId", "isOpen", "mode"])
      .expression((from) =>
        from
          .selectFrom(
            unnest("item", items, { ...stretchTypes, requestId: "text", isOpen: "boolean" }),
          )
          .select([...stretchColumns, "requestId", "isOpen"])
          .select(sql<Mode>`${mode}::text`.as("mode")),
      ),
);

/** Adds items to open requests. */
export async function insertRequestItems(
  db: Sql,
  input: { mode: Mode; items: readonly NewItem[] },
): Promise<void> {
  if (input.items.length > 0) await insert(db, input);
}

const remove = query(
  "evidence-split-request-items",
  (db, { mode, items }: Params<{ mode: Mode; items: readonly OpenItem[] }>) =>
    db
      .deleteFrom("registryRequestItems as i")
      .using(unnest("gone", items, { requestId: "text", lotId: "text", startKg: "bigint" }))
      .where("i.mode", "=", mode)
      .whereRef("i.requestId", "=", "gone.requestId")
      .whereRef("i.lotId", "=", "gone.lotId")
      .whereRef("i.startKg", "=", "gone.startKg"),
);

const confirmClosed = query(
  "evidence-confirm-requests",
  (db, { mode, ids, now }: Params<{ mode: Mode; ids: readonly string[]; now: Date }>) =>
    db
      .updateTable("registryRequests as request")
      .set({ state: "confirmed", isOpen: false, settledAt: now, nextPollAt: null, error: null })
      .where("request.mode", "=", mode)
      .where("request.id", "=", sql<string>`any (${ids}::text[])`)
      .where("request.isOpen", "=", true)
      .where((eb) =>
        eb.not(
          eb.exists(
            eb
              .selectFrom("registryRequestItems as i")
              .select("i.requestId")
              .whereRef("i.mode", "=", "request.mode")
              .whereRef("i.requestId", "=", "request.id")
              .where("i.isOpen", "=", true),
          ),
        ),
      ),
);

interface CloseRetired {
  mode: Mode;
  open: readonly OpenItem[];
  /** Stretches that the registry has retired. */
  retired: readonly LotStretch[];
}

/**
 * Closes the retired kg of open requests. Items retired in part are split; requests without open
 * items are confirmed.
 */
export async function closeRetiredItems(
  ctx: Context,
  { mode, open, retired }: CloseRetired,
): Promise<void> {
  if (open.length === 0) return;
  const retiredIn = overlapSearch(retired);
  const pieces = open.map((item) => {
    const { covered, rest } = splitCovered(item, retiredIn(item));
    const { requestId, lotId, registry } = item;
    return [
      ...covered.map((stretch) => ({ ...stretch, requestId, lotId, registry, isOpen: false })),
      ...rest.map((stretch) => ({ ...stretch, requestId, lotId, registry, isOpen: true })),
    ];
  });
  const groups = [...Map.groupBy(pieces.flat(), ({ registry }) => registry)];
  await remove(ctx.db, { mode, items: open });
  for (const [registry, parts] of groups) {
    const [placed = []] = await placeStretches(ctx, { mode, registry, groups: [parts] });
    const items = placed.flatMap((stretch, index) => {
      const part = parts[index];
      return part ? [{ ...stretch, requestId: part.requestId, isOpen: part.isOpen }] : [];
    });
    await insertRequestItems(ctx.db, { mode, items });
  }
  const ids = [...new Set(open.map(({ requestId }) => requestId))];
  await confirmClosed(ctx.db, { mode, ids, now: ctx.now });
}
