// Money in whole US cents, and how people read it. Pure: client components use it too.

/** "$12.34" in the reader's language; the currency is always US dollars. */
export function formatUsd(cents: number, locale = "en-US"): string {
  return new Intl.NumberFormat(locale, { style: "currency", currency: "USD" }).format(cents / 100);
}
