// For other modules.
export type { BalanceTables } from "./balances/tables";
export { listInvoiceOrders } from "./invoice-orders";
export { getInvoice } from "./invoices";
export { type IssuedTax, listIssuedTaxes } from "./issued-taxes";
export { type DocumentKind, documentKinds } from "./schema";
export type { BillingTables } from "./tables";
