import type { Language } from "#core/language";
import type { CheckoutPage } from "#domain/checkout";
import type { Copy } from "./copy/en";

type Details = NonNullable<CheckoutPage["sellerDetails"]>;

interface Props {
  details: CheckoutPage["sellerDetails"];
  language: Language;
  t: Copy;
}

/** Address for questions to the seller; null if it has none. */
export function contactOf(details: CheckoutPage["sellerDetails"]): string | null {
  return details?.supportEmail ?? details?.supportUrl ?? null;
}

function linksOf({ supportEmail, supportUrl, ...details }: Details, { sale }: Copy) {
  const links: [string, string | null][] = [
    [sale.contact, supportUrl ?? (supportEmail && `mailto:${supportEmail}`)],
    [sale.terms, details.termsUrl],
    [sale.privacy, details.privacyUrl],
    [sale.refunds, details.refundUrl],
  ];
  return links.flatMap(([label, url]) => (url === null ? [] : [{ label, url }]));
}

/** Name, address and terms of the seller. */
export function SellerDetails({ details, language, t }: Props) {
  if (details === null) return null;
  const { legalName, address, countryCode, taxId, supportEmail } = details;
  const country =
    countryCode && new Intl.DisplayNames(language, { type: "region" }).of(countryCode);
  const lines = [
    ...(address?.split(/\r?\n/) ?? []),
    country,
    taxId && `${t.sale.taxId}: ${taxId}`,
    supportEmail,
  ].filter((line) => typeof line === "string" && line.trim() !== "");
  return (
    <section
      aria-label={t.sale.soldBy(legalName ?? "")}
      className="mt-8 border-t border-line pt-5 text-sm text-quiet"
    >
      {legalName !== null && <p className="font-medium text-ink">{t.sale.soldBy(legalName)}</p>}
      {lines.length > 0 && <p className="mt-1 break-words">{lines.join(" · ")}</p>}
      <ul className="mt-1 flex flex-wrap gap-x-5">
        {linksOf(details, t).map(({ label, url }) => (
          <li key={label}>
            <a href={url} rel="noopener" className="link inline-flex min-h-11 items-center">
              {label}
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}
