// Filling orders from lots: the room above both, which writes them in one statement. The only way in.

export { getMatchingBacklog } from "./backlog-store";
export { matchOrders } from "./match-orders";
export { retryWaiting } from "./retry-waiting";
