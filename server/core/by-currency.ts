import { type Currency, inOrder } from "./money";

/** The items of each currency, in the order of the table of currencies: sums never mix them. */
export const byCurrency = <Item extends { currency: Currency }>(items: Iterable<Item>) =>
  inOrder(
    [...Map.groupBy(items, ({ currency }) => currency)].map(([currency, own]) => ({
      currency,
      items: own,
    })),
  );
