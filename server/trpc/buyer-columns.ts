import type { Columns } from "#core/csv";
import type { BuyerResource } from "#domain/checkout";

/** Columns of exports about buyer, consent, withdrawal and company; empty for orders through the API. */
export const buyerColumns = {
  customer_country: (buyer) => buyer.customer_country ?? null,
  buyer: ({ is_business: isBusiness = null }) =>
    isBusiness === null ? null : isBusiness ? "business" : "consumer",
  consent_text: (buyer) => buyer.consent_text ?? null,
  consent_language: (buyer) => buyer.consent_language ?? null,
  consent_on: (buyer) => buyer.consent_on ?? null,
  withdrawal_until: (buyer) => buyer.withdrawal_until ?? null,
  withdrawn_on: (buyer) => buyer.withdrawn_on ?? null,
  consent_wording: (buyer) => buyer.consent_wording ?? null,
  buyer_name: (buyer) => buyer.buyer_name ?? null,
  buyer_address: (buyer) => buyer.buyer_address ?? null,
  buyer_vat_id: (buyer) => buyer.buyer_vat_id ?? null,
} satisfies Columns<Partial<BuyerResource>>;
