// Filling orders from lots: the room above both, which writes them in one statement. The only way in.

export { getMatchingBacklog, matchOrders, retryWaitingOrders } from "./match-orders";
