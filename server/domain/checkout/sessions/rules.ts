import type { CheckoutSession as Row } from "#prisma";

export const checkoutSessionStates = ["open", "complete", "expired"] as const;
export type CheckoutSessionState = (typeof checkoutSessionStates)[number];

/** A session as of one moment, with the state of that moment. */
export type CheckoutSession = Omit<Row, "state"> & { state: CheckoutSessionState };

/**
 * The session as of `now`: a stored open session is expired from `expiresAt`, unless it is being
 * paid.
 */
export function asOf(now: Date, row: Row): CheckoutSession {
  const isOver = row.state === "open" && !row.paying && row.expiresAt <= now;
  return { ...row, state: isOver ? "expired" : (row.state as CheckoutSessionState) };
}

export type BeneficiaryChanges = Partial<
  Pick<Row, "beneficiaryName" | "beneficiaryMessage" | "beneficiaryUrl">
>;

/** Columns of the beneficiary that a customer enters, and whether it is still the integrator's. */
export function enteredColumns(session: Row | CheckoutSession, changes: BeneficiaryChanges) {
  const columns = Object.keys(changes) as (keyof BeneficiaryChanges)[];
  const isChanged = columns.some((column) => changes[column] !== session[column]);
  return { ...changes, beneficiaryEntered: session.beneficiaryEntered || isChanged };
}
