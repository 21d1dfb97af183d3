// Imported before a server that writes each order in a statement of its own, for comparison.
const limits = { atOnce: Number.POSITIVE_INFINITY, most: 1 };
globalThis.carbonTillState = new Map([["order-group-limits", limits]]);
