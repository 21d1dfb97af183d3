export { findPdfOfAny, listBilledAccounts } from "./billed-accounts";
export { billingInvariants, checkBilling } from "./check-billing";
export { getInvoice, getInvoicePdf, listInvoices, recordInvoicePayment } from "./invoices";
export { issueCreditNote } from "./issue-credit-note";
export { issueInvoice } from "./issue-invoice";
export { issueMonth, listUnbilled } from "./issue-month";
export { billingMails } from "./mails";
export {
  findBillingProfile,
  findIssuer,
  refreshTaxRate,
  refreshTaxRates,
  setBillingProfile,
  setIssuer,
} from "./profiles";
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
  SetBillingProfile,
  SetIssuer,
} from "./schema";
export type { BillingTables } from "./tables";
