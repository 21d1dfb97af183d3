// The sale: orders, their states, and their matching to credits. The only way into the room.

export type { Demand } from "./available-rules";
export { type Beneficiary, beneficiaryColumns, toBeneficiary } from "./beneficiary-rules";
export { cancelOrder } from "./cancel-order";
export { cancelPlacedOrder } from "./cancel-placed-order";
export { findAvailableKg } from "./find-available-kg";
export { findOrderProgress } from "./find-order-progress";
export { findPublicOrder, type PublicOrder } from "./find-public-order";
export { getExampleOrder } from "./get-example-order";
export { getMatchingBacklog } from "./get-matching-backlog";
export { getOrder } from "./get-order";
export { getOrderCounts } from "./get-order-counts";
export { getSalesHistory } from "./get-sales-history";
export { getSold } from "./get-sold";
export { getWaiting } from "./get-waiting";
export { listFoundOrders } from "./list-found-orders";
export { listMissing } from "./list-missing";
export { listOrderDetails } from "./list-order-details";
export { listOrders } from "./list-orders";
export { listStandings } from "./list-standings";
export { listWaiting } from "./list-waiting";
export { matchOrders } from "./match-orders";
export { placeCheckoutOrder } from "./place-checkout-order";
export { placeOrder } from "./place-order";
export { placeRideOrder } from "./place-ride-order";
export { releaseOrder } from "./release-order";
export {
  BeneficiaryResource,
  OrderListItemResource,
  OrderResource,
  toOrderListItemResource,
  toOrderResource,
} from "./resource";
export { retryWaiting } from "./retry-waiting";
export type { FoundOrder, OrderState } from "./rules";
export { NameBeneficiary, OrderFilters, PlaceOrder, PlaceRideOrder, SearchOrders } from "./schema";
export type { OrderTables } from "./tables";
