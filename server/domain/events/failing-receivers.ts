import { sql } from "kysely";
import type { AccountContext } from "#core/context";
import { type Params, queriesOn } from "#core/query";
import { CALLBACK } from "./delivery-rules";
import type { EventTables } from "./tables";

const query = queriesOn<EventTables>();

/** Pending deliveries that are read at most. */
const MAX_PENDING = 10_000;

interface Failing {
  lane: string;
  receiver: string;
  /** True if it accepts deliveries, but takes so long that others wait. */
  isSlow: boolean;
  waiting: number;
  /** Of the delivery that failed most often. */
  failedAttempts: number;
  nextAttemptAt: Date;
  /** Of the latest attempt of a delivery that failed most often; null if none was made. */
  attemptedAt: Date | null;
  responseStatus: number | null;
  error: string | null;
}

interface Search {
  accountId: string;
  now: Date;
  most: number;
}

const findFailing = query("events-find-failing-receivers", (db, search: Params<Search>) => {
  const pending = db
    .selectFrom("deliveries")
    .select(["lane", "receiver", "eventId", "nextAttemptAt", "failedAttempts"])
    .where("accountId", "=", search.accountId)
    .where("state", "=", "pending")
    .limit(search.most);
  const receivers = db
    .selectFrom(pending.as("d"))
    .leftJoin("lanePauses as p", "p.lane", "d.lane")
    .select((eb) => [
      "d.lane",
      "d.receiver",
      eb.fn.countAll<number>().as("waiting"),
      eb.fn.max<number>("d.failedAttempts").as("failedAttempts"),
      sql<Date>`greatest(min(d.next_attempt_at), max(p.paused_until))`.as("nextAttemptAt"),
      sql<string>`(array_agg(d.event_id ORDER BY d.failed_attempts DESC, d.event_id))[1]`.as(
        "eventId",
      ),
    ])
    .select(
      sql<boolean>`max(d.failed_attempts) = 0 AND max(p.paused_until) <= ${search.now}`.as(
        "isSlow",
      ),
    )
    .groupBy(["d.lane", "d.receiver"])
    // The pause of a slow receiver is over, as is that of a failing one while it is tried again.
    .having(
      sql<boolean>`max(d.failed_attempts) > 0
        OR max(p.paused_until) > ${search.now}::timestamptz - interval '1 minute'`,
    );
  return db
    .selectFrom(receivers.as("r"))
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom("deliveryAttempts as a")
          .select(["a.attemptedAt", "a.responseStatus", "a.error"])
          .where("a.accountId", "=", search.accountId)
          .whereRef("a.eventId", "=", "r.eventId")
          .whereRef("a.receiver", "=", "r.receiver")
          .orderBy("a.attempt", "desc")
          .limit(1)
          .as("last"),
      (join) => join.onTrue(),
    )
    .select(["r.lane", "r.receiver", "r.isSlow", "r.waiting", "r.failedAttempts"])
    .select("r.nextAttemptAt")
    .select(["last.attemptedAt", "last.responseStatus", "last.error"])
    .orderBy("r.waiting", "desc")
    .orderBy("r.lane");
});

export interface FailingReceiver extends Omit<Failing, "lane" | "receiver"> {
  /** Host and port of callback URLs; null for a webhook endpoint. */
  callbackHost: string | null;
  webhookEndpointId: string | null;
}

/** Receivers of the account whose deliveries wait because earlier ones failed or are slow. */
export async function listFailingReceivers(ctx: AccountContext): Promise<FailingReceiver[]> {
  const search = { accountId: ctx.account.id, now: ctx.now, most: MAX_PENDING };
  const rows: Failing[] = await findFailing(ctx.db, search);
  return rows.map(({ lane, receiver, ...row }) => ({
    ...row,
    callbackHost: receiver === CALLBACK ? lane : null,
    webhookEndpointId: receiver === CALLBACK ? null : receiver,
  }));
}
