import { sql } from "kysely";
import type { AccountContext } from "#core/context";
import { MAX_SUMMED } from "#core/page";
import { type Params, queriesOn } from "#core/query";
import type { HoldTables } from "#domain/holds";
import { type PublicState, publicStateOf } from "./rules";

const query = queriesOn<HoldTables>();

interface SumOf {
  accountId: string;
  subaccountId: string | null;
  now: Date;
}

// By what the public state depends on.
const sumByState = query("holds-sum-reservations", (db, of: Params<SumOf>) =>
  db
    .selectFrom((from) =>
      from
        .selectFrom("stockHolds")
        .select(["state", "amountKg", "price"])
        .select(sql<boolean>`order_id IS NOT NULL`.as("hasOrder"))
        .select(sql<boolean>`coalesce(expires_at <= ${of.now}::timestamptz, false)`.as("isOver"))
        .where("accountId", "=", of.accountId)
        .where("kind", "=", "reservation")
        .where(
          sql<boolean>`(${of.subaccountId}::text IS NULL OR subaccount_id = ${of.subaccountId}::text)`,
        )
        .limit(MAX_SUMMED + 1)
        .as("own"),
    )
    .select(["own.state", "own.hasOrder", "own.isOver"])
    .select([
      sql<number>`count(*)`.as("reservations"),
      sql<number>`sum(own.amount_kg)::bigint`.as("amountKg"),
      sql<number>`coalesce(sum(own.price), 0)::bigint`.as("price"),
    ])
    .groupBy(["own.state", "own.hasOrder", "own.isOver"]),
);

interface StateSum {
  state: PublicState;
  reservations: number;
  amountKg: number;
  price: number;
}

export interface ReservationSums {
  /** All reservations, or as many as were counted if `isCapped`. */
  reservations: number;
  isCapped: boolean;
  /** Null if not all were counted. */
  sums: StateSum[] | null;
}

/** Count and sums of the account's reservations, by state. */
export async function getReservationSums(
  ctx: AccountContext,
  { subaccountId }: { subaccountId: string | null },
): Promise<ReservationSums> {
  const { now, account } = ctx;
  const rows = await sumByState(ctx.db, { accountId: account.id, subaccountId, now });
  const sums = new Map<PublicState, StateSum>();
  for (const { state: stored, hasOrder, isOver, ...row } of rows) {
    const orderId = hasOrder ? "any" : null;
    const state = publicStateOf({ state: stored, orderId, expiresAt: isOver ? now : null }, now);
    const sum = sums.get(state) ?? { state, reservations: 0, amountKg: 0, price: 0 };
    sum.reservations += row.reservations;
    sum.amountKg += row.amountKg;
    sum.price += row.price;
    sums.set(state, sum);
  }
  const reservations = rows.reduce((count, row) => count + row.reservations, 0);
  const isCapped = reservations > MAX_SUMMED;
  return { reservations, isCapped, sums: isCapped ? null : [...sums.values()] };
}
