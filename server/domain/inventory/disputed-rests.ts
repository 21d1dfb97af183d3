import type { Context, Mode } from "#core/context";
import { type Params, queriesOn, unnest } from "#core/query";
import { recordAudit } from "#domain/accounts";
import { bumpStockVersion } from "#domain/catalogue";
import { cutLots } from "./cut-lots";
import type { Stretch } from "./stock-removal-rules";
import { setLotState, stopLots } from "./stopped-lots";
import type { InventoryTables } from "./tables";

const query = queriesOn<InventoryTables>();

/** Sold kg that a registry shows as someone else's. */
interface Dispute extends Stretch {
  lotId: string;
  /** Names the dispute: the reason for which the lot is stopped. */
  reason: string;
}

interface Disputes {
  mode: Mode;
  disputes: readonly Dispute[];
}

const findRests = query("inventory-find-disputed-rests", (db, input: Params<Disputes>) =>
  db
    .selectFrom(
      unnest("part", input.disputes, {
        lotId: "text",
        startKg: "bigint",
        endKg: "bigint",
        reason: "text",
      }),
    )
    .innerJoin("creditLots as lot", (join) =>
      join.on("lot.mode", "=", input.mode).onRef("lot.id", "=", "part.lotId"),
    )
    .select(["lot.id", "lot.retiredKg", "part.startKg", "part.endKg", "part.reason"])
    .select((eb) =>
      eb
        .and([
          eb("lot.serialBlock", "is not", null),
          eb("lot.evidenceEndKg", "<=", eb.ref("part.endKg")),
          eb("lot.requestEndKg", "<=", eb.ref("part.endKg")),
        ])
        .as("isCuttable"),
    )
    .where("lot.state", "=", "on_sale")
    .whereRef("lot.retiredKg", "<", "part.endKg"),
);

/**
 * Stops the sale of what is left of tonnes in dispute, and cuts the lot around them so that the
 * other tonnes stay on sale. The caller holds the catalogue's lock.
 */
export async function stopDisputedRests(ctx: Context, { mode, disputes }: Disputes): Promise<void> {
  if (disputes.length === 0) return;
  const rests = await findRests(ctx.db, { mode, disputes });
  const isUnsold = (rest: (typeof rests)[number]) => rest.startKg >= rest.retiredKg;
  const byLot = Map.groupBy(
    rests.filter(({ isCuttable }) => isCuttable),
    ({ id }) => id,
  );
  const cuts = [...byLot].map(([lotId, list]) => {
    const ends = list.flatMap((rest) => [...(isUnsold(rest) ? [rest.startKg] : []), rest.endKg]);
    return { lotId, atKg: [...new Set(ends)] };
  });
  const pieces = await cutLots(ctx, { mode, cuts });
  const lots = rests.map(({ id, reason, startKg, ...rest }) => {
    const piece = pieces.get(id)?.find((one) => one.startKg === startKg);
    return { reason, id: (isUnsold({ id, reason, startKg, ...rest }) && piece?.id) || id };
  });
  await stopLots(ctx, { mode, lots });
}

interface StoppedRest {
  /** Start of the unsold kg. */
  startKg: number;
  reason: string | null;
}

/** The unsold rest of a lot whose sale is stopped; null if it is not stopped. */
export async function findStoppedRest(
  { db }: Context,
  { mode, lotId: id }: { mode: Mode; lotId: string },
): Promise<StoppedRest | null> {
  const lot = await db.prisma.creditLot.findUnique({ where: { id_mode: { id, mode } } });
  if (lot?.state !== "stopped") return null;
  return { startKg: Number(lot.retiredKg), reason: lot.stateReason };
}

/** Puts the rest of a stopped lot back on sale. The caller holds the catalogue's lock. */
export async function resumeDisputedRest(
  ctx: Context,
  { mode, lotId: id }: { mode: Mode; lotId: string },
): Promise<void> {
  await setLotState(ctx, { mode, id, from: "stopped", to: "on_sale", reason: null });
  await bumpStockVersion(ctx, mode);
  await recordAudit(ctx, { action: "credit_lot.resumed", subjectId: id, data: { mode } });
}
