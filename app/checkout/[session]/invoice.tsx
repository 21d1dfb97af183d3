import { invoiceCopy, invoiceRows } from "#domain/checkout";
import type { CheckoutData } from "./checkout-data";

/** The receipt of a business, for the browser that paid. */
export function Invoice({ checkout: { page, language } }: { checkout: CheckoutData }) {
  const { invoice } = page;
  if (invoice === null) return null;
  return (
    <div className="mt-6 border-t border-line pt-4 text-[0.9375rem]">
      <dl className="divide-y divide-line">
        {invoiceRows(invoice, language).map(({ label, value }) => (
          <div key={label} className="justify-between gap-x-6 py-2 sm:flex">
            <dt className="shrink-0 text-quiet">{label}</dt>
            <dd className="break-words tabular-nums sm:text-end">{value}</dd>
          </div>
        ))}
      </dl>
      {invoice.tax.legalText && (
        <p className="mt-2 text-quiet">{invoice.tax.legalText[language]}</p>
      )}
      <p className="mt-2 text-quiet">{invoiceCopy[language].isInvoice}</p>
    </div>
  );
}
