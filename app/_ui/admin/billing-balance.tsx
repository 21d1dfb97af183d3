"use client";
import type { RouterOutput } from "#trpc/router";
import { AmountField, ReferenceField } from "#ui/admin/fields";
import { termsNames } from "./billing";
import { FormDialog } from "./dialog";
import { SelectField, TextField } from "./form";
import { useChange } from "./trpc";

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
  const set = useChange((trpc) => trpc.operatorBilling.setTerms);
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
      send={(values, opened) => set({ id, ...values, opened })}
    >
      <TermsFields mode={mode} />
    </FormDialog>
  );
}

export function RecordDeposit({ id }: Pick<Account, "id">) {
  const deposit = useChange((trpc) => trpc.operatorBilling.deposit);
  return (
    <FormDialog
      button="Record deposit"
      title="Record a deposit"
      description="Money that the account has paid in advance."
      done="Deposit recorded"
      schema={async () => (await import("#admin/schemas")).TypedDeposit}
      initial={{ amount_usd_cents: "", reference: "" }}
      send={(values) => deposit({ id, ...values })}
    >
      <AmountField label="Amount received (USD)" />
      <ReferenceField />
    </FormDialog>
  );
}

const directions = [
  { value: "add", text: "Add to the balance" },
  { value: "subtract", text: "Subtract from the balance" },
];

export function Adjust({ id }: Pick<Account, "id">) {
  const adjust = useChange((trpc) => trpc.operatorBilling.adjust);
  return (
    <FormDialog
      button="Adjust balance"
      title="Adjust the balance"
      description="Corrects the balance without a document. To correct an invoice, credit it."
      done="Balance adjusted"
      schema={async () => (await import("#admin/schemas")).TypedAdjustment}
      initial={{ direction: "add" as const, amount_usd_cents: "", reference: "", note: "" }}
      send={(values) => adjust({ id, ...values })}
    >
      <SelectField name="direction" label="Adjustment" options={directions} />
      <AmountField label="Amount (USD)" />
      <TextField name="note" label="Reason" hint="Shown to the account with the entry." />
      <ReferenceField hint="Your own reference. The same reference is recorded once." />
    </FormDialog>
  );
}
