// Applies a provider's report to the disputes and fraud warnings of a payment.
import type { AccountContext } from "#core/context";
import type { Sql } from "#core/db";
import { newId } from "#core/id";
import { recordAudit } from "#domain/accounts";
import type { PaidStatus } from "#gateways/payments";
import { bookDispute } from "./movements";
import type { MoneyFacts } from "./payment-rules";
import type { Payment } from "./payment-store";
import { type Dispute, findDisputes, saveDispute } from "./refund-store";

type ProviderDispute = PaidStatus["disputes"][number];

/** The state after a report. A warning stays dismissed until it is closed or becomes a dispute. */
function stateAfter(known: Dispute | undefined, reported: ProviderDispute): Dispute["state"] {
  const isDismissed = known?.state === "dismissed" && reported.kind === "warning";
  return isDismissed && reported.state === "open" ? "dismissed" : reported.state;
}

function hasNewFacts(known: Dispute, reported: ProviderDispute): boolean {
  return (
    known.amountUsdCents !== reported.amountCents ||
    known.reason !== reported.reason ||
    known.evidenceDueOn?.getTime() !== reported.evidenceDueOn?.getTime()
  );
}

async function settleDispute(
  ctx: AccountContext,
  input: { payment: Payment; known: Dispute | undefined; reported: ProviderDispute },
): Promise<{ dispute: Dispute; isChanged: boolean }> {
  const { payment, known, reported } = input;
  const state = stateAfter(known, reported);
  const { kind, amountCents: amountUsdCents, reason, evidenceDueOn } = reported;
  // An inquiry can become a dispute.
  const isChanged = known?.state !== state || known.kind !== kind;
  if (known && !isChanged && !hasNewFacts(known, reported)) {
    return { dispute: known, isChanged: false };
  }
  const dispute: Dispute = {
    ...{ accountId: payment.accountId, mode: payment.mode, paymentId: payment.id },
    id: known?.id ?? newId("dispute"),
    providerDisputeId: reported.id,
    ...{ kind, state, amountUsdCents, reason, evidenceDueOn },
    openedAt: known?.openedAt ?? ctx.now,
    closedAt: state === "open" ? null : isChanged ? ctx.now : (known?.closedAt ?? null),
  };
  await saveDispute(ctx.db, dispute);
  await bookDispute(ctx, dispute);
  if (!isChanged) return { dispute, isChanged };
  const action = state === "open" ? "payment.dispute_opened" : "payment.dispute_closed";
  const facts = { dispute_id: dispute.id, kind, state, amount_usd_cents: amountUsdCents, reason };
  await recordAudit(ctx, { action, subjectId: payment.id, data: facts });
  return { dispute, isChanged };
}

/** Stores what the report changes. Returns all disputes of the payment, and those that changed. */
export async function settleDisputes(
  ctx: AccountContext,
  input: { payment: Payment; reported: readonly ProviderDispute[] },
): Promise<{ disputes: Dispute[]; changed: Dispute[] }> {
  const { payment, reported } = input;
  const byProviderId = new Map(
    (await findDisputes(ctx.db, payment)).map((known) => [known.providerDisputeId, known]),
  );
  const changed: Dispute[] = [];
  for (const one of reported) {
    const known = byProviderId.get(one.id);
    const { dispute, isChanged } = await settleDispute(ctx, { payment, known, reported: one });
    byProviderId.set(one.id, dispute);
    if (isChanged) changed.push(dispute);
  }
  return { disputes: [...byProviderId.values()], changed };
}

/** The dispute that decides on the payment: one that is open, then a lost one, then a warning. */
export function decisiveDispute(disputes: readonly Dispute[]): MoneyFacts["dispute"] {
  const of = (kind: Dispute["kind"], state: Dispute["state"]) =>
    disputes.find((one) => one.kind === kind && one.state === state);
  const dispute = of("dispute", "open") ?? of("dispute", "lost") ?? of("warning", "open");
  return dispute ? { kind: dispute.kind, state: dispute.state as "open" | "lost" } : null;
}

/** Returns true while the customer's bank decides on the payment: refunds wait for it. */
export async function hasOpenDispute(
  db: Sql,
  payment: Pick<Payment, "accountId" | "id">,
): Promise<boolean> {
  const dispute = decisiveDispute(await findDisputes(db, payment));
  return dispute?.kind === "dispute" && dispute.state === "open";
}
