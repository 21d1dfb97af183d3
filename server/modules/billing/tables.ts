import type { Mode } from "#core/context";
import type { Language } from "#core/language";
import type { Table } from "#core/query";
import type {
  BillingProfile,
  DocumentCounter,
  Invoice,
  InvoiceLine,
  Issuer,
  Prisma,
} from "#prisma";
import type { DocumentKind } from "./schema";

export const lineColumns = [
  "invoiceId",
  "orderId",
  "accountId",
  "kind",
  "suppliedOn",
  "taxRuleId",
  "net",
  "currency",
] as const;

export interface BillingTables {
  issuers: Table<Issuer, Prisma.IssuerUncheckedCreateInput, { mode: Mode }>;
  billingProfiles: Table<
    BillingProfile,
    Prisma.BillingProfileUncheckedCreateInput,
    { language: Language; currency: "USD" }
  >;
  documentCounters: Table<
    DocumentCounter,
    Prisma.DocumentCounterUncheckedCreateInput,
    { kind: DocumentKind }
  >;
  invoices: Table<
    Invoice,
    Prisma.InvoiceUncheckedCreateInput,
    { mode: Mode; kind: DocumentKind; period: string; issuedOn: string; dueOn: string | null }
  >;
  invoiceLines: Table<
    InvoiceLine,
    Prisma.InvoiceLineUncheckedCreateInput,
    { kind: DocumentKind; suppliedOn: string }
  >;
}
