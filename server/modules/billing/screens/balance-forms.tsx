"use client";
import type { RouterOutput } from "#trpc/router";
import { FormDialog } from "#ui/admin/dialog";
import { MoneyField, ReferenceField } from "#ui/admin/fields";
import { SelectField, TextField } from "#ui/admin/form";
import { useChange } from "#ui/admin/trpc";

type Account = Pick<RouterOutput["operatorBilling"]["account"], "id" | "currency">;

export function RecordDeposit({ id, currency }: Account) {
  const deposit = useChange((trpc) => trpc.operatorBilling.deposit);
  return (
    <FormDialog
      button="Record deposit"
      title="Record a deposit"
      description="Money that the account has paid in advance."
      done="Deposit recorded"
      schema={async () => (await import("#admin/schemas")).TypedDeposit(currency)}
      initial={{ amount: "", reference: "" }}
      send={(values) => deposit({ id, ...values })}
    >
      <MoneyField label="Amount received" currency={currency} />
      <ReferenceField />
    </FormDialog>
  );
}

const directions = [
  { value: "add", text: "Add to the balance" },
  { value: "subtract", text: "Subtract from the balance" },
];

export function Adjust({ id, currency }: Account) {
  const adjust = useChange((trpc) => trpc.operatorBilling.adjust);
  return (
    <FormDialog
      button="Adjust balance"
      title="Adjust the balance"
      description="Corrects the balance without a document. To correct an invoice, credit it."
      done="Balance adjusted"
      schema={async () => (await import("#admin/schemas")).TypedAdjustment(currency)}
      initial={{ direction: "add" as const, amount: "", reference: "", note: "" }}
      send={(values) => adjust({ id, ...values })}
    >
      <SelectField name="direction" label="Adjustment" options={directions} />
      <MoneyField label="Amount" currency={currency} />
      <TextField name="note" label="Reason" hint="Shown to the account with the entry." />
      <ReferenceField hint="Your own reference. The same reference is recorded once." />
    </FormDialog>
  );
}
