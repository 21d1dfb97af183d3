import { sql } from "kysely";
import type { Context } from "#core/context";
import type { Database } from "#core/db";
import { type Params, queriesOn, unnest } from "#core/query";
import { queueMails } from "#domain/queue";
import { findInvoicesIssued, findKeysExpiring, findPaymentsStuck } from "./account-conditions";
import { findCallbacksFailing } from "./callbacks";
import type { Condition, FindConditions, Notice } from "./conditions";
import { MAX_LISTED, noticeMail } from "./mails";
import { findImportsDone, findStockLow } from "./operator-conditions";
import { findRecipients, type Recipient } from "./recipients";
import { type NoticeKind, noticeKinds } from "./schema";
import type { NoticeTables } from "./tables";
import { findOrdersWaiting } from "./waiting-orders";
import { findWeeklySummaries } from "./weekly-summary";

const query = queriesOn<NoticeTables>();

const finders: Record<NoticeKind, FindConditions> = {
  orders_waiting: findOrdersWaiting,
  callback_failing: findCallbacksFailing,
  key_expiring: findKeysExpiring,
  payment_stuck: findPaymentsStuck,
  invoice_issued: findInvoicesIssued,
  weekly_summary: findWeeklySummaries,
  stock_low: findStockLow,
  import_done: findImportsDone,
};

/** Conditions that begin within one transaction; the next one takes more. */
const BATCH = 500;

const lockCheck = query(
  "notices-lock-check",
  (db, check: Params<{ kind: NoticeKind; now: Date }>) =>
    db
      .insertInto("noticeChecks")
      .values({ kind: check.kind, firstAt: check.now, lastAt: check.now })
      .onConflict((conflict) =>
        conflict.column("kind").doUpdateSet((eb) => ({ lastAt: eb.ref("excluded.lastAt") })),
      )
      .returning("firstAt"),
);

interface Place {
  scope: string;
  personId: string;
  subject: string;
}

interface Change {
  kind: NoticeKind;
  places: readonly Place[];
}

const placeTypes = { scope: "text", personId: "text", subject: "text" } as const;

const start = query("notices-begin", (db, input: Params<Change & { now: Date }>) =>
  db
    .insertInto("openNotices")
    .columns(["kind", "scope", "personId", "subject", "mailedAt"])
    .expression((from) =>
      from
        .selectFrom(unnest("place", input.places, placeTypes))
        .select([sql<NoticeKind>`${input.kind}::text`.as("kind")])
        .select(["place.scope", "place.personId", "place.subject"])
        .select(input.now.as("mailedAt")),
    )
    .onConflict((conflict) => conflict.doNothing())
    .returning(["scope", "personId", "subject"]),
);

const end = query("notices-end", (db, input: Params<Change>) =>
  db
    .deleteFrom("openNotices as n")
    .using(unnest("place", input.places, placeTypes))
    .where("n.kind", "=", input.kind)
    .whereRef("n.scope", "=", "place.scope")
    .whereRef("n.personId", "=", "place.personId")
    .whereRef("n.subject", "=", "place.subject"),
);

const keyOf = ({ scope, personId, subject }: Place) => `${scope}\n${personId}\n${subject}`;

interface Pair extends Place {
  recipient: Recipient;
  condition: Condition;
}

interface Facts {
  conditions: readonly Condition[];
  recipients: readonly Recipient[];
  isOpen(place: Place): boolean;
  firstAt: Date;
}

/** Each recipient with each condition that concerns them, whether they want to know or not. */
function pairsOf({ conditions, recipients, isOpen, firstAt }: Facts): Pair[] {
  const byScope = Map.groupBy(conditions, ({ scope }) => scope);
  return recipients.flatMap((recipient) =>
    (byScope.get(recipient.scope) ?? []).flatMap((condition) => {
      const { scope, subaccountId, subject, at } = condition;
      const { personId, since } = recipient;
      if (subaccountId !== recipient.subaccountId) return [];
      const pair = { scope, personId, subject, recipient, condition };
      const isKnown = isOpen(pair);
      if (at !== undefined && !isKnown && (at < since || at < firstAt)) return [];
      return (condition.concerns?.(recipient, isKnown) ?? true) ? pair : [];
    }),
  );
}

/** One mail for all that began for a person in a scope. */
async function mailPairs(ctx: Context, kind: NoticeKind, pairs: readonly Pair[]): Promise<void> {
  const groups = Map.groupBy(pairs, ({ scope, personId }) => `${scope}\n${personId}`);
  const notices = new Map<Condition, Notice>();
  const noticeOf = async (condition: Condition) => {
    const notice = notices.get(condition) ?? (await condition.describe());
    notices.set(condition, notice);
    return notice;
  };
  const mails = [];
  for (const group of groups.values()) {
    const [first] = group;
    if (!first) continue;
    const { scope, personId } = first;
    const listed = [];
    for (const { condition } of group.slice(0, MAX_LISTED)) {
      listed.push(await noticeOf(condition));
    }
    mails.push(noticeMail({ personId, scope, kind, notices: listed, count: group.length }));
  }
  await queueMails(ctx.db, { mails, now: ctx.now });
}

/** Returns how many conditions began, at most a batch. */
async function checkKind(ctx: Context, kind: NoticeKind): Promise<number> {
  const [check] = await lockCheck(ctx.db, { kind, now: ctx.now });
  const conditions = await finders[kind](ctx);
  const scopes = conditions.map(({ scope }) => scope);
  const recipients = await findRecipients(ctx.db, { kind, scopes });
  const open = await ctx.db.prisma.openNotice.findMany({ where: { kind } });
  const openKeys = new Set(open.map(keyOf));
  const isOpen = (place: Place) => openKeys.has(keyOf(place));
  const firstAt = check?.firstAt ?? ctx.now;
  const pairs = pairsOf({ conditions, recipients, isOpen, firstAt });
  const lasting = new Set(pairs.map(keyOf));
  const ended = open.filter((place) => !lasting.has(keyOf(place)));
  if (ended.length > 0) await end(ctx.db, { kind, places: ended });
  const fresh = pairs.filter((pair) => pair.recipient.isOn && !isOpen(pair)).slice(0, BATCH);
  if (fresh.length === 0) return 0;
  const started = await start(ctx.db, { kind, places: fresh, now: ctx.now });
  const startedKeys = new Set(started.map(keyOf));
  await mailPairs(
    ctx,
    kind,
    fresh.filter((pair) => startedKeys.has(keyOf(pair))),
  );
  return started.length;
}

interface CheckNotices {
  database: Pick<Database, "transaction">;
  kinds?: readonly NoticeKind[];
}

/**
 * Queues mails about conditions that began since the last check, each in the transaction that
 * records it, and forgets those that ended. Returns whether anything began.
 */
export async function checkNotices(
  ctx: Context,
  { database, kinds = noticeKinds }: CheckNotices,
): Promise<boolean> {
  let total = 0;
  for (const kind of kinds) {
    try {
      let started: number;
      do {
        started = await database.transaction((db) => checkKind({ ...ctx, db }, kind));
        total += started;
      } while (started === BATCH);
    } catch (err) {
      // The other kinds don't depend on it.
      ctx.log.error({ event: "notices.check_failed", err, kind }, "could not check notifications");
    }
  }
  return total > 0;
}
