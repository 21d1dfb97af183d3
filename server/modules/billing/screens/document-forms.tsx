"use client";
import { FormDialog } from "#ui/admin/dialog";
import { AmountField, ReferenceField } from "#ui/admin/fields";
import { TextAreaField, TextField } from "#ui/admin/form";
import { usd } from "#ui/admin/format";
import { useChange } from "#ui/admin/trpc";

interface InvoiceAction {
  id: string;
  invoice: { id: string; number: string; openAmount: number };
}

export function RecordPayment({ id, invoice }: InvoiceAction) {
  const pay = useChange((trpc) => trpc.operatorBilling.recordPayment);
  const { openAmount: open } = invoice;
  return (
    <FormDialog
      button="Record payment"
      buttonLabel={`Record payment of ${invoice.number}`}
      title={`Record a payment of ${invoice.number}`}
      description={`${usd(open)} is open. Record more than that as a deposit.`}
      done="Payment recorded"
      schema={async () => (await import("#admin/schemas")).TypedPayment}
      initial={{ amount_usd_cents: (open / 100).toFixed(2), reference: "" }}
      send={(values) => pay({ id, invoice_id: invoice.id, ...values })}
    >
      <AmountField label="Amount received (USD)" />
      <ReferenceField />
    </FormDialog>
  );
}

export function Credit({ id, invoice }: InvoiceAction) {
  const credit = useChange((trpc) => trpc.operatorBilling.credit);
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
      send={(values) => credit({ id, invoice_id: invoice.id, ...values })}
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
