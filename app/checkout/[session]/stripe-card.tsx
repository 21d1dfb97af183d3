// The place of Stripe's own card form, which its script fills: see public/checkout-stripe.js.
import { FieldError } from "./field";
import type { Shown } from "./shown";

/** What Stripe's script needs to know. */
export function stripeData({ page, language }: Shown) {
  return {
    "data-key": page.stripe?.publishableKey,
    "data-locale": language,
    "data-amount": page.priceCents,
  };
}

export function StripeCard({ shown }: { shown: Shown }) {
  const { faults, t } = shown;
  return (
    <fieldset>
      <legend className="text-[0.9375rem] font-medium">{t.form.label}</legend>
      <div
        id="token"
        tabIndex={-1}
        className="mt-1.5 min-h-48"
        data-stripe=""
        data-not-loaded={t.form.notLoaded}
        {...stripeData(shown)}
      >
        <p className="text-sm text-quiet">{t.form.loading}</p>
      </div>
      <input type="hidden" name="token" />
      <div data-part="token">
        {faults.includes("token.missing") && (
          <FieldError id="token-error">{t.faults["token.missing"]}</FieldError>
        )}
      </div>
    </fieldset>
  );
}
