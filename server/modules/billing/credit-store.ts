import { sql } from "kysely";
import type { Sql } from "#core/db";
import { type Params, queriesOn, unnest } from "#core/query";
import type { DocumentKind } from "./schema";
import { type BillingTables, lineColumns } from "./tables";

const query = queriesOn<BillingTables>();

interface CreditLine {
  invoiceId: string;
  orderId: string;
  accountId: string;
  suppliedOn: string;
  taxRuleId: string;
  netUsdCents: number;
}

const insertCredits = query(
  "billing-insert-credits",
  (db, { lines }: Params<{ lines: readonly CreditLine[] }>) =>
    db
      .insertInto("invoiceLines")
      .columns(lineColumns)
      .expression((from) =>
        from
          .selectFrom(
            unnest("lines", lines, {
              invoiceId: "text",
              orderId: "text",
              accountId: "text",
              suppliedOn: "text",
              taxRuleId: "text",
              netUsdCents: "bigint",
            }),
          )
          .select([
            "invoiceId",
            "orderId",
            "accountId",
            sql<DocumentKind>`'credit_note'`.as("kind"),
            sql<string>`supplied_on::date`.as("suppliedOn"),
            "taxRuleId",
            "netUsdCents",
          ]),
      ),
);

export async function insertCreditLines(db: Sql, lines: readonly CreditLine[]): Promise<void> {
  await insertCredits(db, { lines });
}

export interface CreditableLine extends Omit<CreditLine, "invoiceId" | "accountId"> {
  /** Net cents that no credit note has credited. */
  remainingCents: number;
}

const findRemaining = query(
  "billing-creditable-lines",
  (db, invoice: Params<{ invoiceId: string }>) =>
    db
      .selectFrom("invoiceLines as l")
      .select(["l.orderId", "l.suppliedOn", "l.taxRuleId", "l.netUsdCents"])
      .select((eb) =>
        eb(
          "l.netUsdCents",
          "-",
          eb.fn.coalesce(
            eb
              .selectFrom("invoiceLines as c")
              .innerJoin("invoices as note", "note.id", "c.invoiceId")
              .select(sql<number>`sum(c.net_usd_cents)::bigint`.as("credited"))
              .whereRef("c.accountId", "=", "l.accountId")
              .whereRef("c.orderId", "=", "l.orderId")
              .where("c.kind", "=", "credit_note")
              .whereRef("note.creditsInvoiceId", "=", "l.invoiceId"),
            sql<number>`0`,
          ),
        ).as("remainingCents"),
      )
      .where("l.invoiceId", "=", invoice.invoiceId)
      .orderBy("l.orderId"),
);

/** The lines of an invoice with what is left to credit. */
export async function findCreditableLines(db: Sql, invoiceId: string): Promise<CreditableLine[]> {
  return findRemaining(db, { invoiceId });
}
