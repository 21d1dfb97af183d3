// Takes due mails for one attempt each, with all that they tell of.
import type { SqlContext } from "#core/context";
import { appUrl } from "#core/env";
import { orderNumber } from "#core/id";
import { type Language, languageOf } from "#core/language";
import type { MailKind } from "./mail-rules";
import { claimDueMails, findMailSubjects, type LeasedMail, type MailSubject } from "./mail-store";
import type { MailFacts } from "./render-mail-rules";

/** A mail that a worker has claimed for one attempt. */
export interface ClaimedMail extends LeasedMail {
  /** When others may claim it again; it also tells this claim from any other. */
  leasedUntil: Date;
  to: string | null;
  language: Language;
  orderState: "placed" | "fulfilled" | "cancelled" | null;
  facts: MailFacts;
}

/** When it happened that the mail tells of. */
function momentOf({ kind, createdAt }: LeasedMail, subject: MailSubject): Date {
  const moments: Record<MailKind, Date | null> = {
    receipt: subject.paidAt,
    certificate: subject.settledAt,
    failure: subject.updatedAt,
    refund: subject.updatedAt,
  };
  return moments[kind] ?? createdAt;
}

function factsOf(mail: LeasedMail, subject: MailSubject): MailFacts {
  const { orderId } = subject;
  const certificate = orderId && `${appUrl()}/certificates/${orderId}`;
  return {
    isTest: subject.mode === "test",
    shopName: subject.shopName,
    portfolioName: subject.portfolioName,
    amountKg: subject.amountKg,
    pricePerKgCents: subject.pricePerKgUsdCents,
    priceCents: subject.priceUsdCents,
    beneficiaryName: subject.beneficiaryName,
    orderNumber: orderId && orderNumber(orderId),
    isOrderCancelled: subject.orderState === "cancelled",
    at: momentOf(mail, subject),
    urls: {
      checkout: `${appUrl()}/checkout/${subject.sessionId}?lang=${subject.language}`,
      certificate,
      pdf: certificate && `${certificate}/pdf`,
      shop: subject.cancelUrl,
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
  const subjects = await findMailSubjects(ctx.db, mails);
  return mails.flatMap((mail) => {
    const subject = subjects.find(
      ({ accountId, id }) => accountId === mail.accountId && id === mail.id,
    );
    if (!subject) return [];
    return {
      ...mail,
      leasedUntil,
      to: subject.customerEmail,
      language: languageOf(subject.language) ?? "en",
      orderState: subject.orderState,
      facts: factsOf(mail, subject),
    };
  });
}
