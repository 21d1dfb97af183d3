export { getMatchingBacklog, matchOrders, retryWaitingOrders } from "./match-orders";
