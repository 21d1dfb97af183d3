"use client";
import { useEffect } from "react";
import { useFormContext } from "react-hook-form";
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

export function PriceFields({ hint }: { hint?: string }) {
  return (
    <>
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField
          name={API_PRICE}
          label="API price ($ per tonne)"
          inputMode="decimal"
          hint={hint}
        />
        <TextField
          name={CHECKOUT_PRICE}
          label="Checkout price ($ per tonne)"
          inputMode="decimal"
          hint={hint}
        />
      </div>
      <ConfirmPrices names={PRICES} />
    </>
  );
}
