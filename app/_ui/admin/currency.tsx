import { type Currency, currencies } from "#core/money";

/** Choices of a currency, in the order of lists. */
export const currencyOptions: { value: Currency; text: string }[] = Object.keys(currencies).map(
  (value) => ({ value, text: value.toUpperCase() }),
);
