"use client";
import { type Currency, plainAmount } from "#core/money";
import { FormDialog } from "./dialog";
import { SelectField, TextField } from "./form";
import { useOperator } from "./operator";
import { useChange } from "./trpc";

export const termsNames = {
  invoice: "Monthly invoice",
  prepaid: "Prepaid",
  billed_elsewhere: "Billed elsewhere",
  undecided: "Undecided",
} as const;

const charged = ["invoice", "prepaid"] as const;

/** Live accounts have to choose; test accounts may do without. */
export function TermsFields({ mode, currency }: { mode: "live" | "test"; currency?: Currency }) {
  const canCharge = useOperator().modules.includes("billing");
  const choices = [...(canCharge ? charged : []), "billed_elsewhere" as const];
  const none =
    mode === "live" ? { value: "", text: "Choose terms" } : { value: "none", text: "No terms" };
  return (
    <>
      <SelectField
        name="terms"
        label="Terms"
        hint="Billed elsewhere: orders are not limited, and not invoiced here."
        options={[none, ...choices.map((value) => ({ value, text: termsNames[value] }))]}
      />
      {canCharge && (
        <TextField
          name="credit_limit"
          label={currency ? `Credit limit (${currency.toUpperCase()})` : "Credit limit"}
          hint="For monthly invoices. Leave it empty for no limit."
          inputMode="decimal"
          autoComplete="off"
        />
      )}
    </>
  );
}

interface Terms {
  id: string;
  mode: "live" | "test";
  terms: keyof typeof termsNames | null;
  limitAmount: number | null;
  currency: Currency;
}

export function EditTerms({ id, mode, terms, limitAmount: limit, currency }: Terms) {
  const set = useChange(
    (trpc) => trpc.operatorAccounts.setTerms,
    (trpc) => trpc.operatorBilling.pathFilter(),
  );
  const chosen = terms === "undecided" ? null : terms;
  const initial = {
    terms: chosen ?? (mode === "live" ? ("" as const) : ("none" as const)),
    credit_limit:
      chosen === "invoice" && limit !== null ? plainAmount({ minor: limit, currency }) : null,
  };
  return (
    <FormDialog
      button="Set terms"
      title="Billing terms"
      description="They apply to orders from now on."
      action="Save terms"
      done="Billing terms saved"
      schema={async () => (await import("#admin/schemas")).TypedTerms(currency)}
      initial={initial}
      opened={{ ...initial, terms: chosen ?? "none" }}
      send={(values, opened) => set({ id, ...values, opened })}
    >
      <TermsFields mode={mode} currency={currency} />
    </FormDialog>
  );
}
