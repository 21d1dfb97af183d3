import { z } from "zod";
import { isAccent } from "#core/accent";
import { nameText, text, trimmedText } from "#core/text";

const httpsUrl = trimmedText(2048)
  .refine((url) => /^https:\/\//i.test(url) && URL.canParse(url), "must be an https URL")
  .meta({ examples: ["https://shop.example"] });

/** The whole brand. A subaccount's null means its account's, and an account's the default. */
export const SetBrand = z.strictObject({
  accent_color: text(32)
    .trim()
    .toLowerCase()
    .refine(isAccent, "must be a color such as #0d5c41")
    .meta({ examples: ["#0d5c41"] })
    .nullable(),
  website_url: httpsUrl.nullable(),
  /** A few sentences on the impact page, in the owner's words. */
  story: trimmedText(600, 1).nullable(),
  sender_name: nameText(60).nullable(),
  imprint_url: httpsUrl.nullable(),
  privacy_url: httpsUrl.nullable(),
});
export type SetBrand = z.infer<typeof SetBrand>;
