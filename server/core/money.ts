// Money as people read it. Amounts are whole US cents everywhere else.

/** "US$12.50" or "12,50 $", as the language writes it. */
export function formatMoney(cents: number, language: string): string {
  return new Intl.NumberFormat(language, { style: "currency", currency: "USD" }).format(
    cents / 100,
  );
}
