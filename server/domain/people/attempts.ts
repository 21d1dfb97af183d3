import type { Context } from "#core/context";
import type { Sql } from "#core/db";
import { Problem } from "#core/errors";
import { type Params, queriesOn } from "#core/query";
import type { Limit } from "./rules";
import { recordSecurityEvent, type Visitor } from "./security-events";
import type { PeopleTables } from "./tables";

const query = queriesOn<PeopleTables>();

interface Attempt {
  subject: Buffer;
  now: Date;
  since: Date;
}

const count = query("people-count-attempt", (db, attempt: Params<Attempt>) =>
  db
    .insertInto("loginFailures")
    .values({ subject: attempt.subject, count: 1, since: attempt.now })
    .onConflict((conflict) =>
      conflict.column("subject").doUpdateSet((eb) => ({
        count: eb
          .case()
          .when("loginFailures.since", "<", attempt.since)
          .then(1)
          .else(eb("loginFailures.count", "+", 1))
          .end(),
        since: eb
          .case()
          .when("loginFailures.since", "<", attempt.since)
          .then(eb.ref("excluded.since"))
          .else(eb.ref("loginFailures.since"))
          .end(),
      })),
    )
    .returning(["count", "since"]),
);

/** Counts an attempt in the window that began after `since`. */
async function countAttempt(db: Sql, attempt: Attempt): Promise<{ count: number; since: Date }> {
  const [row] = await count(db, attempt);
  if (!row) throw new Error("An attempt was not counted");
  return row;
}

const deleteCounter = query(
  "people-delete-attempts",
  (db, { subject }: Params<{ subject: Buffer }>) =>
    db.deleteFrom("loginFailures").where("subject", "=", subject),
);

const decrement = query("people-undo-attempt", (db, { subject }: Params<{ subject: Buffer }>) =>
  db
    .updateTable("loginFailures")
    .set((eb) => ({ count: eb("count", "-", 1) }))
    .where("subject", "=", subject)
    .where("count", ">", 1),
);

/** After a success, the person's own counters start over and shared ones lose this attempt. */
export async function clearAttempts(db: Sql, limits: readonly Limit[]): Promise<void> {
  for (const { subject, isShared } of limits)
    await (isShared ? decrement : deleteCounter)(db, { subject });
}

const deleteAttempts = query("people-delete-old-attempts", (db, old: Params<{ before: Date }>) =>
  db.deleteFrom("loginFailures").where("since", "<", old.before),
);

export async function deleteOldAttempts(db: Sql, before: Date): Promise<void> {
  await deleteAttempts(db, { before });
}

interface AttemptInput {
  limits: Limit[];
  /** Name of the attempt in the security log: "login", "code". */
  attempted: string;
  visitor: Visitor;
  email?: string;
  personId?: string;
}

/** A flood of refused attempts is recorded only every so often. */
const RECORD_EVERY = 100;

/**
 * Counts before checking, so that concurrent attempts count too. Call it outside the transaction of
 * the attempt: a rollback would undo the count.
 * @throws rate-limited
 */
export async function requireAttempt(ctx: Context, attempt: AttemptInput): Promise<void> {
  const { limits, attempted, ...source } = attempt;
  for (const { subject, limit, windowMs } of limits) {
    const since = new Date(ctx.now.getTime() - windowMs);
    const counted = await countAttempt(ctx.db, { subject, now: ctx.now, since });
    if (counted.count <= limit) continue;
    if ((counted.count - limit) % RECORD_EVERY === 1) {
      await recordSecurityEvent(ctx, {
        ...source,
        kind: "auth.attempts_limited",
        data: { attempted },
      });
    }
    const waitMs = Math.max(1000, counted.since.getTime() - since.getTime());
    const minutes = Math.ceil(waitMs / 60_000);
    throw new Problem("rate-limited", {
      title: "Too many attempts",
      detail: minutes === 1 ? "Try again in a minute." : `Try again in ${minutes} minutes.`,
      headers: { "retry-after": String(Math.ceil(waitMs / 1000)) },
    });
  }
}
