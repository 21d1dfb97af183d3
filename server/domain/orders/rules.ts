export const orderStates = ["placed", "fulfilled", "cancelled"] as const;
export type OrderState = (typeof orderStates)[number];

export const orderTypes = ["generic", "ride"] as const;
export type OrderType = (typeof orderTypes)[number];

/** Allowed transitions. The first migration enforces them in the database too. */
const edges: Record<OrderState, readonly OrderState[]> = {
  placed: ["fulfilled", "cancelled"],
  fulfilled: [],
  cancelled: [],
};

/** Returns whether an order may change from one state to another. */
export function canTransition(from: OrderState, to: OrderState): boolean {
  return edges[from].includes(to);
}
