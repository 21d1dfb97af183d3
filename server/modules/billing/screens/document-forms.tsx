"use client";
import { type Currency, plainAmount } from "#core/money";
import { FormDialog } from "#ui/admin/dialog";
import { MoneyField, ReferenceField } from "#ui/admin/fields";
import { TextAreaField, TextField } from "#ui/admin/form";
import { money } from "#ui/admin/format";
import { useChange } from "#ui/admin/trpc";

interface InvoiceAction {
  id: string;
  invoice: { id: string; number: string; currency: Currency; openAmount: number };
}

export function RecordPayment({ id, invoice }: InvoiceAction) {
  const pay = useChange((trpc) => trpc.operatorBilling.recordPayment);
  const { openAmount: open, currency } = invoice;
  return (
    <FormDialog
      button="Record payment"
      buttonLabel={`Record payment of ${invoice.number}`}
      title={`Record a payment of ${invoice.number}`}
      description={`${money(open, currency)} is open. Record more than that as a deposit.`}
      done="Payment recorded"
      schema={async () => (await import("#admin/schemas")).TypedPayment(currency)}
      initial={{ amount: plainAmount({ minor: open, currency }), reference: "" }}
      send={(values) => pay({ id, invoice_id: invoice.id, ...values })}
    >
      <MoneyField label="Amount received" currency={currency} />
      <ReferenceField />
    </FormDialog>
  );
}

export function Credit({ id, invoice }: InvoiceAction) {
  const credit = useChange((trpc) => trpc.operatorBilling.credit);
  const { currency } = invoice;
  return (
    <FormDialog
      button="Credit"
      buttonLabel={`Credit ${invoice.number}`}
      title={`Credit ${invoice.number}`}
      description="Issues a credit note and adds its amount to the balance. The credits stay with the order."
      action="Issue credit note"
      done="Credit note issued"
      submitVariant="danger"
      schema={async () => (await import("#admin/schemas")).TypedCredit(currency)}
      initial={{ reason: "", orders: null }}
      send={(values) => credit({ id, invoice_id: invoice.id, ...values })}
    >
      <TextField name="reason" label="Reason" hint="Printed on the credit note." />
      <TextAreaField
        name="orders"
        label="Orders"
        hint={`One order ID per line, with a net amount in ${currency.toUpperCase()} to credit a part: ord_01… ${plainAmount({ minor: 1250, currency })}. Leave it empty to credit everything that is left of the invoice.`}
      />
    </FormDialog>
  );
}
