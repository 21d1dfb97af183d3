import { z } from "zod";
import { countryCodes } from "#core/countries";
import { nameText, text, trimmedText } from "#core/text";

const email = z.email("must be an email address").max(254);

const httpsUrl = trimmedText(2048)
  .refine((url) => /^https:\/\//i.test(url) && URL.canParse(url), "must be an https URL")
  .meta({ examples: ["https://shop.example/terms"] });

/** The whole profile. Fields may be null until they are known; a live checkout needs most of them. */
export const SetMerchantProfile = z.strictObject({
  legal_name: nameText(200).nullable(),
  /** Several lines. */
  address: trimmedText(500, 1).nullable(),
  country_code: text(2)
    .refine((code) => countryCodes.has(code), "must be an ISO 3166-1 alpha-2 code")
    .meta({ examples: ["DE"] })
    .nullable(),
  support_email: email.nullable(),
  support_url: httpsUrl.nullable(),
  terms_url: httpsUrl.nullable(),
  privacy_url: httpsUrl.nullable(),
  refund_url: httpsUrl.nullable(),
  /** Ignored without `has_tax_id`. */
  tax_id: trimmedText(50, 1).nullable(),
  has_tax_id: z.boolean(),
  sender_name: nameText(60).nullable(),
  reply_to: email.nullable(),
  sells_to_consumers: z.boolean(),
  /** True to name the seller on the certificates of customers who enter no name. */
  named_for_customers: z.boolean().default(false),
  /** True to refuse consumers of countries that no tax rule covers. */
  refuses_uncovered: z.boolean().default(false),
  /** Words on the order button, in every language; null for the lawful ones of each language. */
  order_button: nameText(60).nullable().default(null),
});
export type SetMerchantProfile = z.infer<typeof SetMerchantProfile>;
