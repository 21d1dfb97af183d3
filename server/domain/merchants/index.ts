export {
  findMerchantProfile,
  listConsumerSellers,
  requireMerchant,
  setMerchantProfile,
} from "./merchant-profiles";
export { toMerchantProfileInput, toMerchantProfileResource } from "./resource";
export { type MerchantProfile, withdrawalEnd } from "./rules";
export { SetMerchantProfile } from "./schema";
