export {
  attachSessionHold,
  findAvailableKg,
  findSessionHold,
  holdStock,
  keepSessionHold,
  orUnavailable,
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
export { quoteOrder } from "./quote-order";
export { getReservationSums } from "./reservation-sums";
export {
  createReservation,
  getReservation,
  listReservations,
  releaseReservation,
} from "./reservations";
export { ReservationResource, toReservationResource } from "./resource";
export { CreateReservation } from "./schema";
export { getHoldBacklog, sweepHolds } from "./sweep-holds";
export type { HoldTables } from "./tables";
export { draftReservedOrder, findUsableReservation, takeReservation } from "./use-reservation";
