// What a kilogram costs, to whom and through which channel, and how many kg an activity comes to:
// the only way into the room.
export { defaultFactors } from "./default-factor-rules";
export { listEmissionFactors } from "./list-emission-factors";
export { priceActivity } from "./price-activity";
export { quoteActivity } from "./quote-activity";
export { quoteMass } from "./quote-mass";
export { type Offer, resolveOffer } from "./resolve-offer";
export { EmissionFactorResource, QuoteResource, toEmissionFactorResource } from "./resource";
export { kgForTotal, MAX_AMOUNT_KG, priceOf } from "./rules";
export {
  QuoteAirFreight,
  QuoteFlight,
  QuoteGroundFreight,
  QuoteGroundTransport,
  QuoteMass,
  QuoteOfficeSpace,
  QuoteRide,
  QuoteTrain,
} from "./schema";
