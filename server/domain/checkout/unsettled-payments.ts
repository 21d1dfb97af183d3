import type { Context } from "#core/context";
import { type Params, queriesOn } from "#core/query";
import { MAX_COUNTED } from "#core/workers";
import type { CheckoutTables } from "./tables";

const query = queriesOn<CheckoutTables>();

export interface UnsettledPayments {
  mode: string;
  provider: string;
  state: string;
  /** Sums up to MAX_COUNTED over all rows. */
  payments: number;
  oldestAt: Date;
}

// Payments that are not settled are polled, and only these are in the index of polls.
const countUnsettled = query("checkout-count-unsettled-payments", (db, _none: Params<object>) =>
  db
    .with(
      (cte) => cte("polled").materialized(),
      (qb) =>
        qb
          .selectFrom("payments")
          .select(["mode", "provider", "state", "createdAt"])
          .where("nextPollAt", "is not", null)
          .orderBy("nextPollAt")
          .limit(MAX_COUNTED),
    )
    .selectFrom("polled")
    .select(({ fn }) => [
      "mode",
      "provider",
      "state",
      fn.countAll<number>().as("payments"),
      fn.min("createdAt").as("oldestAt"),
    ])
    .groupBy(["mode", "provider", "state"]),
);

/** Payments of all accounts that are not settled, by mode, provider and state. */
export function listUnsettledPayments({ db }: Context): Promise<UnsettledPayments[]> {
  return countUnsettled(db, {});
}
