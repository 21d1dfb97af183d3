export { getMatchingBacklog, matchOrders, retryWaitingOrders } from "./match-orders";
export { type RemedyReport, remedyIncident } from "./remedy-incident";
