// What an order is, and which changes of its state are allowed. Pure.
import type { Selectable } from "kysely";
import type { Project } from "#prisma";
import type { orderColumns } from "./store";
import type { OrderTables } from "./tables";

export const orderStates = ["placed", "fulfilled", "cancelled"] as const;
export type OrderState = (typeof orderStates)[number];

/** The allowed edges. The database pins both ends of them: see the first migration. */
const edges: Record<OrderState, readonly OrderState[]> = {
  placed: ["fulfilled", "cancelled"],
  fulfilled: [],
  cancelled: [],
};

/** Whether an order may go from one state to another. */
export function canTransition(from: OrderState, to: OrderState): boolean {
  return edges[from].includes(to);
}

/** An order without what only matching needs to know of it. */
export type Order = Pick<Selectable<OrderTables["orders"]>, (typeof orderColumns)[number]>;

/** An order as people find it, under the name that they know. */
export interface OrderWithSubaccount extends Order {
  subaccountName: string | null;
}

/** One project's part in filling an order, with what was retired for it. */
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
