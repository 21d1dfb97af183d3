// The one form: who pays, whom the certificate names, with which card.
import { BeneficiaryFields } from "./beneficiary-fields";
import { Field } from "./field";
import { FormHelp } from "./form-help";
import { FormNotice } from "./form-notice";
import { LockIcon } from "./icons";
import { ProviderForm } from "./provider-form";
import { errorOf, type Form, formatMoment, priceOf, type Shown } from "./shown";
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

/** One provider's fields and button, and what becomes of what is entered. */
function Method({ shown, form, isFirst }: { shown: Shown; form: Form; isFirst: boolean }) {
  const { language, t } = shown;
  const { button, note, help } = form.texts[language];
  const look = isFirst
    ? "bg-accent text-paper hover:bg-accent-strong"
    : "text-ink ring-1 ring-edge ring-inset hover:bg-soft";
  return (
    <div className={isFirst ? "" : "mt-6 border-t border-line pt-6"}>
      {form.form === "card" && <CardFields shown={shown} />}
      {form.form === "token" && <ProviderForm shown={shown} form={form} />}
      <button
        type="submit"
        name="method"
        value={form.provider}
        className={`flex min-h-13 w-full cursor-pointer items-center justify-center gap-2 rounded-lg px-4 py-3 text-[1.0625rem]/tight font-semibold transition-colors aria-disabled:cursor-progress motion-reduce:transition-none ${form.form === "none" ? "" : "mt-6"} ${look}`}
      >
        {form.form !== "none" && <LockIcon />}
        <span data-label="">{button ?? t.form.pay(priceOf(shown))}</span>
      </button>
      <p className="mt-3 text-sm text-pretty text-quiet">{note}</p>
      {help && <FormHelp help={help} />}
    </div>
  );
}

function CustomerFields({ shown }: { shown: Shown }) {
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
    </div>
  );
}

export function PayForm({ shown }: { shown: Shown }) {
  const { page, language, t } = shown;
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
        hidden={page.forms.every(({ form }) => form === "token")}
      >
        <input type="hidden" name="lang" value={language} />
        <CustomerFields shown={shown} />
        <div className="mt-4">
          {page.forms.map((form, at) => (
            <Method key={form.provider} shown={shown} form={form} isFirst={at === 0} />
          ))}
        </div>
      </form>
      <p className="mt-5 border-t border-line pt-4 text-sm/relaxed text-pretty text-quiet">
        <Words text={t.form.next} /> {t.form.until(formatMoment(page.expiresAt, language))}
      </p>
    </section>
  );
}
