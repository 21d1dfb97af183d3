// How long payments wait for what. These depend on each other, and on `callLimits` of the providers:
// see the test beside this file.

/** First poll of a payment whose attempt to pay has not answered: after every call of that attempt. */
export const FIRST_POLL_MS = 30_000;
/** While one process polls a payment, no other does: longer than the calls of a poll. */
export const POLL_LEASE_MS = 60_000;
/** The next poll after an attempt that failed, or whose answer was lost. */
export const LOST_ANSWER_MS = 2000;
/** A payment that waits for the customer's confirmation longer than this is given up. */
export const CONFIRMATION_MS = 15 * 60_000;
/** How long a session stays open after its creation. */
export const LIFETIME_MS = 24 * 3_600_000;
/** After a charge, the latest time at which we learn of it. */
export const LEARNT_WITHIN_MS = 2 * LIFETIME_MS;
