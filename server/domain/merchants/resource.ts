import { emptyProfile, type MerchantProfile, missingFields } from "./rules";
import type { SetMerchantProfile } from "./schema";

/** The profile in the names of its schema. */
export function toMerchantProfileInput(profile: MerchantProfile | null): SetMerchantProfile {
  const current = profile ?? emptyProfile;
  return {
    legal_name: current.legalName,
    address: current.address,
    country_code: current.countryCode,
    support_email: current.supportEmail,
    support_url: current.supportUrl,
    terms_url: current.termsUrl,
    privacy_url: current.privacyUrl,
    refund_url: current.refundUrl,
    tax_id: current.taxId,
    has_tax_id: current.hasTaxId,
    sender_name: current.senderName,
    reply_to: current.replyTo,
    sells_to_consumers: current.sellsToConsumers,
    named_for_customers: current.namedForCustomers,
    refuses_uncovered: current.refusesUncovered,
    order_button: current.orderButton,
  };
}

/** The profile, and what a live checkout still needs. */
export function toMerchantProfileResource(profile: MerchantProfile | null) {
  return { profile: toMerchantProfileInput(profile), missing: missingFields(profile) };
}
