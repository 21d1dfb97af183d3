"use client";
import type { RouterOutput } from "#trpc/router";
import { CustomerLink, PaymentState, paymentStates } from "#ui/admin/checkout";
import { money } from "#ui/admin/format";
import { datesBy } from "#ui/admin/list-dates";
import { ListScreen } from "#ui/admin/list-screen";
import { PaymentTotals } from "#ui/admin/list-totals";
import { optionsOf } from "#ui/admin/page";
import { useScreenData } from "#ui/admin/screen-data";
import { useSubaccountFilter } from "#ui/admin/subaccount-filter";
import type { Column } from "#ui/admin/table";
import { Time } from "#ui/admin/time";
import type { Frame } from "./frame";
import { queries } from "./queries";

type Payment = RouterOutput["checkout"]["payments"]["data"][number];

const columns: Column<Payment>[] = [
  {
    head: "Customer",
    cell: ({ checkout_session_id, customer_email }) => (
      <CustomerLink sessionId={checkout_session_id} email={customer_email} />
    ),
  },
  { head: "State", cell: ({ state }) => <PaymentState state={state} /> },
  { head: "Amount", align: "right", cell: (payment) => money(payment.amount_usd_cents, "USD") },
  {
    head: "Refunded",
    align: "right",
    isExtra: true,
    cell: ({ refunded_usd_cents: cents }) => (cents > 0 ? money(cents, "USD") : "–"),
  },
  {
    head: "Reference",
    isExtra: true,
    cell: ({ provider_payment_id: reference }) => (
      <span className="block max-w-44 truncate" title={reference ?? undefined}>
        {reference ?? "–"}
      </span>
    ),
  },
  { head: "Started", isExtra: true, cell: (payment) => <Time at={payment.created_on} /> },
];

export function Payments(frame: Frame) {
  const { payments, paymentTotals } = useScreenData(queries);
  return (
    <ListScreen
      {...frame}
      label="Payments"
      intro="Payments and refunds of your customers at checkout."
      search="Email, or ID of payment, session, order or provider…"
      filters={[
        { name: "state", label: "State", options: optionsOf(paymentStates) },
        ...useSubaccountFilter(),
      ]}
      dates={[datesBy("Started")]}
      csv="payments"
      totals={<PaymentTotals query={paymentTotals} />}
      keyOf={(payment) => payment.id}
      query={payments}
      hasLast
      columns={columns}
      empty={["No payments yet", "A payment appears here when a customer starts to pay."]}
    />
  );
}
