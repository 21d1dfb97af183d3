// What a kilogram costs, to whom and through which channel, and how many kg an activity comes to:
// the only way into the room.
export { defaultFactors } from "./default-factor-rules";
export { listEmissionFactors } from "./list-emission-factors";
export { listPriceChanges } from "./list-price-changes";
export { priceActivity } from "./price-activity";
export { quoteActivity } from "./quote-activity";
export { quoteMass } from "./quote-mass";
export { resetEmissionFactors } from "./reset-emission-factors";
export { type Offer, resolveOffer } from "./resolve-offer";
export { EmissionFactorResource, QuoteResource, toEmissionFactorResource } from "./resource";
export { kgForTotal, MAX_AMOUNT_KG, priceOf } from "./rules";
export {
  ListPriceChanges,
  QuoteAirFreight,
  QuoteFlight,
  QuoteGroundFreight,
  QuoteGroundTransport,
  QuoteMass,
  QuoteOfficeSpace,
  QuoteRide,
  QuoteTrain,
  SetCategoryPrices,
  SetEmissionFactor,
  SetPortfolioPrices,
} from "./schema";
export { setCatalogueDefault } from "./set-catalogue-default";
export { setCategoryPrices } from "./set-category-prices";
export { setEmissionFactor } from "./set-emission-factor";
export { setPortfolioPrices } from "./set-portfolio-prices";
