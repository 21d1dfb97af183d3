// The sale: orders and their states. The only way into the room.

export { type Beneficiary, beneficiaryColumns, toBeneficiary } from "./beneficiary-rules";
export { cancelOrder, cancelPlacedOrder } from "./cancel-order";
export type { Demand } from "./demand-rules";
export {
  addToTotals,
  getOrderCounts,
  getSalesHistory,
  getSold,
  listStandings,
} from "./order-totals";
export {
  draftOrder,
  draftRideOrder,
  placeCheckoutOrder,
  releaseOrder,
  writeOrder,
} from "./place-order";
export {
  findOrderProgress,
  findPublicOrder,
  getExampleOrder,
  getOrder,
  listOrderDetails,
  listOrders,
  type PublicOrder,
} from "./read-orders";
export {
  BeneficiaryResource,
  OrderListItemResource,
  OrderResource,
  toOrderListItemResource,
  toOrderResource,
} from "./resource";
export { type FoundOrder, mayBecome, type OrderState } from "./rules";
export { NameBeneficiary, OrderFilters, PlaceOrder, PlaceRideOrder, SearchOrders } from "./schema";
export { listFoundOrders } from "./search-orders";
export type { OrderTables } from "./tables";
export {
  countPlacedFrom,
  findAvailableKg,
  getWaiting,
  listMissing,
  listWaiting,
} from "./waiting-orders";
