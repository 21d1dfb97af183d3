// Mails about payments to the members who may refund them.
import { z } from "zod";
import type { Payment } from "#checkout/payments/store";
import type { Returns } from "#checkout/refunds/settle-refunds";
import type { Dispute } from "#checkout/refunds/store";
import type { AccountContext, Context } from "#core/context";
import { appUrl } from "#core/env";
import { oneLine, renderDocument } from "#core/mail-document";
import { formatMoney, moneyOf } from "#core/money";
import { beforePeriod } from "#core/sentence";
import { findPersonEmail, listRecipients } from "#domain/accounts";
import { type MailTemplate, mailOf, type PreparedMail } from "#domain/queue";

const Params = z.object({
  personId: z.string(),
  accountName: z.string(),
  accountSlug: z.string(),
  mode: z.enum(["live", "test"]),
  checkoutSessionId: z.string(),
  subject: z.enum(["dispute_opened", "dispute_won", "dispute_lost", "warning", "refund_failed"]),
  amount: z.int(),
  currency: z.string(),
  /** The provider's code. */
  reason: z.string(),
  dueOn: z.string().nullable(),
});
type Params = z.infer<typeof Params>;

const copy: Record<Params["subject"], { subject: string; opening: string }> = {
  dispute_opened: {
    subject: "A payment is disputed",
    opening:
      "A customer's bank claims a payment back. An order that is not fulfilled yet waits until the " +
      "dispute is closed. Send evidence to the payment provider before the date below.",
  },
  dispute_won: {
    subject: "A dispute was won",
    opening:
      "You keep the money of a disputed payment. An order that waited goes on. If it was cancelled " +
      "meanwhile, the customer gets a refund.",
  },
  dispute_lost: {
    subject: "A dispute was lost",
    opening:
      "The customer's bank took the money of a payment back. An order that was not fulfilled is cancelled.",
  },
  warning: {
    subject: "A payment may be fraudulent",
    opening:
      "The card network warns of fraud. An order that is not fulfilled yet waits: refund the " +
      "payment, or dismiss the warning.",
  },
  refund_failed: {
    subject: "A refund failed",
    opening:
      "The customer did not get the money. Refund it again, or pay the customer by other means.",
  },
};

async function prepare(ctx: Context, params: Params): Promise<PreparedMail> {
  const to = await findPersonEmail(ctx, params.personId);
  if (to === null) return { state: "refused", reason: "the person no longer exists" };
  const { subject, opening } = copy[params.subject];
  const { accountSlug, mode, checkoutSessionId, dueOn, currency } = params;
  const amount = moneyOf(params, params.amount);
  const name = oneLine(params.accountName);
  const rows = [
    { label: "Account", value: name },
    { label: `Amount (${currency.toUpperCase()})`, value: formatMoney(amount, "en") },
    { label: "Reason", value: oneLine(params.reason) },
    ...(dueOn === null ? [] : [{ label: "Evidence due", value: dueOn.slice(0, 10) }]),
  ];
  const url = `${appUrl()}/admin/${accountSlug}/${mode}/checkout/${checkoutSessionId}`;
  const content = renderDocument({
    language: "en",
    subject: `${mode === "test" ? "[Test] " : ""}${subject} · ${name}`,
    heading: subject,
    notice: mode === "test" ? "This is a test. No money was moved." : null,
    opening,
    rows,
    closing: [],
    links: [{ label: "View payment", url }],
    footer:
      `You are receiving this email as a member of ${beforePeriod(name)}. ` +
      "It was sent automatically.",
  });
  return { state: "ready", to, language: "en", content };
}

const template: MailTemplate<Params> = {
  name: "payment-alert",
  audience: "people",
  params: Params,
  prepare: (ctx, { params }) => prepare(ctx, params),
};

export const sellerMails = [template];

type Alert = Pick<Params, "subject" | "amount" | "currency" | "reason" | "dueOn"> & {
  key: string;
};

function disputeAlerts(dispute: Dispute): Alert[] {
  const { id, state, kind, amount, currency, reason, evidenceDueOn } = dispute;
  if (kind === "warning" && state !== "open") return [];
  const opened = kind === "warning" ? "warning" : "dispute_opened";
  const subject = state === "open" ? opened : state === "won" ? "dispute_won" : "dispute_lost";
  const dueOn = state === "open" ? (evidenceDueOn?.toISOString() ?? null) : null;
  // An inquiry that becomes a dispute is reported again.
  const key = kind === "warning" ? `${id}-warning` : `${id}-${state}`;
  return [{ key, subject, amount, currency, reason, dueOn }];
}

function alertsOf({ settled, changedDisputes }: Returns): Alert[] {
  const failed = settled.filter(({ state }) => state === "failed");
  const alerts = failed.map(({ id, amount, currency, failure }): Alert => {
    const reason = failure ?? "";
    return { key: id, subject: "refund_failed", amount, currency, reason, dueOn: null };
  });
  return [...alerts, ...changedDisputes.flatMap(disputeAlerts)];
}

/** Builds the mails about refunds that failed and about disputes. */
export async function findAlerts(
  ctx: AccountContext,
  { payment, returns }: { payment: Payment; returns: Returns },
): Promise<ReturnType<typeof mailOf>[]> {
  const alerts = alertsOf(returns);
  if (alerts.length === 0) return [];
  const { id: accountId, name: accountName } = ctx.account;
  const { mode, checkoutSessionId } = payment;
  const { slug: accountSlug, personIds } = await listRecipients(ctx, { capability: "refunds" });
  return alerts.flatMap(({ key, ...alert }) =>
    personIds.map((personId) =>
      mailOf(template, {
        key: `${key}-${personId}`,
        params: { ...alert, personId, accountName, accountSlug, mode, checkoutSessionId },
        accountId,
        subjectId: payment.id,
      }),
    ),
  );
}
