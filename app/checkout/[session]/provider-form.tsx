// The place of a payment provider's own form, which the provider's script fills.
import { FieldError } from "./field";
import type { Form, Shown } from "./shown";

/** What a provider's script needs to know. */
export function scriptData({ page, language }: Shown, form: Form | undefined) {
  const own = Object.entries(form?.data ?? {});
  return {
    ...Object.fromEntries(own.map(([name, value]) => [`data-${name}`, value])),
    "data-locale": language,
    "data-amount": page.priceCents,
  };
}

export function ProviderForm({ shown, form }: { shown: Shown; form: Form }) {
  const { faults, t } = shown;
  return (
    <fieldset>
      <legend className="text-[0.9375rem] font-medium">{t.form.label}</legend>
      <div
        id="token"
        tabIndex={-1}
        className="mt-1.5 min-h-48"
        data-fill={form.provider}
        data-not-loaded={t.form.notLoaded}
        {...scriptData(shown, form)}
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
