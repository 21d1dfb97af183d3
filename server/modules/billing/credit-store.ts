import { sql } from "kysely";
import type { Sql } from "#core/db";
import type { Currency } from "#core/money";
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
  net: number;
  currency: Currency;
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
              net: "bigint",
              currency: "text",
            }),
          )
          .select([
            "invoiceId",
            "orderId",
            "accountId",
            sql<DocumentKind>`'credit_note'`.as("kind"),
            sql<string>`supplied_on::date`.as("suppliedOn"),
            "taxRuleId",
            "net",
            "currency",
          ]),
      ),
);

export async function insertCreditLines(db: Sql, lines: readonly CreditLine[]): Promise<void> {
  await insertCredits(db, { lines });
}

export interface CreditableLine extends Omit<CreditLine, "invoiceId" | "accountId" | "currency"> {
  /** Net amount that no credit note has credited. */
  remaining: number;
}

const findRemaining = query(
  "billing-creditable-lines",
  (db, invoice: Params<{ invoiceId: string }>) =>
    db
      .selectFrom("invoiceLines as l")
      .select(["l.orderId", "l.suppliedOn", "l.taxRuleId", "l.net"])
      .select((eb) =>
        eb(
          "l.net",
          "-",
          eb.fn.coalesce(
            eb
              .selectFrom("invoiceLines as c")
              .innerJoin("invoices as note", "note.id", "c.invoiceId")
              .select(sql<number>`sum(c.net)::bigint`.as("credited"))
              .whereRef("c.accountId", "=", "l.accountId")
              .whereRef("c.orderId", "=", "l.orderId")
              .where("c.kind", "=", "credit_note")
              .whereRef("note.creditsInvoiceId", "=", "l.invoiceId"),
            sql<number>`0`,
          ),
        ).as("remaining"),
      )
      .where("l.invoiceId", "=", invoice.invoiceId)
      .orderBy("l.orderId"),
);

/** The lines of an invoice with what is left to credit. */
export async function findCreditableLines(db: Sql, invoiceId: string): Promise<CreditableLine[]> {
  return findRemaining(db, { invoiceId });
}
