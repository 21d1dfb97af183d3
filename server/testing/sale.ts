// A complete, paid checkout session with its placed order, inserted as rows.
import type { Account } from "#core/context";
import { database } from "#core/db";
import { newId } from "#core/id";
import type { Language } from "#core/language";
import { sessionMail } from "#domain/checkout";
import { queueMails } from "#domain/queue";
import { order, session } from "#testing/ledger";

export interface Sale {
  account: Account;
  portfolioId: string;
  /** Mails that are queued for the customer. */
  kinds: readonly ("receipt" | "certificate" | "failure" | "refund")[];
  language?: Language;
  email?: string | null;
  beneficiary?: string;
}

const AT = "2026-11-21T12:01:00Z";
const PRICE = 8750;

function payment({ id: accountId, mode, currency }: Account, checkoutSessionId: string) {
  const at = new Date(AT);
  return {
    accountId,
    mode,
    id: newId("payment"),
    checkoutSessionId,
    provider: "test",
    providerPaymentId: `test_${checkoutSessionId}`,
    state: "paid",
    amount: PRICE,
    currency,
    recentSince: at,
    createdAt: at,
    updatedAt: at,
    paidAt: at,
  };
}

/** Inserts a sale of 1.25 t for $87.50, and queues the mails of these kinds. */
export async function makeSale(sale: Sale) {
  const { account, kinds, language = "en", email = "kim@example.com" } = sale;
  const [id, orderId] = [newId("checkoutSession"), newId("order")];
  const shared = {
    account_id: account.id,
    mode: account.mode,
    portfolio_id: sale.portfolioId,
    amount_kg: 1250,
    price_per_tonne: 7000,
    price: PRICE,
    currency: account.currency,
    beneficiary_name: sale.beneficiary ?? null,
  };
  const completed = { id, order_id: orderId, state: "complete", completed_at: AT };
  const rows = [
    order({ ...shared, id: orderId, channel: "checkout", checkout_session_id: id }),
    session({ ...shared, ...completed, customer_email: email, language }),
  ];
  await database().transaction(async (db) => {
    for (const row of rows) await db.prisma.$executeRawUnsafe(row);
    await db.prisma.payment.create({ data: payment(account, id) });
    const owner = { accountId: account.id, checkoutSessionId: id };
    const mails = kinds.map((kind) => sessionMail(kind, owner));
    await queueMails(db, { mails, now: new Date() });
  });
  return { id, orderId, accountId: account.id };
}
