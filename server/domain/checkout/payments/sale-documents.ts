// Invoices of sales to businesses, and credit notes of their refunds. Each is issued once: when the
// money has moved, or later, as soon as its tax can be stated in the currency of the seller's country.
import { sql } from "kysely";
import type { Refund } from "#checkout/refunds/store";
import { buyerOf, type CheckoutSession } from "#checkout/sessions/rules";
import { paidTaxOf, taxInRefund } from "#checkout/sessions/sale-tax";
import type { CheckoutTables, DocumentKind } from "#checkout/tables";
import type { Context } from "#core/context";
import { Problem } from "#core/errors";
import type { Currency } from "#core/money";
import { type Params, queriesOn } from "#core/query";
import { findMerchantProfile, type MerchantProfile } from "#domain/merchants";
import { findNationalRates, type NationalRates, nationalAmount, type Tax } from "#domain/tax";
import type { SaleDocument as Row } from "#prisma";

export interface DocumentParty {
  name: string;
  address: string;
  country: string;
  vatId: string | null;
}

/** Tax in the currency of the seller's country. Null net: only the tax is stated. */
export interface NationalStatement extends Omit<NationalRates, "statesNet"> {
  net: number | null;
  tax: number;
}

interface DocumentContent {
  seller: DocumentParty;
  buyer: DocumentParty;
  amountKg: number;
  currency: Currency;
  /** With net and gross; of a credit note, what is credited, as positive amounts. */
  tax: Tax;
  /** The last day of the supply where it follows the payment; null: the day of the payment. */
  suppliedBy: string | null;
  national: NationalStatement | null;
  /** The invoice that a credit note corrects. */
  corrects: { number: string; issuedAt: string } | null;
}

export interface IssuedDocument extends DocumentContent {
  kind: DocumentKind;
  /** "C-2026-00042"; of a credit note "R-2026-00042". */
  number: string;
  issuedAt: Date;
  /** The day on which the money moved, in UTC. */
  taxPoint: string;
}

const query = queriesOn<CheckoutTables>();

interface Series {
  accountId: string;
  kind: DocumentKind;
  year: number;
}

const takeNext = query("checkout-next-document", (db, series: Params<Series & { first: number }>) =>
  db
    .insertInto("saleDocumentCounters")
    .values({
      ...{ accountId: series.accountId, kind: series.kind, year: series.year },
      lastSequence: series.first,
    })
    .onConflict((conflict) =>
      conflict
        .columns(["accountId", "kind", "year"])
        .doUpdateSet({ lastSequence: sql<number>`sale_document_counters.last_sequence + 1` }),
    )
    .returning("lastSequence"),
);

const DIGITS = 5;
const letters: Record<DocumentKind, string> = { invoice: "C", credit_note: "R" };

const dayOf = (date: Date) => date.toISOString().slice(0, 10);

const contentOf = (row: Row) => row.content as unknown as DocumentContent;

/** Null for a document that waits. */
function issuedOf(row: Row): IssuedDocument | null {
  const { mode, year, sequence, issuedAt } = row;
  if (year === null || sequence === null || issuedAt === null) return null;
  const kind = row.kind as DocumentKind;
  const number = `${letters[kind]}-${year}-${String(sequence).padStart(DIGITS, "0")}`;
  return {
    ...contentOf(row),
    ...{ kind, issuedAt, taxPoint: dayOf(row.taxPoint) },
    number: mode === "test" ? `TEST-${number}` : number,
  };
}

/** Null if the seller's details are incomplete or it has no tax id: its invoices would be void. */
function sellerOf(profile: MerchantProfile | null): DocumentParty | null {
  const { legalName: name, address, countryCode: country, taxId: vatId } = profile ?? {};
  return name && address && country && vatId ? { name, address, country, vatId } : null;
}

function buyerPartyOf(session: CheckoutSession): DocumentParty | null {
  const buyer = buyerOf(session);
  const { name, address, vatId = null } = buyer?.company ?? {};
  return buyer && name && address ? { name, address, country: buyer.country, vatId } : null;
}

/** Null if no invoice can be issued for the sale. */
async function findContent(
  ctx: Context,
  session: CheckoutSession,
): Promise<DocumentContent | null> {
  const { accountId, currency, amountKg, creditsExpectedBy } = session;
  const [buyer, tax] = [buyerPartyOf(session), paidTaxOf(session)];
  const seller = buyer && sellerOf(await findMerchantProfile(ctx, { accountId }));
  if (!buyer || !tax || !seller) return null;
  const suppliedBy = creditsExpectedBy && dayOf(creditsExpectedBy);
  return { seller, buyer, amountKg, currency, tax, suppliedBy, national: null, corrects: null };
}

/** Facts that a document needs before it gets its number, or why it has to wait. */
type Statement = Pick<DocumentContent, "national" | "corrects"> | { waitsFor: string };

async function stateInvoice(ctx: Context, row: Row): Promise<Statement> {
  const { seller, currency, tax } = contentOf(row);
  try {
    const rates = await findNationalRates(ctx, {
      ...{ sellerCountry: seller.country, rateRule: null, currency, kinds: [tax.kind] },
      taxPoint: dayOf(row.taxPoint),
    });
    if (rates === null) return { national: null, corrects: null };
    const { statesNet, ...national } = rates;
    const inNational = (minor: number) => nationalAmount(minor, { currency, national });
    const net = statesNet ? inNational(tax.net) : null;
    return { national: { ...national, net, tax: inNational(tax.tax) }, corrects: null };
  } catch (error) {
    if (error instanceof Problem && error.code === "conflict") return { waitsFor: error.message };
    throw error;
  }
}

const findRows = ({ db }: Context, sale: Pick<Row, "accountId" | "checkoutSessionId">) =>
  db.prisma.saleDocument.findMany({
    where: { accountId: sale.accountId, checkoutSessionId: sale.checkoutSessionId },
    orderBy: [{ kind: "desc" }, { id: "asc" }],
  });

/** By the rates of the invoice, on all that is credited so far, so that notes add up to it. */
async function stateCreditNote(ctx: Context, row: Row): Promise<Statement> {
  const rows = await findRows(ctx, row);
  const invoice = rows.find(({ kind }) => kind === "invoice");
  const corrected = invoice && issuedOf(invoice);
  if (!corrected) return { waitsFor: "Its invoice waits." };
  const corrects = { number: corrected.number, issuedAt: corrected.issuedAt.toISOString() };
  const original = corrected.national;
  if (original === null) return { national: null, corrects };
  const before = rows
    .filter(({ kind, sequence }) => kind === "credit_note" && sequence !== null)
    .map(contentOf);
  const { currency, tax } = contentOf(row);
  const credited = (of: "net" | "tax") => {
    const sum = before.reduce((total, note) => total + note.tax[of], 0);
    const inNational = (minor: number) => nationalAmount(minor, { currency, national: original });
    return inNational(sum + tax[of]) - inNational(sum);
  };
  const net = original.net === null ? null : credited("net");
  return { national: { ...original, net, tax: credited("tax") }, corrects };
}

/**
 * Gives a document its number, which stays locked until the transaction ends, so that none is left
 * out. Returns why it waits; null if it is issued.
 */
export async function issueDocument(ctx: Context, row: Row): Promise<string | null> {
  const { db, now } = ctx;
  const { accountId, id } = row;
  const kind = row.kind as DocumentKind;
  const statement = await (kind === "invoice" ? stateInvoice : stateCreditNote)(ctx, row);
  if ("waitsFor" in statement) return statement.waitsFor;
  const year = now.getUTCFullYear();
  const [next] = await takeNext(db, { accountId, kind, year, first: 1 });
  if (!next) throw new Error("a counter of documents without a number");
  // The counter refuses to commit if another transaction has issued the document.
  await db.prisma.saleDocument.updateMany({
    where: { accountId, id, sequence: null },
    data: {
      ...{ year, sequence: next.lastSequence, issuedAt: now },
      content: { ...contentOf(row), ...statement } as object,
    },
  });
  return null;
}

interface Draft extends Pick<Row, "accountId" | "mode" | "id" | "checkoutSessionId"> {
  kind: DocumentKind;
  content: DocumentContent;
}

async function record(ctx: Context, { content, ...draft }: Draft): Promise<void> {
  const data = { ...draft, taxPoint: ctx.now, content: { ...content } as object };
  await issueDocument(ctx, await ctx.db.prisma.saleDocument.create({ data }));
}

/** Records the invoice of a session whose payment has arrived, if it is one of a business. */
export async function recordInvoice(ctx: Context, session: CheckoutSession): Promise<void> {
  const { accountId, mode, id } = session;
  const content = await findContent(ctx, session);
  if (!content || (await findDocument(ctx, { accountId, id }))) return;
  await record(ctx, { accountId, mode, id, checkoutSessionId: id, kind: "invoice", content });
}

/** Records the credit note of each refund that succeeded, if its sale has an invoice. */
export async function recordCreditNotes(
  ctx: Context,
  { session, refunds }: { session: CheckoutSession; refunds: readonly Refund[] },
): Promise<void> {
  const { accountId, mode, id: checkoutSessionId } = session;
  for (const { id, amount } of refunds) {
    const rows = await findRows(ctx, { accountId, checkoutSessionId });
    const invoice = rows.find(({ kind }) => kind === "invoice");
    if (!invoice || rows.some((row) => row.id === id)) continue;
    const notes = rows.filter((row) => row !== invoice).map(contentOf);
    const amountBefore = notes.reduce((sum, { tax }) => sum + tax.gross, 0);
    const content = contentOf(invoice);
    const tax = taxInRefund(content.tax, { amount, amountBefore });
    await record(ctx, {
      ...{ accountId, mode, id, checkoutSessionId, kind: "credit_note" },
      content: {
        ...{ ...content, national: null, corrects: null },
        tax: { ...content.tax, tax, net: amount - tax, gross: amount },
      },
    });
  }
}

/** Null if the sale or refund of this id has none. */
export async function findDocument(
  { db }: Context,
  { accountId, id }: { accountId: string; id: string },
): Promise<IssuedDocument | "waits" | null> {
  const where = { accountId_id: { accountId, id } };
  const row = await db.prisma.saleDocument.findUnique({ where });
  return row && (issuedOf(row) ?? "waits");
}

/** The documents of a session, its invoice first. */
export async function findDocuments(
  ctx: Context,
  { accountId, id: checkoutSessionId }: { accountId: string; id: string },
): Promise<(IssuedDocument | "waits")[]> {
  const rows = await findRows(ctx, { accountId, checkoutSessionId });
  return rows.map((row) => issuedOf(row) ?? "waits");
}

/** Documents that wait, after the given id. Credit notes wait for their invoices, so those first. */
export const listWaiting = (
  { db }: Context,
  { kind, after, limit }: { kind: DocumentKind; after: string; limit: number },
) =>
  db.prisma.saleDocument.findMany({
    where: { kind, sequence: null, id: { gt: after } },
    orderBy: { id: "asc" },
    take: limit,
  });

/** Why an invoice that waits can't be issued; null if it can be by now. */
export async function reasonToWait(ctx: Context, row: Row): Promise<string | null> {
  const statement = await stateInvoice(ctx, row);
  return "waitsFor" in statement ? statement.waitsFor : null;
}
