// PDFs of invoices, at addresses of the dashboard.
import { isUsed } from "#modules";
import { handleOperatorInvoicePdf } from "#modules/billing/operator-procedures";
import { handleInvoicePdf } from "#modules/billing/procedures";

const notFound = async () => new Response("Not found\n", { status: 404 });

export const invoicePdf: typeof handleInvoicePdf = isUsed("billing") ? handleInvoicePdf : notFound;
export const operatorInvoicePdf: typeof handleOperatorInvoicePdf = isUsed("billing")
  ? handleOperatorInvoicePdf
  : notFound;
