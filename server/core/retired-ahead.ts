/** Explains a registry's date before that of the order. */
export const RETIRED_AHEAD =
  "Some of these credits were retired before their order: registries retire whole tonnes, and what " +
  "an order leaves of a tonne goes to later orders.";

interface Credits {
  /** Day at the registry; null until it has retired them. */
  retiredOn: string | null;
  /** Day or moment in UTC of the order. */
  orderedOn: string | null;
}

/** True for credits that their registry retired before the day of the order. */
export const isRetiredAhead = ({ retiredOn, orderedOn }: Credits): boolean =>
  retiredOn !== null && orderedOn !== null && retiredOn < orderedOn.slice(0, 10);
