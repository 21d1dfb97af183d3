export { getMatchingBacklog, matchOrders, retryWaitingOrders } from "./match-orders";
export { remedyIncident } from "./remedy-incident";
