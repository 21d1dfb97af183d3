/** States of a reservation in the API. */
export const publicStates = ["held", "used", "released", "expired"] as const;
export type PublicState = (typeof publicStates)[number];

/** The state of a reservation at `at`; one that an order has is used, matched or not. */
export function publicStateOf(
  hold: { state: string; orderId: string | null; expiresAt: Date | null },
  at: Date,
): PublicState {
  if (hold.state !== "held")
    return hold.state === "void" ? "released" : (hold.state as PublicState);
  if (hold.orderId !== null) return "used";
  return hold.expiresAt !== null && hold.expiresAt <= at ? "expired" : "held";
}

interface Share {
  percent: number;
  /** Kg on sale of the portfolio's projects. */
  sellableKg: number;
  /** Kg of these that the account reserves already. */
  reservedKg: number;
}

/** Kg that an account may still reserve. A share of any stock is at least one kg. */
export function reservableKg({ percent, sellableKg, reservedKg }: Share): number {
  return Math.max(0, Math.ceil((sellableKg * percent) / 100) - reservedKg);
}
