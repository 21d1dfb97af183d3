import { database } from "#core/db";
import { moveHeldStock } from "#domain/checkout";
import { sweepHolds } from "#domain/holds";
import { systemContext } from "#testing/factories";

/** Holds of the session or order, oldest first. */
export function holdsOf(owner: { checkoutSessionId: string } | { orderId: string }) {
  return database().prisma.stockHold.findMany({ where: owner, orderBy: { id: "asc" } });
}

/** Runs the job that ends holds, as of `now`. */
export function sweep(now = new Date()) {
  return sweepHolds({ ...systemContext(), now }, { database: database(), move: moveHeldStock });
}

/** Kg of the hold by project. */
export async function partsOf(holdId: string): Promise<Record<string, number>> {
  const parts = await database().prisma.stockHoldPart.findMany({ where: { holdId } });
  return Object.fromEntries(parts.map(({ projectId, kg }) => [projectId, kg]));
}
