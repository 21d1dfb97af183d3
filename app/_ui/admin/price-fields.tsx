"use client";
import { useEffect, useState } from "react";
import { useFormContext } from "react-hook-form";
import {
  type Currency,
  convertPrice,
  currencies,
  parseMoney,
  plainAmount,
  rulesOf,
} from "#core/money";
import { buttonClass } from "./button";
import { TextField, useFieldError, useFormValues } from "./form";

const API_PRICE = "api_price_per_tonne";
const CHECKOUT_PRICE = "checkout_price_per_tonne";
const PRICES = [API_PRICE, CHECKOUT_PRICE];

/**
 * Asks a second time if the server reports a price that changes by more than a factor of two. The
 * prices depend on the fields with these names.
 */
export function ConfirmPrices({ names }: { names: string[] }) {
  const { register, setValue, clearErrors } = useFormContext();
  const { confirmed, ...typed } = useFormValues<Record<string, unknown>>();
  const values = JSON.stringify(names.map((name) => typed[name]));
  const error = useFieldError("confirmed");
  // biome-ignore lint/correctness/useExhaustiveDependencies: other prices need another confirmation
  useEffect(() => {
    setValue("confirmed", false);
    clearErrors("confirmed");
  }, [values, setValue, clearErrors]);
  if (!error && !confirmed) return null;
  return (
    <div role="alert" className="rounded-lg border border-edge p-4 text-[0.9375rem]">
      {error && <p className="mb-2 text-danger">{error}</p>}
      <label className="flex items-center gap-2.5">
        <input type="checkbox" {...register("confirmed")} className="size-4" />
        Save these prices, although one changes by more than a factor of two
      </label>
    </div>
  );
}

export function PriceFields({ currency, hint }: { currency: Currency; hint?: string }) {
  const unit = `${currency.toUpperCase()} per tonne`;
  return (
    <>
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField name={API_PRICE} label={`API price (${unit})`} inputMode="decimal" hint={hint} />
        <TextField
          name={CHECKOUT_PRICE}
          label={`Checkout price (${unit})`}
          inputMode="decimal"
          hint={hint}
        />
      </div>
      <ConfirmPrices names={PRICES} />
    </>
  );
}

const code = (currency: Currency) => currency.toUpperCase();

interface CurrencyChoiceProps {
  value: Currency;
  onChange: (currency: Currency) => void;
  /** Currencies that have a price. */
  priced: readonly Currency[];
}

/** Chooses the currency whose prices a form is about. */
export function CurrencyChoice({ value, onChange, priced }: CurrencyChoiceProps) {
  return (
    <label className="mb-5 flex items-center gap-3 text-[0.9375rem]">
      Currency
      <select
        value={value}
        onChange={({ target }) => onChange(target.value)}
        className="rounded-lg border border-edge bg-paper px-3 py-2"
      >
        {Object.keys(currencies).map((currency) => (
          <option key={currency} value={currency}>
            {code(currency)}
            {priced.includes(currency) ? "" : " (no price)"}
          </option>
        ))}
      </select>
    </label>
  );
}

interface Source {
  currency: Currency;
  api: number | null;
  checkout: number | null;
}

const inputClass = "w-28 rounded-lg border border-edge bg-paper px-3 py-2 tabular-nums";

/** Fills the prices from those of another currency, by a typed rate. What is saved is the price. */
export function FillPrices({ currency, source }: { currency: Currency; source: Source }) {
  const { setValue } = useFormContext();
  const [rate, setRate] = useState("");
  const [step, setStep] = useState(plainAmount({ minor: rulesOf(currency).step, currency }));
  const factor = /^\d{1,6}([.,]\d{1,8})?$/.test(rate) ? Number(rate.replace(",", ".")) : 0;
  const rounding = parseMoney(step, currency)?.minor ?? 0;
  const fill = (name: string, minor: number | null) => {
    if (minor === null) return;
    const amount = convertPrice({ minor, currency: source.currency }, { currency, rate: factor });
    const rounded = Math.ceil(amount / rounding) * rounding;
    const text = plainAmount({ minor: rounded, currency });
    setValue(name, text, { shouldDirty: true, shouldValidate: true });
  };
  return (
    <details className="mt-4 text-[0.9375rem]">
      <summary>Fill in from the prices in {code(source.currency)}</summary>
      <div className="mt-3 flex flex-wrap items-end gap-4">
        <label>
          <span className="block text-sm text-quiet">
            {code(currency)} for one {code(source.currency)}
          </span>
          <input
            value={rate}
            inputMode="decimal"
            onChange={({ target }) => setRate(target.value)}
            className={inputClass}
          />
        </label>
        <label>
          <span className="block text-sm text-quiet">Rounded up to</span>
          <input
            value={step}
            inputMode="decimal"
            onChange={({ target }) => setStep(target.value)}
            className={inputClass}
          />
        </label>
        <button
          type="button"
          className={buttonClass()}
          disabled={factor <= 0 || rounding <= 0}
          onClick={() => {
            fill(API_PRICE, source.api);
            fill(CHECKOUT_PRICE, source.checkout);
          }}
        >
          Fill in
        </button>
      </div>
    </details>
  );
}
