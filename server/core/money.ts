export type Currency = "USD";

/** "$12.50" or "12,50 $", depending on the language. */
export function formatMoney(cents: number, currency: Currency, language: string): string {
  return new Intl.NumberFormat(language, { style: "currency", currency }).format(cents / 100);
}

/** "$1.2K", for the axis of a chart. */
export function formatMoneyShort(cents: number, currency: Currency, language: string): string {
  return new Intl.NumberFormat(language, {
    style: "currency",
    currency,
    notation: "compact",
    minimumFractionDigits: 0,
    maximumFractionDigits: cents < 1000 ? 2 : 1,
  }).format(cents / 100);
}

/** "12.50": the exact amount, for files that spreadsheets sum. */
export function dollars(cents: number): string {
  const digits = String(Math.abs(cents)).padStart(3, "0");
  return `${cents < 0 ? "-" : ""}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}
