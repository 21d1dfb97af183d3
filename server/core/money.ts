// Money as people read it. Amounts are whole US cents everywhere else.

/** "US$12.50" or "12,50 $", as the language writes it. */
export function formatMoney(cents: number, language: string): string {
  return new Intl.NumberFormat(language, { style: "currency", currency: "USD" }).format(
    cents / 100,
  );
}

/** "$1.2K" where there is little room, as on an axis. */
export function formatMoneyShort(cents: number, language: string): string {
  return new Intl.NumberFormat(language, {
    style: "currency",
    currency: "USD",
    notation: "compact",
    minimumFractionDigits: 0,
    maximumFractionDigits: cents < 1000 ? 2 : 1,
  }).format(cents / 100);
}
