// Takes due mails for one attempt each, with all that they tell of.
import type { SqlContext } from "#core/context";
import { appUrl } from "#core/env";
import { orderNumber } from "#core/id";
import { type Language, languageOf } from "#core/language";
import type { MailKind } from "./mail-rules";
import { type ClaimedRow, claimDueMails, findTold, type ToldRow } from "./mail-store";
import type { MailFacts } from "./render-mail-rules";

/** A mail that a worker has claimed for one attempt. */
export interface ClaimedMail {
  accountId: string;
  id: string;
  kind: MailKind;
  /** The number of this attempt, from 1. */
  attempts: number;
  createdAt: Date;
  /** When others may claim it again; it also tells this claim from any other. */
  leasedUntil: Date;
  to: string | null;
  language: Language;
  orderState: "placed" | "fulfilled" | "cancelled" | null;
  facts: MailFacts;
}

/** When it happened that the mail tells of. */
function momentOf({ kind, created_at }: ClaimedRow, told: ToldRow): Date {
  const moments: Record<MailKind, Date | null> = {
    receipt: told.paid_at,
    certificate: told.settled_at,
    failure: told.updated_at,
    refund: told.updated_at,
  };
  return moments[kind] ?? created_at;
}

function factsOf(mail: ClaimedRow, told: ToldRow): MailFacts {
  const certificate = told.order_id && `${appUrl()}/certificates/${told.order_id}`;
  return {
    isTest: told.mode === "test",
    shopName: told.shop_name,
    portfolioName: told.portfolio_name,
    amountKg: told.amount_kg,
    pricePerKgCents: told.price_per_kg_usd_cents,
    priceCents: told.price_usd_cents,
    beneficiaryName: told.beneficiary_name,
    orderNumber: told.order_id && orderNumber(told.order_id),
    isOrderCancelled: told.order_state === "cancelled",
    at: momentOf(mail, told),
    urls: {
      checkout: `${appUrl()}/checkout/${told.session_id}?lang=${told.language}`,
      certificate,
      pdf: certificate && `${certificate}/pdf`,
      shop: told.cancel_url,
    },
  };
}

/**
 * Up to `limit` mails that are due, of any account, in one transaction with their facts. The lease
 * must exceed an attempt: a worker that dies leaves its mails due again when it ends.
 */
export async function claimMails(
  ctx: SqlContext,
  input: { limit: number; leaseMs: number },
): Promise<ClaimedMail[]> {
  const leasedUntil = new Date(ctx.now.getTime() + input.leaseMs);
  const mails = await claimDueMails(ctx.db, { now: ctx.now, leasedUntil, limit: input.limit });
  if (mails.length === 0) return [];
  const rows = await findTold(ctx.db, mails);
  return mails.flatMap((mail) => {
    const told = rows.find((row) => row.account_id === mail.account_id && row.id === mail.id);
    if (!told) return [];
    return {
      accountId: mail.account_id,
      id: mail.id,
      kind: mail.kind,
      attempts: mail.attempts,
      createdAt: mail.created_at,
      leasedUntil,
      to: told.customer_email,
      language: languageOf(told.language) ?? "en",
      orderState: told.order_state,
      facts: factsOf(mail, told),
    };
  });
}
