// The SQL of mails: those that are due are their own queue, and a claim is a lease on one of them.
import { type Selectable, sql } from "kysely";
import type { Sql } from "#core/db";
import { newId } from "#core/id";
import { type Params, pickAs, queriesOn, type Table, unnest } from "#core/query";
import type { AccountTables } from "#domain/accounts";
import type { OrderTables } from "#domain/orders";
import type { Portfolio, Prisma } from "#prisma";
import type { MailDecision, MailKind } from "./mail-rules";
import type { CheckoutTables } from "./tables";

export type { MailKind };

interface Portfolios {
  portfolios: Table<Portfolio, Prisma.PortfolioUncheckedCreateInput>;
}

const query = queriesOn<CheckoutTables & AccountTables & OrderTables & Portfolios>();

interface Queued {
  accountId: string;
  checkoutSessionId: string;
  mails: readonly { id: string; kind: MailKind }[];
  now: Date;
}

// Each kind at most once for a session: who asks again changes nothing.
const queue = query("mails-queue", (db, input: Params<Queued>) =>
  db
    .insertInto("mails")
    .columns(["accountId", "checkoutSessionId", "id", "kind", "dueAt", "createdAt"])
    .expression((from) =>
      from
        .selectFrom(unnest("mail", input.mails, { id: "text", kind: "text" }))
        .select(pickAs(input, ["accountId", "checkoutSessionId"]))
        .select(["mail.id", "mail.kind", input.now.as("dueAt"), input.now.as("createdAt")]),
    )
    .onConflict((conflict) =>
      conflict.columns(["accountId", "checkoutSessionId", "kind"]).doNothing(),
    ),
);

interface Lease {
  now: Date;
  leasedUntil: Date;
  limit: number;
}

const leasedColumns = ["accountId", "id", "kind", "attempts", "createdAt"] as const;

// MATERIALIZED keeps the limit whatever the plan.
const claim = query("mails-claim", (db, lease: Params<Lease>) =>
  db
    .with(
      (cte) => cte("due").materialized(),
      (qb) =>
        qb
          .selectFrom("mails")
          .select(["accountId", "id"])
          .where("state", "=", "due")
          .where("dueAt", "<=", lease.now)
          .orderBy("dueAt")
          .limit(lease.limit)
          .forUpdate()
          .skipLocked(),
    )
    .updateTable("mails")
    .from("due")
    .set((eb) => ({ attempts: eb("mails.attempts", "+", 1), dueAt: lease.leasedUntil }))
    .whereRef("mails.accountId", "=", "due.accountId")
    .whereRef("mails.id", "=", "due.id")
    .returning(leasedColumns.map((column) => `mails.${column}` as const)),
);

const find = query(
  "mails-tell",
  (db, { mails }: Params<{ mails: readonly { accountId: string; id: string }[] }>) =>
    db
      .selectFrom(unnest("asked", mails, { accountId: "text", id: "text" }))
      .innerJoin("mails as mail", (join) =>
        join.onRef("mail.accountId", "=", "asked.accountId").onRef("mail.id", "=", "asked.id"),
      )
      .innerJoin("checkoutSessions as session", (join) =>
        join
          .onRef("session.accountId", "=", "mail.accountId")
          .onRef("session.id", "=", "mail.checkoutSessionId"),
      )
      .innerJoin("accounts", "accounts.id", "session.accountId")
      .innerJoin("portfolios", (join) =>
        join
          .onRef("portfolios.mode", "=", "session.mode")
          .onRef("portfolios.id", "=", "session.portfolioId"),
      )
      .leftJoin("subaccounts", (join) =>
        join
          .onRef("subaccounts.accountId", "=", "session.accountId")
          .onRef("subaccounts.id", "=", "session.subaccountId"),
      )
      .leftJoin("orders", (join) =>
        join
          .onRef("orders.accountId", "=", "session.accountId")
          .onRef("orders.id", "=", "session.orderId"),
      )
      .leftJoin("payments", (join) =>
        join
          .onRef("payments.accountId", "=", "session.accountId")
          .onRef("payments.checkoutSessionId", "=", "session.id"),
      )
      .select(["mail.accountId", "mail.id", "session.id as sessionId", "session.mode"])
      .select(["session.amountKg", "session.pricePerKgUsdCents", "session.priceUsdCents"])
      .select(["session.cancelUrl", "session.customerEmail", "session.language"])
      .select(["portfolios.name as portfolioName", "orders.id as orderId"])
      .select(["orders.state as orderState", "orders.settledAt"])
      .select(["payments.paidAt", "payments.updatedAt"])
      .select(({ fn }) => [
        fn.coalesce("subaccounts.name", "accounts.name").as("shopName"),
        fn.coalesce("orders.beneficiaryName", "session.beneficiaryName").as("beneficiaryName"),
      ]),
);

type MailRow = Selectable<CheckoutTables["mails"]>;
type Outcome = Pick<MailRow, "accountId" | "id" | "state" | "attempts" | "lastError" | "settledAt">;

// A mail that went out is sent, whoever claimed it meanwhile. Any other outcome counts only while
// its lease is the mail's own.
const record = query(
  "mails-record",
  (db, mail: Params<Outcome & { dueAt: Date | null; leasedUntil: Date }>) =>
    db
      .updateTable("mails")
      .set({
        state: mail.state,
        attempts: mail.attempts,
        lastError: mail.lastError,
        dueAt: sql<Date>`coalesce(${mail.dueAt}::timestamptz, due_at)`,
        settledAt: mail.settledAt,
      })
      .where("accountId", "=", mail.accountId)
      .where("id", "=", mail.id)
      .where("state", "=", "due")
      .where((eb) =>
        eb.or([sql<boolean>`${mail.state}::text = 'sent'`, eb("dueAt", "=", mail.leasedUntil)]),
      )
      .returning("id"),
);

/** Has the customer told of these; in the transaction of what they tell of. */
export async function queueMails(
  db: Sql,
  input: Omit<Queued, "mails"> & { kinds: readonly MailKind[] },
): Promise<void> {
  const { kinds, ...more } = input;
  if (kinds.length === 0) return;
  await queue(db, { ...more, mails: kinds.map((kind) => ({ id: newId("mail"), kind })) });
}

/** A mail as it was leased; `attempts` is the number of the attempt, from 1. */
export type LeasedMail = Pick<MailRow, (typeof leasedColumns)[number]>;

/** Leases up to `limit` due mails, those due longest first, until `leasedUntil`. */
export function claimDueMails(db: Sql, lease: Lease): Promise<LeasedMail[]> {
  return claim(db, lease);
}

/** What a mail is about: the columns of its session, and of what the session came to. */
export type MailSubject = Awaited<ReturnType<typeof find>>[number];

/** What these mails are about, in no order. */
export function findMailSubjects(db: Sql, mails: readonly LeasedMail[]): Promise<MailSubject[]> {
  return find(db, { mails });
}

interface Recorded {
  accountId: string;
  id: string;
  leasedUntil: Date;
  decision: MailDecision;
  now: Date;
}

/** Keeps what was decided. Returns whether it counted. */
export async function keepMail(db: Sql, recorded: Recorded): Promise<boolean> {
  const { accountId, id, leasedUntil, now } = recorded;
  const { dueInMs, ...decided } = recorded.decision;
  const times =
    dueInMs === null
      ? { dueAt: null, settledAt: now }
      : { dueAt: new Date(now.getTime() + dueInMs), settledAt: null };
  return (await record(db, { accountId, id, leasedUntil, ...decided, ...times })).length === 1;
}
