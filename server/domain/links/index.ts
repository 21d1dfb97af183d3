export {
  countPaymentLinks,
  createPaymentLink,
  getPaymentLink,
  listPaymentLinks,
  setPaymentLinkState,
  updatePaymentLink,
} from "./payment-links";
export {
  type BuyPage,
  buyThroughLink,
  findLinkOfPortfolio,
  findPublishedLink,
  getBuyPage,
  type PublishedLink,
} from "./public-link";
export { buyUrl, PaymentLinkResource, toPaymentLinkResource } from "./resource";
export { CreatePaymentLink, UpdatePaymentLink } from "./schema";
export type { LinkTables } from "./tables";
