import type { ReactNode } from "react";
import { formatMoment } from "#core/dates";
import type { CheckoutPage } from "#domain/checkout";
import { unnamedCustomer } from "#domain/checkout";
import { BuyerFields } from "./buyer-fields";
import { type CheckoutData, errorOf, type Form, priceOf } from "./checkout-data";
import { businessCopy } from "./copy/business";
import type { FaultCode } from "./copy/faults";
import { Field, LongField, ProviderForm } from "./field";
import { FoldSummary, LockIcon, WarningIcon } from "./icons";
import { Text } from "./panel";

type Help = NonNullable<CheckoutPage["forms"][number]["copy"]["en"]["help"]>;

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

function labelOf(code: FaultCode, { t: { form, sale }, language }: CheckoutData): string | null {
  const business = businessCopy[language];
  const labels: Record<string, string> = {
    email: form.email,
    country: sale.country,
    buyer: sale.buyer,
    company: business.company,
    address: business.address,
    vat_id: business.vatId,
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

function noticeOf(checkout: CheckoutData): ReactNode {
  const { page, faults, t } = checkout;
  const general = faults.find((code) => /^(attempts|tax)\./.test(code));
  if (general) return <Box title={t.failureTitle}>{t.faults[general]}</Box>;
  if (faults.length > 0) {
    return (
      <Box title={t.faultsTitle(faults.length)}>
        <ul className="flex flex-wrap gap-x-4 gap-y-1">
          {faults.map((code) => (
            <li key={code}>
              <a href={`#${code.split(".")[0]}`} className="link inline-block py-0.5">
                {labelOf(code, checkout)}
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

/** Rendered even if empty, because the script fills it. */
function FormNotice({ checkout }: { checkout: CheckoutData }) {
  return (
    <div data-part="notice" id="notice" tabIndex={-1}>
      {noticeOf(checkout)}
    </div>
  );
}

/** Longer than the limit, so that long input gets an error instead of being cut off. */
const MAX_LETTERS = 600;

function BeneficiaryFields({ checkout }: { checkout: CheckoutData }) {
  const { page, t } = checkout;
  const { form } = t;
  const [message, url] = [page.beneficiary?.message ?? "", page.beneficiary?.url ?? ""];
  const unnamed = unnamedCustomer[checkout.language];
  const errors = { message: errorOf(checkout, "message"), url: errorOf(checkout, "url") };
  const isNameless = checkout.faults.includes("beneficiary.missing");
  const isOpen = [message, url, errors.message, errors.url, isNameless].some(Boolean);
  const plain = { autoComplete: "off", maxLength: MAX_LETTERS };
  return (
    <div>
      <Field
        name="beneficiary"
        label={form.beneficiary}
        aside={form.optional}
        hint={form.beneficiaryHint(
          page.seller.isNamedForCustomers ? page.seller.name : unnamed(page.seller.name),
        )}
        error={errorOf(checkout, "beneficiary")}
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

function CardFields({ checkout }: { checkout: CheckoutData }) {
  const { form } = checkout.t;
  const card = { inputMode: "numeric", spellCheck: false, required: true, dir: "ltr" } as const;
  return (
    <fieldset>
      <legend className="sr-only">{form.card}</legend>
      <div className="space-y-4">
        <div className="relative">
          <span
            id="card-network"
            aria-live="polite"
            className="absolute end-0 top-0 text-[0.9375rem] text-quiet"
          />
          <Field
            name="number"
            label={form.number}
            error={errorOf(checkout, "number")}
            autoComplete="cc-number"
            maxLength={30}
            {...card}
          />
        </div>
        <div className="grid grid-cols-2 gap-3">
          <Field
            name="expiry"
            label={form.expiry}
            hint={form.expiryForm}
            error={errorOf(checkout, "expiry")}
            autoComplete="cc-exp"
            maxLength={12}
            {...card}
          />
          <Field
            name="cvc"
            label={form.cvc}
            hint={form.cvcHint}
            error={errorOf(checkout, "cvc")}
            autoComplete="cc-csc"
            maxLength={6}
            {...card}
          />
        </div>
      </div>
    </fieldset>
  );
}

function Method({
  checkout,
  form,
  isFirst,
}: {
  checkout: CheckoutData;
  form: Form;
  isFirst: boolean;
}) {
  const { language, t } = checkout;
  const { button, note, help } = form.copy[language];
  const buttonClass = isFirst
    ? "bg-accent text-paper hover:bg-accent-strong"
    : "text-ink ring-1 ring-edge ring-inset hover:bg-soft";
  return (
    <div className={isFirst ? "" : "mt-6 border-t border-line pt-6"}>
      {form.form === "card" && <CardFields checkout={checkout} />}
      {form.form === "token" && <ProviderForm checkout={checkout} form={form} />}
      <p
        className={`flex flex-wrap justify-between gap-x-4 font-semibold tabular-nums ${form.form === "none" ? "" : "mt-6"}`}
      >
        <span>{t.form.due}</span>
        <span>{priceOf(checkout)}</span>
      </p>
      <button
        type="submit"
        name="method"
        value={form.provider}
        className={`flex min-h-13 w-full cursor-pointer items-center justify-center gap-2 rounded-lg px-4 py-3 text-[1.0625rem]/tight font-semibold transition-colors aria-disabled:cursor-progress motion-reduce:transition-none mt-3 ${buttonClass}`}
      >
        {form.form !== "none" && <LockIcon />}
        <span data-label="">{button ?? checkout.page.seller.orderButton ?? t.form.pay}</span>
      </button>
      <p className="mt-3 text-sm text-pretty text-quiet">{note}</p>
      {help && <FormHelp help={help} />}
    </div>
  );
}

function CustomerFields({ checkout }: { checkout: CheckoutData }) {
  const { page, t } = checkout;
  // The integrator's address, which the page does not show.
  const isStored = page.email === null && page.maskedEmail !== null;
  return (
    <div className="space-y-4">
      <Field
        name="email"
        label={t.form.email}
        hint={isStored ? t.sale.storedEmail(page.maskedEmail ?? "") : t.form.emailHint}
        error={errorOf(checkout, "email")}
        type="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        required={!isStored}
        defaultValue={page.email ?? ""}
      />
      <BeneficiaryFields checkout={checkout} />
      <BuyerFields checkout={checkout} />
    </div>
  );
}

export function PayForm({ checkout }: { checkout: CheckoutData }) {
  const { page, language, t } = checkout;
  return (
    <section aria-label={t.form.label}>
      <FormNotice checkout={checkout} />
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
        <CustomerFields checkout={checkout} />
        <div className="mt-4">
          {page.forms.map((form, at) => (
            <Method key={form.provider} checkout={checkout} form={form} isFirst={at === 0} />
          ))}
        </div>
      </form>
      <p className="mt-5 border-t border-line pt-4 text-sm/relaxed text-pretty text-quiet">
        {page.sellerDetails?.termsUrl && (
          <>
            <a href={page.sellerDetails.termsUrl} rel="noopener" className="link">
              {t.sale.accept(page.sellerDetails.legalName ?? page.seller.name)}
            </a>{" "}
          </>
        )}
        <Text text={t.form.next} /> {t.form.until(formatMoment(page.expiresAt, language))}
      </p>
    </section>
  );
}
