import { countryCodes, withdrawalCountryCodes } from "#core/countries";
import { formatMoment } from "#core/dates";
import type { Language } from "#core/language";
import { formatMoney } from "#core/money";
import { BusinessFields } from "./business-fields";
import { type CheckoutData, errorOf, priceOf } from "./checkout-data";
import { businessCopy } from "./copy/business";
import { FieldError, SelectField } from "./field";

/** Names of all countries in the language, in its order. */
function countriesIn(language: Language): { code: string; name: string }[] {
  const names = new Intl.DisplayNames(language, { type: "region" });
  return [...countryCodes]
    .map((code) => ({ code, name: names.of(code) ?? code }))
    .sort((one, other) => one.name.localeCompare(other.name, language));
}

function Country({ checkout }: { checkout: CheckoutData }) {
  const { page, language, t } = checkout;
  return (
    <SelectField
      name="country"
      label={t.sale.country}
      error={errorOf(checkout, "country")}
      autoComplete="country"
      required
      defaultValue={page.buyer?.country ?? ""}
      data-reprices=""
    >
      <option value="">{t.sale.chooseCountry}</option>
      {countriesIn(language).map(({ code, name }) => (
        <option
          key={code}
          value={code}
          data-withdrawal={withdrawalCountryCodes.has(code) ? "" : undefined}
        >
          {name}
        </option>
      ))}
    </SelectField>
  );
}

const choiceClass = "flex min-h-11 items-center gap-2.5 text-[0.9375rem]";
const boxClass = "size-5 shrink-0 accent-accent";

function BuyerKind({ checkout }: { checkout: CheckoutData }) {
  const { sale } = checkout.t;
  const isBusiness = checkout.page.buyer?.isBusiness === true;
  return (
    <fieldset>
      <legend className="text-[0.9375rem] font-medium">{sale.buyer}</legend>
      <div className="mt-0.5 flex flex-wrap gap-x-6">
        {(["consumer", "business"] as const).map((kind) => (
          <label key={kind} className={choiceClass}>
            <input
              type="radio"
              id={`buyer-${kind}`}
              name="buyer"
              value={kind}
              defaultChecked={(kind === "business") === isBusiness}
              className={boxClass}
              data-reprices=""
            />
            {sale[kind]}
          </label>
        ))}
      </div>
    </fieldset>
  );
}

/** For sellers that do not sell to consumers. */
function BusinessOnly({ checkout }: { checkout: CheckoutData }) {
  const error = errorOf(checkout, "buyer");
  return (
    <div data-part="buyer">
      <label className={choiceClass}>
        <input
          type="checkbox"
          id="buyer"
          name="buyer"
          value="business"
          defaultChecked={checkout.page.buyer?.isBusiness === true}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? "buyer-error" : undefined}
          className={boxClass}
          data-reprices=""
        />
        {checkout.t.sale.onlyBusinesses(checkout.page.seller.name)}
      </label>
      {error && <FieldError id="buyer-error">{error}</FieldError>}
    </div>
  );
}

/**
 * Visible to consumers of countries with a right of withdrawal, without scripts too. A browser that
 * cannot decide hides it: without consent the customer keeps the right.
 */
function Consent({ checkout }: { checkout: CheckoutData }) {
  const { page, language, t } = checkout;
  const { version, text } = page.consentOffer;
  return (
    <fieldset className="hidden rounded-lg border border-line p-3.5 group-has-[option[data-withdrawal]:checked]/buyer:group-has-[#buyer-consumer:checked]/buyer:block">
      <legend className="px-1 text-[0.9375rem] font-medium">{t.sale.consent}</legend>
      <label className="flex gap-2.5 text-[0.9375rem]/snug">
        <input
          type="checkbox"
          id="consent"
          name="consent"
          value={version}
          defaultChecked={page.buyer?.hasConsent === true}
          aria-describedby="consent-hint"
          className={`mt-0.5 ${boxClass}`}
        />
        <span>{text[language]}</span>
      </label>
      <p id="consent-hint" className="mt-2 text-sm text-pretty text-quiet">
        {t.sale.consentHint(formatMoment(page.withdrawalUntil, language))}
      </p>
    </fieldset>
  );
}

/** The script replaces it when the country changes. */
function TaxLine({ checkout }: { checkout: CheckoutData }) {
  const { page, language, t } = checkout;
  const { tax } = page;
  const business = businessCopy[language];
  const rate = new Intl.NumberFormat(language, { style: "percent", maximumFractionDigits: 2 });
  return (
    <div data-part="tax" id="tax" aria-live="polite" className="text-sm text-quiet">
      <input type="hidden" name="tax" value={tax?.ruleId ?? ""} />
      {tax !== null && tax.tax > 0 && (
        <p>
          {t.sale.tax(
            rate.format(tax.rateBasisPoints / 10_000),
            tax.name[language],
            formatMoney({ minor: tax.tax, currency: page.currency }, language),
          )}
        </p>
      )}
      {tax?.kind === "reverse_charge" || tax?.kind === "out_of_scope" ? (
        <p>{business.untaxed(priceOf(checkout))}</p>
      ) : null}
      {tax?.legalText && <p>{tax.legalText[language]}</p>}
      {page.isRefused && (
        <p className="font-medium text-danger">{business.refused(page.seller.name)}</p>
      )}
    </div>
  );
}

/** Country, kind of buyer, company, consent and tax, for sellers with a profile. */
export function BuyerFields({ checkout }: { checkout: CheckoutData }) {
  const { sellerDetails } = checkout.page;
  if (sellerDetails === null) return null;
  return (
    <div className="group/buyer space-y-4">
      <Country checkout={checkout} />
      {sellerDetails.sellsToConsumers ? (
        <BuyerKind checkout={checkout} />
      ) : (
        <BusinessOnly checkout={checkout} />
      )}
      <BusinessFields checkout={checkout} />
      {sellerDetails.sellsToConsumers && <Consent checkout={checkout} />}
      <TaxLine checkout={checkout} />
    </div>
  );
}
