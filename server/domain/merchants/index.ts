export { findMerchantProfile, requireMerchant, setMerchantProfile } from "./merchant-profiles";
export { toMerchantProfileInput, toMerchantProfileResource } from "./resource";
export { SetMerchantProfile } from "./schema";
