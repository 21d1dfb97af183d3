"use client";
import { moneyOf } from "#core/money";
import type { RouterOutput } from "#trpc/router";
import { CustomerLink, paymentStates, refundedOf } from "#ui/admin/checkout";
import { datesBy } from "#ui/admin/list-dates";
import { ListScreen, type ScreenFrame } from "#ui/admin/list-screen";
import { PaymentTotals } from "#ui/admin/list-totals";
import { optionsOf, StateBadge } from "#ui/admin/page";
import { useSubaccountFilter } from "#ui/admin/subaccount-filter";
import type { Column } from "#ui/admin/table";
import { useScreenData } from "#ui/admin/trpc";
import { queries } from "./queries";

type Payment = RouterOutput["checkout"]["payments"]["data"][number];

const columns: Column<Payment>[] = [
  {
    head: "Customer",
    cell: ({ checkout_session_id, customer_email }) => (
      <CustomerLink sessionId={checkout_session_id} email={customer_email} />
    ),
  },
  { head: "State", cell: ({ state }) => <StateBadge state={paymentStates[state]} /> },
  { head: "Amount", money: (payment) => moneyOf(payment, payment.amount) },
  { head: "Refunded", isExtra: true, money: refundedOf },
  {
    head: "Reference",
    isExtra: true,
    cell: ({ provider_payment_id: reference }) => (
      <span className="block max-w-44 truncate" title={reference ?? undefined}>
        {reference ?? "–"}
      </span>
    ),
  },
  { head: "Started", isExtra: true, at: (payment) => payment.created_on },
];

export function Payments(frame: ScreenFrame) {
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
      query={payments}
      hasLast
      columns={columns}
      empty={["No payments yet", "A payment appears here when a customer starts to pay."]}
    />
  );
}
