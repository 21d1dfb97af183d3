// The rows of refunds and disputes. The caller has locked the session.
import { type Selectable, sql } from "kysely";
import { bookMovement, type Payment } from "#checkout/payments/store";
import type { CheckoutTables } from "#checkout/tables";
import type { AccountContext, Context, Mode } from "#core/context";
import { columnsOf, type Sql } from "#core/db";
import { newId } from "#core/id";
import { type Params, pick, queriesOn } from "#core/query";
import { recordAudit } from "#domain/accounts";
import { decisiveDispute, type RefundKind } from "./rules";

const query = queriesOn<CheckoutTables>();

export type Refund = Selectable<CheckoutTables["refunds"]>;
export type Dispute = Selectable<CheckoutTables["paymentDisputes"]>;

const refundColumns = columnsOf("Refund", []);
const disputeColumns = columnsOf("PaymentDispute", []);

type Owner = Pick<Payment, "accountId" | "id">;

/** The payment's refunds, oldest first. */
export const findRefunds = query("checkout-find-refunds", (db, payment: Params<Owner>) =>
  db
    .selectFrom("refunds")
    .selectAll()
    .where("accountId", "=", payment.accountId)
    .where("paymentId", "=", payment.id)
    .orderBy("id"),
);

interface OwedScope {
  mode: Mode;
  /** Null: all accounts. */
  accountId: string | null;
  limit: number;
}

/**
 * Failed refunds of payments that are still paid, until another refund follows or they are dismissed;
 * oldest first.
 */
export const findOwedRefunds = query("checkout-find-owed-refunds", (db, scope: Params<OwedScope>) =>
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

const insertRefund = query("checkout-insert-refund", (db, refund: Params<Refund>) =>
  db.insertInto("refunds").values(pick(refund, refundColumns)),
);

type Settlement = Pick<
  Refund,
  "accountId" | "id" | "state" | "failure" | "providerRefundId" | "settledAt"
>;

export const updateRefund = query("checkout-update-refund", (db, refund: Params<Settlement>) =>
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

/** Records why a failed refund is not needed any more. */
export const dismissRefund = query(
  "checkout-dismiss-refund",
  (db, refund: Params<Pick<Refund, "accountId" | "id"> & { dismissalReason: string }>) =>
    db
      .updateTable("refunds")
      .set({ dismissalReason: refund.dismissalReason })
      .where("accountId", "=", refund.accountId)
      .where("id", "=", refund.id),
);

/** The payment's disputes and fraud warnings, oldest first. */
export const findDisputes = query("checkout-find-disputes", (db, payment: Params<Owner>) =>
  db
    .selectFrom("paymentDisputes")
    .selectAll()
    .where("accountId", "=", payment.accountId)
    .where("paymentId", "=", payment.id)
    .orderBy("id"),
);

export const saveDispute = query("checkout-save-dispute", (db, dispute: Params<Dispute>) =>
  db
    .insertInto("paymentDisputes")
    .values(pick(dispute, disputeColumns))
    .onConflict((conflict) =>
      conflict.columns(["accountId", "id"]).doUpdateSet((eb) => ({
        kind: eb.ref("excluded.kind"),
        state: eb.ref("excluded.state"),
        amount: eb.ref("excluded.amount"),
        reason: eb.ref("excluded.reason"),
        evidenceDueOn: eb.ref("excluded.evidenceDueOn"),
        closedAt: eb.ref("excluded.closedAt"),
      })),
    ),
);

type BookContext = Pick<Context, "db" | "now">;

/** Books what the refund's present state changes. */
export async function bookRefund({ db, now }: BookContext, refund: Refund): Promise<void> {
  const { accountId, mode, paymentId, id: sourceId, state, amount, currency } = refund;
  const booked = state === "succeeded" ? amount : 0;
  const of = { accountId, mode, paymentId, sourceId, currency };
  await bookMovement(db, { ...of, kind: "refund", amount: booked, now });
}

/** Books what the dispute's present state changes. */
export async function bookDispute({ db, now }: BookContext, dispute: Dispute): Promise<void> {
  const { accountId, mode, paymentId, id: sourceId, state, amount, currency } = dispute;
  const booked = state === "lost" ? amount : 0;
  const of = { accountId, mode, paymentId, sourceId, currency };
  await bookMovement(db, { ...of, kind: "refund", amount: booked, now });
}

/** Returns true while the customer's bank decides on the payment: refunds wait for it. */
export async function hasOpenDispute(
  db: Sql,
  payment: Pick<Payment, "accountId" | "id">,
): Promise<boolean> {
  const dispute = decisiveDispute(await findDisputes(db, payment));
  return dispute?.kind === "dispute" && dispute.state === "open";
}

interface NewRefund extends Pick<Refund, "amount" | "reason"> {
  kind: RefundKind;
  /** Pending refunds are then requested by the poll. */
  state: "pending" | "succeeded";
}

function actionOf({ state, kind }: NewRefund): string {
  if (state === "pending") return "payment.refund_requested";
  return kind === "provider" ? "payment.provider_refund_counted" : "payment.other_refund_recorded";
}

/** Stores a refund. The caller updates the payment's sums. */
export async function createRefund(
  ctx: AccountContext,
  input: { payment: Payment; refund: NewRefund },
): Promise<Refund> {
  const { payment, refund } = input;
  const { actor, now } = ctx;
  const id = newId("refund");
  const row: Refund = {
    ...refund,
    ...{ accountId: payment.accountId, mode: payment.mode, id, paymentId: payment.id },
    checkoutSessionId: payment.checkoutSessionId,
    currency: payment.currency,
    failure: null,
    providerKey: id,
    providerRefundId: null,
    actorType: actor.type,
    actorId: "id" in actor ? actor.id : actor.type === "system" ? actor.name : null,
    createdAt: now,
    settledAt: refund.state === "pending" ? null : now,
    dismissalReason: null,
  };
  await insertRefund(ctx.db, row);
  await bookRefund(ctx, row);
  const { kind, amount, reason } = refund;
  const data = { refund_id: id, kind, amount, currency: row.currency, reason };
  await recordAudit(ctx, { action: actionOf(refund), subjectId: payment.id, data });
  return row;
}
