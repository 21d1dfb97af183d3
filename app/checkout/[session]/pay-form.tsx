import type { ReactNode } from "react";
import { formatMoment } from "#core/dates";
import type { CheckoutPage } from "#domain/checkout";
import { Field, LongField, ProviderForm } from "./field";
import { FoldSummary, LockIcon, WarningIcon } from "./icons";
import { Words } from "./panel";
import { errorOf, type Form, priceOf, type Shown } from "./shown";
import type { Texts } from "./texts/en";
import type { FaultCode } from "./texts/texts";

type Help = NonNullable<CheckoutPage["forms"][number]["texts"]["en"]["help"]>;

function FormHelp({ help: { label, intro, rows } }: { help: Help }) {
  return (
    <details className="group mt-3">
      <FoldSummary>{label}</FoldSummary>
      <p className="mt-1 text-sm text-quiet">{intro}</p>
      <dl className="mt-2 divide-y divide-line border-y border-line text-sm">
        {rows.map(([term, text]) => (
          <div key={term} className="justify-between gap-x-4 py-2 sm:flex">
            <dt className="whitespace-nowrap tabular-nums">{term}</dt>
            <dd className="text-quiet">{text}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}

function Box({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="mb-5 flex gap-2.5 rounded-lg border border-danger p-3.5 text-[0.9375rem]/snug">
      <WarningIcon className="size-5 text-danger" />
      <div className="min-w-0">
        <p className="font-semibold text-danger">{title}</p>
        <div className="mt-1">{children}</div>
      </div>
    </div>
  );
}

function labelOf(code: FaultCode, { form }: Texts): string | null {
  const labels: Record<string, string> = {
    email: form.email,
    beneficiary: form.beneficiary,
    message: form.message,
    url: form.url,
    number: form.number,
    expiry: form.expiry,
    cvc: form.cvc,
    token: form.card,
  };
  return labels[code.split(".")[0] ?? ""] ?? null;
}

function noticeOf({ page, faults, t }: Shown): ReactNode {
  const general = faults.find((code) => code.startsWith("attempts."));
  if (general) return <Box title={t.failureTitle}>{t.faults[general]}</Box>;
  if (faults.length > 0) {
    return (
      <Box title={t.faultsTitle(faults.length)}>
        <ul className="flex flex-wrap gap-x-4 gap-y-1">
          {faults.map((code) => (
            <li key={code}>
              <a href={`#${code.split(".")[0]}`} className="link inline-block py-0.5">
                {labelOf(code, t)}
              </a>
            </li>
          ))}
        </ul>
      </Box>
    );
  }
  if (page.failure === null) return null;
  return <Box title={t.failureTitle}>{t.failures[page.failure]}</Box>;
}

/** There even when it says nothing, for the script to put something in. */
function FormNotice({ shown }: { shown: Shown }) {
  return (
    <div data-part="notice" id="notice" tabIndex={-1}>
      {noticeOf(shown)}
    </div>
  );
}

/** More than is taken, so that what is too long is told and not cut off. */
const MOST_LETTERS = 600;

function BeneficiaryFields({ shown }: { shown: Shown }) {
  const { page, t } = shown;
  const { form } = t;
  const [message, url] = [page.beneficiary?.message ?? "", page.beneficiary?.url ?? ""];
  const errors = { message: errorOf(shown, "message"), url: errorOf(shown, "url") };
  const isNameless = shown.faults.includes("beneficiary.missing");
  const isOpen = [message, url, errors.message, errors.url, isNameless].some(Boolean);
  const plain = { autoComplete: "off", maxLength: MOST_LETTERS };
  return (
    <div>
      <Field
        name="beneficiary"
        label={form.beneficiary}
        aside={form.optional}
        hint={form.beneficiaryHint(page.seller.name)}
        error={errorOf(shown, "beneficiary")}
        defaultValue={page.beneficiary?.name ?? ""}
        {...plain}
      />
      <details className="group mt-1" open={isOpen}>
        <FoldSummary>{form.beneficiaryMore}</FoldSummary>
        <div className="mt-2 space-y-4">
          <LongField
            name="message"
            label={form.message}
            hint={form.messageHint}
            error={errors.message}
            rows={3}
            defaultValue={message}
            {...plain}
          />
          <Field
            name="url"
            label={form.url}
            error={errors.url}
            type="url"
            autoCapitalize="none"
            spellCheck={false}
            dir="ltr"
            defaultValue={url}
            {...plain}
          />
        </div>
      </details>
    </div>
  );
}

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
