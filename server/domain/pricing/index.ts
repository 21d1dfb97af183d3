// What a kilogram costs, to whom and through which channel: the only way into the room.
export { quoteMass } from "./quote-mass";
export { type Offer, resolveOffer } from "./resolve-offer";
export { QuoteResource } from "./resource";
export { kgForTotal, MAX_AMOUNT_KG, priceOf } from "./rules";
export { QuoteMass } from "./schema";
