export { findAvailableKg, returnFreedStock } from "./available-stock";
export {
  attachSessionHold,
  findSessionHold,
  holdStock,
  keepSessionHold,
  releaseOrderHold,
  releaseSessionHolds,
  returnSessionHold,
} from "./hold-stock";
export { findHeldStock, type HeldStock, markHoldsUsed } from "./hold-store";
export { moveHolds } from "./move-holds";
export { getHoldBacklog, sweepHolds } from "./sweep-holds";
export type { HoldTables } from "./tables";
