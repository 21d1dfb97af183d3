import type { AccountContext } from "#core/context";
import { conflict, invalid, notFound } from "#core/errors";
import { type Currency, formatMoney } from "#core/money";
import type { Invoice } from "#prisma";
import { addReferencedEntry, lockBalance } from "./balances/balances";
import { creditTaxesOf, dayOf, type NetOfRule } from "./content-rules";
import { type CreditableLine, findCreditableLines, insertCreditLines } from "./credit-store";
import { sumLines } from "./document-store";
import { newDocumentId, writeDocument } from "./issue-document";
import { recordIssued } from "./issue-invoice";
import { getIssuer } from "./issuer-store";
import { nationalTaxOfCredit } from "./national-rules";
import { InvoiceContent, type IssueCreditNote } from "./schema";

type Line = CreditableLine & { creditAmount: number };

/** The lines to credit. @throws invalid `orders`; conflict if nothing is left to credit */
function chooseLines(
  lines: readonly CreditableLine[],
  { orders, currency }: Pick<IssueCreditNote, "orders"> & { currency: Currency },
): Line[] {
  if (!orders) {
    const left = lines.filter(({ remaining }) => remaining > 0);
    if (left.length === 0) throw conflict("The invoice is credited already");
    return left.map((line) => ({ ...line, creditAmount: line.remaining }));
  }
  const byOrder = new Map(lines.map((line) => [line.orderId, line]));
  if (new Set(orders.map((order) => order.order_id)).size < orders.length) {
    throw invalid("orders", "names an order twice");
  }
  return orders.map(({ order_id: orderId, net: amount }) => {
    const line = byOrder.get(orderId);
    if (!line) throw invalid("orders", `${orderId} is not on the invoice`, "unknown-id");
    const creditAmount = amount ?? line.remaining;
    if (creditAmount > line.remaining || line.remaining === 0) {
      const left = formatMoney({ minor: line.remaining, currency }, "en-US");
      throw invalid("orders", `${orderId}: ${left} is left to credit`);
    }
    return { ...line, creditAmount };
  });
}

/** Taxes of the invoice's credit notes so far. */
async function findCredited(ctx: AccountContext, invoiceId: string) {
  const notes = await ctx.db.prisma.invoice.findMany({
    where: { creditsInvoiceId: invoiceId },
    select: { content: true },
  });
  const contents = notes.map(({ content }) => InvoiceContent.parse(JSON.parse(content)));
  const taxes = contents.flatMap((note) =>
    note.taxes.map(({ rule_id: ruleId, net, tax }) => ({ ruleId, net, tax })),
  );
  return { taxes, national: contents.flatMap(({ national }) => national ?? []) };
}

type Earlier = Awaited<ReturnType<typeof findCredited>>;

/** The taxes of a credit note, in the invoice's currency and in the national one. */
function taxesOfCredit(
  { taxes, national: original }: InvoiceContent,
  { sums, earlier, currency }: { sums: NetOfRule[]; earlier: Earlier; currency: Currency },
) {
  const own = creditTaxesOf(sums, taxes, earlier.taxes);
  if (original === null) return { taxes: own, national: null };
  const credited = own.map((tax) => {
    const before = earlier.taxes.filter(({ ruleId }) => ruleId === tax.rule_id);
    const add = (key: "net" | "tax") => before.reduce((sum, each) => sum + each[key], tax[key]);
    return { ...tax, net: add("net"), tax: add("tax") };
  });
  const rest = { currency, original, credited, earlier: earlier.national };
  return { taxes: own, national: nationalTaxOfCredit(own, rest) };
}

/**
 * Credits an invoice, or some of its orders, with a document of its own. The invoice stays as it is.
 * @throws not-found; conflict; invalid
 */
export async function issueCreditNote(
  ctx: AccountContext,
  input: IssueCreditNote,
): Promise<Invoice> {
  const { id: accountId } = ctx.account;
  await lockBalance(ctx);
  const invoice = await ctx.db.prisma.invoice.findFirst({
    where: { id: input.invoice_id, accountId, kind: "invoice" },
  });
  if (!invoice) throw notFound("invoice");
  const { currency, issuerId } = invoice;
  const issuer = await getIssuer(ctx, { id: issuerId });
  const original = InvoiceContent.parse(JSON.parse(invoice.content));
  const lines = chooseLines(await findCreditableLines(ctx.db, invoice.id), {
    orders: input.orders,
    currency,
  });
  const earlier = await findCredited(ctx, invoice.id);
  const id = newDocumentId("credit_note");
  await insertCreditLines(
    ctx.db,
    lines.map(({ orderId, suppliedOn, taxRuleId, creditAmount }) => ({
      ...{ invoiceId: id, orderId, accountId, suppliedOn, taxRuleId, currency },
      net: creditAmount,
    })),
  );
  const note = await writeDocument(ctx, {
    id,
    kind: "credit_note",
    period: original.period,
    // The parties of the invoice, even if they have changed since.
    issuer: original.issuer,
    buyer: original.buyer,
    language: original.language,
    issuerId,
    numberPrefix: issuer.details.number_prefix,
    ...taxesOfCredit(original, { sums: await sumLines(ctx.db, id), earlier, currency }),
    creditsInvoiceId: invoice.id,
    credits: {
      number: invoice.number,
      issued_on: dayOf(invoice.issuedOn),
      reason: input.reason,
    },
    due_on: null,
  });
  const amount = Number(note.total);
  await addReferencedEntry(ctx, {
    kind: "credit_note",
    amount,
    invoiceId: note.id,
    reference: note.number,
  });
  await recordIssued(ctx, note);
  return note;
}
