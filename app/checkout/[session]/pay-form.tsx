// The one form: who pays, whom the certificate names, with which card.
import { BeneficiaryFields } from "./beneficiary-fields";
import { Field } from "./field";
import { FormHelp } from "./form-help";
import { FormNotice } from "./form-notice";
import { LockIcon } from "./icons";
import { ProviderForm } from "./provider-form";
import { errorOf, formatMoment, priceOf, type Shown } from "./shown";
import { Words } from "./words";

function CardFields({ shown }: { shown: Shown }) {
  const { form } = shown.t;
  const card = { inputMode: "numeric", spellCheck: false, required: true, dir: "ltr" } as const;
  return (
    <fieldset>
      <legend className="sr-only">{form.card}</legend>
      <div className="space-y-4">
        <Field
          name="number"
          label={form.number}
          error={errorOf(shown, "number")}
          autoComplete="cc-number"
          maxLength={30}
          {...card}
        />
        <div className="grid grid-cols-2 gap-3">
          <Field
            name="expiry"
            label={form.expiry}
            hint={form.expiryForm}
            error={errorOf(shown, "expiry")}
            autoComplete="cc-exp"
            maxLength={12}
            {...card}
          />
          <Field
            name="cvc"
            label={form.cvc}
            hint={form.cvcHint}
            error={errorOf(shown, "cvc")}
            autoComplete="cc-csc"
            maxLength={6}
            {...card}
          />
        </div>
      </div>
    </fieldset>
  );
}

function PayButton({ shown }: { shown: Shown }) {
  return (
    <button
      type="submit"
      className="flex min-h-13 w-full cursor-pointer items-center justify-center gap-2 rounded-lg bg-accent px-4 py-3 text-[1.0625rem]/tight font-semibold text-paper transition-colors hover:bg-accent-strong aria-disabled:cursor-progress motion-reduce:transition-none"
    >
      <LockIcon />
      <span data-label="">{shown.t.form.pay(priceOf(shown))}</span>
    </button>
  );
}

function Fields({ shown }: { shown: Shown }) {
  const { page, t } = shown;
  return (
    <div className="space-y-4">
      <Field
        name="email"
        label={t.form.email}
        hint={t.form.emailHint}
        error={errorOf(shown, "email")}
        type="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        required
        defaultValue={page.email ?? ""}
      />
      <BeneficiaryFields shown={shown} />
      {page.form?.form === "card" ? <CardFields shown={shown} /> : <ProviderForm shown={shown} />}
    </div>
  );
}

export function PayForm({ shown }: { shown: Shown }) {
  const { page, language, t } = shown;
  const texts = page.form?.texts[language];
  return (
    <section aria-label={t.form.label}>
      <FormNotice shown={shown} />
      <form
        method="post"
        action={`/checkout/${page.id}/pay`}
        noValidate
        data-busy={t.form.paying}
        data-lost={t.form.lost}
        data-lost-waiting={t.form.lostWaiting}
        hidden={page.form?.form === "token"}
      >
        <input type="hidden" name="lang" value={language} />
        <Fields shown={shown} />
        <div className="mt-6">
          <PayButton shown={shown} />
        </div>
        <p className="mt-3 text-sm text-pretty text-quiet">{texts?.note}</p>
      </form>
      <p className="mt-5 border-t border-line pt-4 text-sm/relaxed text-pretty text-quiet">
        <Words text={t.form.next} /> {t.form.until(formatMoment(page.expiresAt, language))}
      </p>
      {texts?.help && <FormHelp help={texts.help} />}
    </section>
  );
}
