// The rows of refunds and disputes. The caller has locked the session.
import { type Selectable, sql } from "kysely";
import { bookMovement, type Payment } from "#checkout/payments/store";
import type { CheckoutTables } from "#checkout/tables";
import type { Context, Mode } from "#core/context";
import { columnsOf, type Sql } from "#core/db";
import { type Params, pick, queriesOn } from "#core/query";

const query = queriesOn<CheckoutTables>();

export type Refund = Selectable<CheckoutTables["refunds"]>;
export type Dispute = Selectable<CheckoutTables["paymentDisputes"]>;

const refundColumns = columnsOf("Refund", []);
const disputeColumns = columnsOf("PaymentDispute", []);

type Owner = Pick<Payment, "accountId" | "id">;

const selectRefunds = query("checkout-find-refunds", (db, payment: Params<Owner>) =>
  db
    .selectFrom("refunds")
    .selectAll()
    .where("accountId", "=", payment.accountId)
    .where("paymentId", "=", payment.id)
    .orderBy("id"),
);

/** The payment's refunds, oldest first. */
export function findRefunds(db: Sql, { accountId, id }: Owner): Promise<Refund[]> {
  return selectRefunds(db, { accountId, id });
}

interface OwedScope {
  mode: Mode;
  /** Null: all accounts. */
  accountId: string | null;
  limit: number;
}

const selectOwed = query("checkout-find-owed-refunds", (db, scope: Params<OwedScope>) =>
  db
    .selectFrom("refunds")
    .innerJoin("payments", (join) =>
      join
        .onRef("payments.accountId", "=", "refunds.accountId")
        .onRef("payments.id", "=", "refunds.paymentId"),
    )
    .where("refunds.mode", "=", scope.mode)
    .where("refunds.state", "=", "failed")
    .where("refunds.dismissalReason", "is", null)
    .where("payments.state", "=", "paid")
    .where(
      sql<boolean>`(${scope.accountId}::text IS NULL OR refunds.account_id = ${scope.accountId})`,
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("refunds as later")
            .select("later.id")
            .whereRef("later.accountId", "=", "refunds.accountId")
            .whereRef("later.paymentId", "=", "refunds.paymentId")
            .whereRef("later.id", ">", "refunds.id"),
        ),
      ),
    )
    .selectAll("refunds")
    .orderBy("refunds.id")
    .limit(scope.limit),
);

/**
 * Failed refunds of payments that are still paid, until another refund follows or they are dismissed;
 * oldest first.
 */
export function findOwedRefunds(db: Sql, scope: OwedScope): Promise<Refund[]> {
  return selectOwed(db, scope);
}

const insert = query("checkout-insert-refund", (db, refund: Params<Refund>) =>
  db.insertInto("refunds").values(pick(refund, refundColumns)),
);

export async function insertRefund(db: Sql, refund: Refund): Promise<void> {
  await insert(db, refund);
}

type Settlement = Pick<
  Refund,
  "accountId" | "id" | "state" | "failure" | "providerRefundId" | "settledAt"
>;

const update = query("checkout-update-refund", (db, refund: Params<Settlement>) =>
  db
    .updateTable("refunds")
    .set({
      state: refund.state,
      failure: refund.failure,
      providerRefundId: refund.providerRefundId,
      settledAt: refund.settledAt,
    })
    .where("accountId", "=", refund.accountId)
    .where("id", "=", refund.id),
);

export async function updateRefund(db: Sql, refund: Settlement): Promise<void> {
  const { accountId, id, state, failure, providerRefundId, settledAt } = refund;
  await update(db, { accountId, id, state, failure, providerRefundId, settledAt });
}

const dismiss = query(
  "checkout-dismiss-refund",
  (db, refund: Params<Pick<Refund, "accountId" | "id"> & { dismissalReason: string }>) =>
    db
      .updateTable("refunds")
      .set({ dismissalReason: refund.dismissalReason })
      .where("accountId", "=", refund.accountId)
      .where("id", "=", refund.id),
);

/** Records why a failed refund is not wanted any more. */
export async function saveDismissal(
  db: Sql,
  { accountId, id }: Pick<Refund, "accountId" | "id">,
  dismissalReason: string,
): Promise<void> {
  await dismiss(db, { accountId, id, dismissalReason });
}

const selectDisputes = query("checkout-find-disputes", (db, payment: Params<Owner>) =>
  db
    .selectFrom("paymentDisputes")
    .selectAll()
    .where("accountId", "=", payment.accountId)
    .where("paymentId", "=", payment.id)
    .orderBy("id"),
);

/** The payment's disputes and fraud warnings, oldest first. */
export function findDisputes(db: Sql, { accountId, id }: Owner): Promise<Dispute[]> {
  return selectDisputes(db, { accountId, id });
}

const saveOne = query("checkout-save-dispute", (db, dispute: Params<Dispute>) =>
  db
    .insertInto("paymentDisputes")
    .values(pick(dispute, disputeColumns))
    .onConflict((conflict) =>
      conflict.columns(["accountId", "id"]).doUpdateSet((eb) => ({
        kind: eb.ref("excluded.kind"),
        state: eb.ref("excluded.state"),
        amountUsdCents: eb.ref("excluded.amountUsdCents"),
        reason: eb.ref("excluded.reason"),
        evidenceDueOn: eb.ref("excluded.evidenceDueOn"),
        closedAt: eb.ref("excluded.closedAt"),
      })),
    ),
);

export async function saveDispute(db: Sql, dispute: Dispute): Promise<void> {
  await saveOne(db, dispute);
}

type BookContext = Pick<Context, "db" | "now">;

/** Books what the refund's present state changes. */
export async function bookRefund({ db, now }: BookContext, refund: Refund): Promise<void> {
  const { accountId, mode, paymentId, id: sourceId, state, amountUsdCents } = refund;
  const cents = state === "succeeded" ? amountUsdCents : 0;
  await bookMovement(db, { accountId, mode, paymentId, sourceId, kind: "refund", cents, now });
}

/** Books what the dispute's present state changes. */
export async function bookDispute({ db, now }: BookContext, dispute: Dispute): Promise<void> {
  const { accountId, mode, paymentId, id: sourceId, state, amountUsdCents } = dispute;
  const cents = state === "lost" ? amountUsdCents : 0;
  await bookMovement(db, { accountId, mode, paymentId, sourceId, kind: "refund", cents, now });
}
