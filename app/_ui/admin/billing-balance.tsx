"use client";
import { useMutation } from "@tanstack/react-query";
import type { RouterOutput } from "#trpc/router";
import { termsNames } from "./billing";
import { ReferenceField, useRefreshBilling } from "./billing-reference";
import { FormDialog } from "./dialog";
import { SelectField, TextField } from "./form";
import { useTRPC } from "./trpc";

type Account = RouterOutput["operatorBilling"]["account"];

const choices = (["invoice", "prepaid", "billed_elsewhere"] as const).map((value) => ({
  value,
  text: termsNames[value],
}));

/** Live accounts have to choose; test accounts may do without. */
export function TermsFields({ mode }: { mode: "live" | "test" }) {
  const none =
    mode === "live" ? { value: "", text: "Choose terms" } : { value: "none", text: "No terms" };
  return (
    <>
      <SelectField
        name="terms"
        label="Terms"
        hint="Billed elsewhere: orders are not limited, and not invoiced here."
        options={[none, ...choices]}
      />
      <TextField
        name="credit_limit_usd"
        label="Credit limit (USD)"
        hint="For monthly invoices. Leave it empty for no limit."
        inputMode="decimal"
        autoComplete="off"
      />
    </>
  );
}

export function EditTerms({ id, balance, mode }: Pick<Account, "id" | "balance" | "mode">) {
  const set = useMutation(useTRPC().operatorBilling.setTerms.mutationOptions());
  const limit = balance.credit_limit_usd_cents;
  const initial = {
    terms: balance.terms ?? (mode === "live" ? ("" as const) : ("none" as const)),
    credit_limit_usd:
      balance.terms === "invoice" && limit !== null ? (limit / 100).toFixed(2) : null,
  };
  return (
    <FormDialog
      button="Set terms"
      title="Billing terms"
      description="They apply to orders from now on."
      action="Save terms"
      done="Billing terms saved"
      schema={async () => (await import("#admin/schemas")).TypedTerms}
      initial={initial}
      opened={{ ...initial, terms: balance.terms ?? "none" }}
      send={(values, opened) => set.mutateAsync({ id, ...values, opened })}
      onDone={useRefreshBilling()}
    >
      <TermsFields mode={mode} />
    </FormDialog>
  );
}

export function RecordDeposit({ id }: Pick<Account, "id">) {
  const deposit = useMutation(useTRPC().operatorBilling.deposit.mutationOptions());
  return (
    <FormDialog
      button="Record deposit"
      title="Record a deposit"
      description="Money that the account has paid in advance."
      done="Deposit recorded"
      schema={async () => (await import("#admin/schemas")).TypedDeposit}
      initial={{ amount_usd_cents: "", reference: "" }}
      send={(values) => deposit.mutateAsync({ id, ...values })}
      onDone={useRefreshBilling()}
    >
      <TextField name="amount_usd_cents" label="Amount received (USD)" inputMode="decimal" />
      <ReferenceField />
    </FormDialog>
  );
}

const directions = [
  { value: "add", text: "Add to the balance" },
  { value: "subtract", text: "Subtract from the balance" },
];

export function Adjust({ id }: Pick<Account, "id">) {
  const adjust = useMutation(useTRPC().operatorBilling.adjust.mutationOptions());
  return (
    <FormDialog
      button="Adjust balance"
      title="Adjust the balance"
      description="Corrects the balance without a document. To correct an invoice, credit it."
      done="Balance adjusted"
      schema={async () => (await import("#admin/schemas")).TypedAdjustment}
      initial={{ direction: "add" as const, amount_usd_cents: "", reference: "", note: "" }}
      send={(values) => adjust.mutateAsync({ id, ...values })}
      onDone={useRefreshBilling()}
    >
      <SelectField name="direction" label="Adjustment" options={directions} />
      <TextField name="amount_usd_cents" label="Amount (USD)" inputMode="decimal" />
      <TextField name="note" label="Reason" hint="Shown to the account with the entry." />
      <ReferenceField hint="Your own reference. The same reference is recorded once." />
    </FormDialog>
  );
}
