"use client";
import { useMutation } from "@tanstack/react-query";
import { ReferenceField, useRefreshBilling } from "./billing-reference";
import { FormDialog } from "./dialog";
import { TextAreaField, TextField } from "./form";
import { money } from "./format";
import { useTRPC } from "./trpc";

interface InvoiceAction {
  /** Id of the account. */
  id: string;
  invoice: { id: string; number: string; openCents: number };
}

export function RecordPayment({ id, invoice }: InvoiceAction) {
  const pay = useMutation(useTRPC().operatorBilling.recordPayment.mutationOptions());
  const { openCents: open } = invoice;
  return (
    <FormDialog
      button="Record payment"
      buttonLabel={`Record payment of ${invoice.number}`}
      title={`Record a payment of ${invoice.number}`}
      description={`${money(open, "USD")} is open. Record more than that as a deposit.`}
      done="Payment recorded"
      schema={async () => (await import("#admin/schemas")).TypedPayment}
      initial={{ amount_usd_cents: (open / 100).toFixed(2), reference: "" }}
      send={(values) => pay.mutateAsync({ id, invoice_id: invoice.id, ...values })}
      onDone={useRefreshBilling()}
    >
      <TextField name="amount_usd_cents" label="Amount received (USD)" inputMode="decimal" />
      <ReferenceField />
    </FormDialog>
  );
}

export function Credit({ id, invoice }: InvoiceAction) {
  const credit = useMutation(useTRPC().operatorBilling.credit.mutationOptions());
  return (
    <FormDialog
      button="Credit"
      buttonLabel={`Credit ${invoice.number}`}
      title={`Credit ${invoice.number}`}
      description="Issues a credit note and adds its amount to the balance. The credits stay with the order."
      action="Issue credit note"
      done="Credit note issued"
      submitVariant="danger"
      schema={async () => (await import("#admin/schemas")).TypedCredit}
      initial={{ reason: "", orders: null }}
      send={(values) => credit.mutateAsync({ id, invoice_id: invoice.id, ...values })}
      onDone={useRefreshBilling()}
    >
      <TextField name="reason" label="Reason" hint="Printed on the credit note." />
      <TextAreaField
        name="orders"
        label="Orders"
        hint="One order ID per line, with a net amount in USD to credit a part: ord_01… 12.50. Leave it empty to credit everything that is left of the invoice."
      />
    </FormDialog>
  );
}
