// What an order is, and which changes of its state are allowed. Pure.
import type { Mode } from "#core/context";
import type { Project } from "#prisma";
import type { Beneficiary } from "./beneficiary-rules";

export const orderStates = ["placed", "fulfilled", "cancelled"] as const;
export type OrderState = (typeof orderStates)[number];

/** The allowed edges. The database pins both ends of them: see the first migration. */
const edges: Record<OrderState, readonly OrderState[]> = {
  placed: ["fulfilled", "cancelled"],
  fulfilled: [],
  cancelled: [],
};

/** Whether an order may go from one state to another. */
export function mayBecome(from: OrderState, to: OrderState): boolean {
  return edges[from].includes(to);
}

export interface Order {
  accountId: string;
  mode: Mode;
  id: string;
  subaccountId: string | null;
  portfolioId: string;
  /** Whose parts it is filled by, where not by its portfolio's at the time of matching. */
  splitPortfolioId: string | null;
  type: "generic" | "ride";
  rideDistanceKm: number | null;
  channel: "api" | "checkout";
  checkoutSessionId: string | null;
  amountKg: number;
  pricePerKgCents: number;
  priceCents: number;
  metadata: string | null;
  description: string | null;
  callbackUrl: string | null;
  /** For whom the credits are to be retired, where somebody said so. */
  beneficiary: Beneficiary | null;
  state: OrderState;
  createdAt: Date;
  settledAt: Date | null;
}

/** An order as people find it, under the name that they know. */
export interface FoundOrder extends Order {
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
