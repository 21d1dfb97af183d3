import type { Language } from "#core/language";
import { documentCopy, documentRows, type IssuedDocument } from "#domain/checkout";
import type { CheckoutData } from "./checkout-data";

interface PartProps {
  document: IssuedDocument;
  language: Language;
}

function Part({ document, language }: PartProps) {
  const { tax, kind } = document;
  return (
    <>
      <dl className="divide-y divide-line">
        {documentRows(document, language).map(({ label, value }) => (
          <div key={label} className="justify-between gap-x-6 py-2 sm:flex">
            <dt className="shrink-0 text-quiet">{label}</dt>
            <dd className="break-words tabular-nums sm:text-end">{value}</dd>
          </div>
        ))}
      </dl>
      {tax.legalText && <p className="mt-2 text-quiet">{tax.legalText[language]}</p>}
      <p className="mt-2 text-quiet">{documentCopy[language].is[kind]}</p>
    </>
  );
}

/** Invoice and credit notes of a business, for the browser that paid. */
export function Documents({ checkout: { page, language } }: { checkout: CheckoutData }) {
  const { follows } = documentCopy[language];
  return page.documents.map((document, index) => (
    <div
      key={document === "waits" ? index : document.number}
      className="mt-6 border-t border-line pt-4 text-[0.9375rem]"
    >
      {document === "waits" ? (
        <p className="text-quiet">{follows[index === 0 ? "invoice" : "credit_note"]}</p>
      ) : (
        <Part document={document} language={language} />
      )}
    </div>
  ));
}
