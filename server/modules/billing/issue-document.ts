import type { AccountContext } from "#core/context";
import { newId } from "#core/id";
import type { Invoice } from "#prisma";
import { contentOf, dayOf, documentNumber, storedContent, type totalsOf } from "./content-rules";
import { findGroups, takeNextSequence } from "./document-store";
import type { Issuer } from "./issuer-store";
import type { InvoiceContent, InvoiceTax, NationalTax, SetBilledProfile } from "./schema";

export const newDocumentId = (kind: InvoiceContent["kind"]) =>
  newId(kind === "invoice" ? "invoice" : "creditNote");

interface Draft
  extends Pick<
    InvoiceContent,
    "kind" | "period" | "due_on" | "credits" | "language" | "issuer" | "buyer"
  > {
  id: string;
  creditsInvoiceId: string | null;
  issuerId: string;
  numberPrefix: string;
  taxes: InvoiceTax[];
  national: NationalTax | null;
}

/** The parties as they are printed. */
export function partiesOf({ id, details }: Issuer, buyer: SetBilledProfile) {
  const { number_prefix: numberPrefix, rate_rule: _rule, ...issuer } = details;
  const { billing_email: _email, payment_days: _days, language, ...recipient } = buyer;
  return { issuer, buyer: recipient, language, issuerId: id, numberPrefix };
}

/**
 * Numbers and writes a document whose lines are in the database, in the caller's transaction. The
 * number comes last, because its counter is locked until the transaction ends.
 */
export async function writeDocument(ctx: AccountContext, draft: Draft): Promise<Invoice> {
  const { id, creditsInvoiceId, issuerId, numberPrefix, taxes, national, ...facts } = draft;
  const { mode, currency } = ctx.account;
  const lines = await findGroups(ctx.db, id);
  const issuedOn = dayOf(ctx.now);
  const year = ctx.now.getUTCFullYear();
  const sequence = await takeNextSequence(ctx.db, { issuerId, kind: facts.kind, year });
  const number = documentNumber(numberPrefix, { kind: facts.kind, year, sequence });
  const content = contentOf(
    { ...facts, mode, number, currency: currency.toUpperCase(), issued_on: issuedOn, lines },
    { taxes, national },
  );
  return ctx.db.prisma.invoice.create({
    data: {
      id,
      mode,
      issuerId,
      currency,
      accountId: ctx.account.id,
      kind: facts.kind,
      year,
      sequence: BigInt(sequence),
      number,
      creditsInvoiceId,
      period: new Date(`${facts.period}-01`),
      issuedOn: new Date(issuedOn),
      dueOn: facts.due_on === null ? null : new Date(facts.due_on),
      ...columnsOf(content),
      ...storedContent(content),
      createdAt: ctx.now,
    },
  });
}

function columnsOf(totals: ReturnType<typeof totalsOf>) {
  return {
    net: BigInt(totals.net),
    tax: BigInt(totals.tax),
    total: BigInt(totals.total),
  };
}
