import type { Selectable } from "kysely";
import type { Project } from "#prisma";
import type { orderColumns } from "./store";
import type { OrderTables } from "./tables";

export const orderStates = ["placed", "fulfilled", "cancelled"] as const;
export type OrderState = (typeof orderStates)[number];

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

/** An order without the columns that only matching uses. */
export type Order = Pick<Selectable<OrderTables["orders"]>, (typeof orderColumns)[number]>;

/** An order with the name of its subaccount. */
export interface OrderWithSubaccount extends Order {
  subaccountName: string | null;
}

/** Credits of one project that were retired for an order. */
export interface OrderAllocation {
  project: Project;
  amountKg: number;
  retirements: {
    serialNumberRange: string;
    url: string | null;
    vintageYear: number;
    amountKg: number;
  }[];
}

export interface OrderDetail extends Order {
  /** Empty until the order is fulfilled. */
  allocations: OrderAllocation[];
}
