import type { Mode } from "#core/context";
import type { Language } from "#core/language";
import type { Table } from "#core/query";
import type { PricingUnit } from "#domain/catalogue";
import type { ProviderName } from "#gateways/payments";
import type {
  CheckoutSession,
  Payment,
  PaymentDispute,
  PaymentMovement,
  PaymentNotice,
  Prisma,
  Refund,
  SaleDocument,
  SaleDocumentCounter,
} from "#prisma";
import type { PaymentState } from "./payments/rules";
import type {
  DisputeKind,
  DisputeState,
  MovementKind,
  RefundKind,
  RefundState,
} from "./refunds/rules";
import type { CheckoutSessionState } from "./sessions/rules";

export type DocumentKind = "invoice" | "credit_note";

export interface CheckoutTables {
  checkoutSessions: Table<
    CheckoutSession,
    Prisma.CheckoutSessionUncheckedCreateInput,
    {
      mode: Mode;
      pricingUnit: PricingUnit;
      state: CheckoutSessionState;
      language: Language;
      consentLanguage: Language | null;
      provider: ProviderName | null;
    }
  >;
  payments: Table<
    Payment,
    Prisma.PaymentUncheckedCreateInput,
    { state: PaymentState; provider: ProviderName; mode: Mode }
  >;
  refunds: Table<
    Refund,
    Prisma.RefundUncheckedCreateInput,
    { mode: Mode; kind: RefundKind; state: RefundState }
  >;
  paymentDisputes: Table<
    PaymentDispute,
    Prisma.PaymentDisputeUncheckedCreateInput,
    { mode: Mode; kind: DisputeKind; state: DisputeState }
  >;
  paymentMovements: Table<
    PaymentMovement,
    Prisma.PaymentMovementUncheckedCreateInput,
    { mode: Mode; kind: MovementKind }
  >;
  saleDocuments: Table<
    SaleDocument,
    Prisma.SaleDocumentUncheckedCreateInput,
    { mode: Mode; kind: DocumentKind }
  >;
  saleDocumentCounters: Table<
    SaleDocumentCounter,
    Prisma.SaleDocumentCounterUncheckedCreateInput,
    { kind: DocumentKind }
  >;
  paymentNotices: Table<PaymentNotice, Prisma.PaymentNoticeUncheckedCreateInput>;
}
