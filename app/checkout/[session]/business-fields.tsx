import { type CheckoutData, errorOf } from "./checkout-data";
import { businessCopy } from "./copy/business";
import { Field, LongField } from "./field";

/**
 * For the invoice of a business. Hidden from consumers, without scripts too; a browser that cannot
 * decide shows them to everyone.
 */
export function BusinessFields({ checkout }: { checkout: CheckoutData }) {
  const t = businessCopy[checkout.language];
  const company = checkout.page.buyer?.company;
  return (
    <div className="space-y-4 group-has-[#buyer-consumer:checked]/buyer:hidden">
      <Field
        name="company"
        label={t.company}
        error={errorOf(checkout, "company")}
        autoComplete="organization"
        maxLength={300}
        defaultValue={company?.name ?? ""}
      />
      <LongField
        name="address"
        label={t.address}
        hint={t.addressHint}
        error={errorOf(checkout, "address")}
        autoComplete="street-address"
        rows={3}
        maxLength={600}
        defaultValue={company?.address ?? ""}
      />
      <Field
        name="vat_id"
        label={t.vatId}
        aside={checkout.t.form.optional}
        hint={t.vatIdHint}
        error={errorOf(checkout, "vat_id")}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        dir="ltr"
        maxLength={50}
        defaultValue={company?.vatId ?? ""}
        data-reprices=""
      />
    </div>
  );
}
