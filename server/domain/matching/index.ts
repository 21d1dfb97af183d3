export { getMatchingBacklog, retryWaitingOrders } from "./backlog";
export { matchOrders } from "./match-orders";
export { remedyIncident } from "./remedy-incident";
