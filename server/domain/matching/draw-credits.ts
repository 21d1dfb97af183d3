import { drawFromLots, narrowSerialRange, type RetiredPart } from "#domain/inventory";
import type { NewRetirement, StockedLot } from "./allocation-rows";
import type { QueuedOrder } from "./match-store";

export function leftKg(lots: StockedLot[] | undefined): number {
  return lots?.reduce((kg, lot) => kg + lot.quantityKg - lot.nextKg, 0) ?? 0;
}

/** Returns whether the registry may have retired kg that are only matched now. */
function hasEvidence({ readKg, evidenceEndKg, requestEndKg }: StockedLot): boolean {
  return evidenceEndKg > readKg || requestEndKg > readKg;
}

/** Stretches of the lots that were allocated and that the registry may have retired already. */
export function stretchesWithEvidence(lots: readonly StockedLot[]) {
  return lots
    .filter(hasEvidence)
    .map(({ id, readKg, nextKg }) => ({ lotId: id, startKg: readKg, endKg: nextKg }));
}

/**
 * Draws the kg of each project from its lots and advances them. Returns retirements for the ledger,
 * on the order's line or on the stretch of it that a remedy fills, and parts for the totals.
 */
export function drawCredits(
  order: QueuedOrder,
  kgByProject: Map<string, number>,
  stock: Map<string, StockedLot[]>,
  remedy: { startKg: number; endKg: number } | null = null,
): { retirements: NewRetirement[]; parts: RetiredPart[] } {
  const retirements: NewRetirement[] = [];
  const parts: RetiredPart[] = [];
  let orderKg = remedy?.startKg ?? 0;
  for (const [projectId, kg] of kgByProject) {
    for (const { lot, ...drawn } of drawFromLots(kg, stock.get(projectId) ?? [])) {
      const kg = drawn.endKg - drawn.startKg;
      retirements.push({
        accountId: order.accountId,
        orderId: order.id,
        orderAmountKg: order.amountKg,
        orderStartKg: orderKg,
        orderEndKg: orderKg + kg,
        lotId: lot.id,
        lotQuantityKg: lot.quantityKg,
        lotStartKg: drawn.startKg,
        lotEndKg: drawn.endKg,
        serialNumberRange: narrowSerialRange(lot, drawn.startKg, drawn.endKg),
        remedyEndKg: remedy?.endKg ?? null,
      });
      parts.push({
        accountId: order.accountId,
        subaccountId: order.subaccountId,
        orderedAt: order.createdAt,
        projectId: lot.projectId,
        vintageYear: lot.vintageYear,
        kg,
        isOwn: order.isOwn,
      });
      orderKg += kg;
    }
  }
  return { retirements, parts };
}
