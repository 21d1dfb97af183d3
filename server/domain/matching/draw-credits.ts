import type { Mode, SqlContext } from "#core/context";
import {
  cutLots,
  type Draw,
  drawFromLots,
  narrowSerialRange,
  type OpenLot,
  type RetiredPart,
} from "#domain/inventory";
import type { NewRetirement } from "./allocation-rows";
import type { QueuedOrder } from "./match-store";

/** Returns whether the registry may have retired kg that are only matched now. */
function hasEvidence({ readKg, evidenceEndKg, requestEndKg }: OpenLot): boolean {
  return evidenceEndKg > readKg || requestEndKg > readKg;
}

/** Stretches of the lots that were allocated and that the registry may have retired already. */
export function stretchesWithEvidence(lots: readonly OpenLot[]) {
  return lots
    .filter(hasEvidence)
    .map(({ id, readKg, nextKg }) => ({ lotId: id, startKg: readKg, endKg: nextKg }));
}

/** Credits of one lot for an order, from `orderKg` of its line on. */
export interface DrawnCredits extends Draw {
  order: QueuedOrder;
  orderKg: number;
  /** Of substitutes: the end of their remedy on the order's line. */
  remedyEndKg: number | null;
}

/**
 * Draws the kg of each project from its lots and advances them, for the order's line or for the
 * stretch of it that a remedy fills. Lots may have to be cut: see {@link storeCuts}.
 */
export function drawCredits(
  order: QueuedOrder,
  kgByProject: Map<string, number>,
  stock: Map<string, OpenLot[]>,
  remedy: { startKg: number; endKg: number } | null = null,
): DrawnCredits[] {
  const draws = [...kgByProject].flatMap(([id, kg]) => drawFromLots(kg, stock.get(id) ?? []));
  let orderKg = remedy?.startKg ?? 0;
  return draws.map((draw) => {
    const drawn = { ...draw, order, orderKg, remedyEndKg: remedy?.endKg ?? null };
    orderKg += draw.endKg - draw.startKg;
    return drawn;
  });
}

/** Cuts the stored lots as the draws did, gives each piece its id, and returns what was drawn from. */
export async function storeCuts(
  ctx: SqlContext,
  { mode, stock }: { mode: Mode; stock: ReadonlyMap<string, OpenLot[]> },
): Promise<OpenLot[]> {
  const lots = [...stock.values()].flat();
  const drawn = lots.filter(({ nextKg, readKg }) => nextKg > readKg);
  const rests = Map.groupBy(
    lots.filter(({ cutAtKg }) => cutAtKg > 0),
    ({ id }) => id,
  );
  if (rests.size === 0) return drawn;
  const cuts = [...rests].map(([lotId, pieces]) => ({
    lotId,
    atKg: pieces.map(({ cutAtKg }) => cutAtKg),
  }));
  const stored = await cutLots(ctx, { mode, cuts });
  for (const [lotId, pieces] of rests) {
    const ids = new Map(stored.get(lotId)?.map(({ id, startKg }) => [startKg, id]));
    for (const piece of pieces) piece.id = ids.get(piece.cutAtKg) ?? piece.id;
  }
  return drawn;
}

/** The ledger's row, after {@link storeCuts}. */
export function retirementOf({ order, lot, ...drawn }: DrawnCredits): NewRetirement {
  const { startKg, endKg, orderKg, remedyEndKg } = drawn;
  return {
    accountId: order.accountId,
    orderId: order.id,
    orderAmountKg: order.amountKg,
    orderStartKg: orderKg,
    orderEndKg: orderKg + endKg - startKg,
    lotId: lot.id,
    lotQuantityKg: lot.quantityKg,
    lotStartKg: startKg,
    lotEndKg: endKg,
    serialNumberRange: narrowSerialRange(lot, startKg, endKg),
    remedyEndKg,
  };
}

/** The draw as a part of the totals. */
export const partOf = ({ order, lot, startKg, endKg }: DrawnCredits): RetiredPart => ({
  accountId: order.accountId,
  subaccountId: order.subaccountId,
  orderedAt: order.createdAt,
  projectId: lot.projectId,
  vintageYear: lot.vintageYear,
  kg: endKg - startKg,
  isOwn: order.isOwn,
});
