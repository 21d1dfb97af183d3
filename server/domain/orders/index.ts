// The sale: orders and their states. The only way into the room.

export type { Demand } from "./available-rules";
export { type Beneficiary, beneficiaryColumns, toBeneficiary } from "./beneficiary-rules";
export { cancelOrder } from "./cancel-order";
export { cancelPlacedOrder } from "./cancel-placed-order";
export { findAvailableKg } from "./find-available-kg";
export { findOrderProgress } from "./find-order-progress";
export { findPublicOrder, type PublicOrder } from "./find-public-order";
export { getExampleOrder } from "./get-example-order";
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
export { type FoundOrder, mayBecome, type OrderState } from "./rules";
export { NameBeneficiary, OrderFilters, PlaceOrder, PlaceRideOrder, SearchOrders } from "./schema";
export type { OrderTables } from "./tables";
export { addToTotals } from "./totals-store";
