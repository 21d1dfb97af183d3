export { cancelOrder, cancelPlacedOrder } from "./cancel-order";
export { type Demand, maxFillableKg, remainingStock } from "./demand-rules";
export {
  amountOf,
  beneficiaryColumns,
  draftOrder,
  draftOrderFor,
  draftRideOrder,
  measureOf,
} from "./draft-order";
export { findOrders } from "./find-orders";
export type { AllocatedCredits, Beneficiary, OrderDetail, OrderWithSubaccount } from "./order";
export { getOrderCounts, listAccountActivity } from "./order-counts";
export { listOrderDetails } from "./order-details";
export { holdOrder, lockOrderState, setOrderRefund } from "./order-payment";
export {
  type ChargeOrder,
  needsTransaction,
  placeCheckoutOrder,
  placeConfirmedOrder,
  placeInGroup,
  placeOrder,
} from "./place-order";
export {
  orderText,
  toBeneficiary,
  toOrderListItemResource,
  toOrderRegistryFields,
  toOrderResource,
  toRetirementRegistryFields,
} from "./present-order";
export {
  findNewestFulfilled,
  findOrderProgress,
  findOrderVersion,
  findPublicOrder,
  getExampleOrder,
  getOrder,
  listOrders,
  type PublicOrder,
} from "./read-orders";
export { endCoolingOff, releaseOrder } from "./release-order";
export { REMOVED_NAME, removeBeneficiaries, removedName } from "./remove-beneficiary";
export {
  BeneficiaryResource,
  OrderListItemResource,
  OrderRegistryFields,
  OrderResource,
  RetirementRegistryFields,
} from "./resource";
export {
  retirementCopy,
  statedCredits,
  statementOf,
} from "./retirement-statement-rules";
export { canTransition, type OrderState } from "./rules";
export {
  ListOrders,
  NameBeneficiary,
  OrderFilters,
  PlaceOrder,
  PlaceRideOrder,
  SearchOrders,
} from "./schema";
export { listOrdersBySearch } from "./search-orders";
export { addSoldEvidence, addToSoldCredits, type SoldEvidence, shareOfPrice } from "./sold-credits";
export { getOrderSums } from "./sum-orders";
export type { OrderTables } from "./tables";
export {
  countPlacedOrders,
  findUnfilled,
  getWaitingTotals,
  listMissingCredits,
  listWaitingOrders,
} from "./waiting-orders";
