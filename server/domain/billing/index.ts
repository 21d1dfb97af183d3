export { findPdfOfAny, listBilledAccounts } from "./billed-accounts";
export { billingInvariants, checkBilling } from "./check-billing";
export { agingOf } from "./content-rules";
export { getInvoiceOrderSums, type InvoiceOrder, listInvoiceOrders } from "./invoice-orders";
export {
  type Document,
  findInvoices,
  getInvoice,
  listInvoices,
  listIssuedDocuments,
  recordInvoicePayment,
} from "./invoices";
export { issueCreditNote } from "./issue-credit-note";
export { issueInvoice } from "./issue-invoice";
export { issueMonth, listUnbilled } from "./issue-month";
export { type IssuedTax, listIssuedTaxes } from "./issued-taxes";
export { billingMails } from "./mails";
export { listOpenItems, type OpenItem } from "./open-items";
export {
  findBillingProfile,
  findIssuer,
  refreshTaxRate,
  refreshTaxRates,
  setBillingProfile,
  setIssuer,
} from "./profiles";
export { queueReminders } from "./reminders";
export {
  InvoiceListItemResource,
  InvoiceResource,
  toInvoiceListItemResource,
  toInvoiceResource,
} from "./resource";
export {
  type DocumentKind,
  documentKinds,
  IssueCreditNote,
  MonthToIssue,
  Period,
  RecordInvoicePayment,
  SetBilledProfile,
  SetBillingProfile,
  SetIssuer,
  TypedBilledProfile,
} from "./schema";
export { getInvoicePdf } from "./stored-pdfs";
export type { BillingTables } from "./tables";
