// Invoices of sales to businesses: issued once, when the payment has arrived.
import { sql } from "kysely";
import { buyerOf, type CheckoutSession } from "#checkout/sessions/rules";
import { paidTaxOf } from "#checkout/sessions/sale-tax";
import type { CheckoutTables } from "#checkout/tables";
import type { AccountContext, Context, Mode } from "#core/context";
import type { Currency } from "#core/money";
import { type Params, queriesOn } from "#core/query";
import { findMerchantProfile, type MerchantProfile } from "#domain/merchants";
import { needsNationalTax, type Tax } from "#domain/tax";

export interface InvoiceParty {
  name: string;
  address: string;
  country: string;
  vatId: string | null;
}

interface InvoiceContent {
  seller: InvoiceParty;
  buyer: InvoiceParty;
  amountKg: number;
  currency: Currency;
  /** With net and gross. */
  tax: Tax;
  /** The last day of the supply where it follows the payment; null: the day of the payment. */
  suppliedBy: string | null;
}

export interface SaleInvoice extends InvoiceContent {
  /** "C-2026-00042" */
  number: string;
  issuedAt: Date;
}

const query = queriesOn<CheckoutTables>();

const takeNext = query(
  "checkout-next-invoice",
  (db, series: Params<{ accountId: string; year: number; first: number }>) =>
    db
      .insertInto("saleInvoiceCounters")
      .values({ accountId: series.accountId, year: series.year, lastSequence: series.first })
      .onConflict((conflict) =>
        conflict
          .columns(["accountId", "year"])
          .doUpdateSet({ lastSequence: sql<number>`sale_invoice_counters.last_sequence + 1` }),
      )
      .returning("lastSequence"),
);

const DIGITS = 5;

function numberOf({ mode, year, sequence }: { mode: Mode; year: number; sequence: number }) {
  const number = `C-${year}-${String(sequence).padStart(DIGITS, "0")}`;
  return mode === "test" ? `TEST-${number}` : number;
}

/** Null if the seller's details are incomplete or it has no tax id: its invoices would be void. */
function sellerOf(profile: MerchantProfile | null): InvoiceParty | null {
  const { legalName: name, address, countryCode: country, taxId: vatId } = profile ?? {};
  return name && address && country && vatId ? { name, address, country, vatId } : null;
}

function buyerPartyOf(session: CheckoutSession): InvoiceParty | null {
  const buyer = buyerOf(session);
  const { name, address, vatId = null } = buyer?.company ?? {};
  return buyer && name && address ? { name, address, country: buyer.country, vatId } : null;
}

/** Null if the sale's receipt cannot be a tax invoice. */
async function findContent(
  ctx: AccountContext,
  session: CheckoutSession,
): Promise<InvoiceContent | null> {
  const { accountId, currency, amountKg, creditsExpectedBy } = session;
  const [buyer, tax] = [buyerPartyOf(session), paidTaxOf(session)];
  const seller = buyer && sellerOf(await findMerchantProfile(ctx, { accountId }));
  if (!buyer || !tax || !seller) return null;
  if (needsNationalTax({ sellerCountry: seller.country, currency, tax })) return null;
  const suppliedBy = creditsExpectedBy?.toISOString().slice(0, 10) ?? null;
  return { seller, buyer, amountKg, currency, tax, suppliedBy };
}

/**
 * Issues the invoice of a session whose payment has arrived, if it is one of a business. Its number
 * stays locked until the transaction ends, so that none is left out.
 */
export async function issueInvoice(ctx: AccountContext, session: CheckoutSession): Promise<void> {
  const { db, now } = ctx;
  const { accountId, mode, id: checkoutSessionId } = session;
  const content = await findContent(ctx, session);
  const where = { accountId, checkoutSessionId };
  if (!content || (await db.prisma.saleInvoice.findFirst({ where }))) return;
  const year = now.getUTCFullYear();
  const [row] = await takeNext(db, { accountId, year, first: 1 });
  if (!row) throw new Error("a counter of invoices without a number");
  const sequence = row.lastSequence;
  const data = { accountId, mode, checkoutSessionId, year, sequence, issuedAt: now };
  await db.prisma.saleInvoice.create({ data: { ...data, content: { ...content } as object } });
}

export async function findInvoice(
  ctx: Context,
  session: { accountId: string; id: string },
): Promise<SaleInvoice | null> {
  const where = { accountId: session.accountId, checkoutSessionId: session.id };
  const row = await ctx.db.prisma.saleInvoice.findFirst({ where });
  if (!row) return null;
  const { year, sequence, issuedAt } = row;
  const content = row.content as unknown as InvoiceContent;
  return { ...content, number: numberOf({ mode: row.mode as Mode, year, sequence }), issuedAt };
}
