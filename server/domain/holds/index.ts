export {
  attachSessionHold,
  findAvailableKg,
  findSessionHold,
  holdStock,
  keepSessionHold,
  orUnavailable,
  quoteOrder,
  releaseOrderHold,
  releaseSessionHolds,
  returnFreedStock,
  returnSessionHold,
} from "./hold-stock";
export {
  findHeldKg,
  findHeldProjects,
  findHeldStock,
  type HeldStock,
  hasFreed,
  markHoldsUsed,
} from "./hold-store";
export { type MovedHolds, moveHolds } from "./move-holds";
export type { Purchase, Reservations, ReservationUse } from "./reservations";
export { getHoldBacklog, sweepHolds } from "./sweep-holds";
export type { HoldTables } from "./tables";
