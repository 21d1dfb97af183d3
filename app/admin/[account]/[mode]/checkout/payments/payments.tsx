"use client";
// All payments, newest first.
import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { formatMoney } from "#core/money";
import type { RouterInput, RouterOutput } from "#trpc/router";
import { useHere } from "#ui/admin/account-shell";
import { CheckoutTabs } from "#ui/admin/checkout-tabs";
import { ListTools } from "#ui/admin/list-tools";
import { Empty, PageHead } from "#ui/admin/page";
import { PaymentState, paymentStates } from "#ui/admin/payment-state";
import { type Column, DataTable, useListState } from "#ui/admin/table";
import { Time } from "#ui/admin/time";
import { useTRPC } from "#ui/admin/trpc";

type Row = RouterOutput["checkout"]["payments"]["data"][number];
type Search = RouterInput["checkout"]["payments"];

const nameClass = "link block max-w-36 truncate sm:max-w-56";

const columnsAt = (base: string): Column<Row>[] => [
  {
    head: "Customer",
    cell: (row) => (
      <Link
        href={`${base}/checkout/${row.checkout_session_id}`}
        prefetch={false}
        className={nameClass}
      >
        {row.customer_email ?? `${row.id.slice(0, 12)}…`}
      </Link>
    ),
  },
  { head: "State", cell: (row) => <PaymentState state={row.state} /> },
  {
    head: "Amount",
    align: "right",
    cell: (row) => formatMoney(row.amount_usd_cents, "USD", "en"),
  },
  {
    head: "Given back",
    align: "right",
    isExtra: true,
    cell: (row) =>
      row.refunded_usd_cents > 0 ? formatMoney(row.refunded_usd_cents, "USD", "en") : "–",
  },
  {
    head: "Reference",
    isExtra: true,
    cell: (row) => (
      <span className="block max-w-44 truncate" title={row.provider_payment_id ?? undefined}>
        {row.provider_payment_id ?? "–"}
      </span>
    ),
  },
  { head: "Begun", isExtra: true, cell: (row) => <Time at={row.created_on} /> },
];

export function Payments() {
  const { base } = useHere();
  const { place, filters, get } = useListState();
  const asked = filters("search", "state", "from", "to") as Search;
  const last = get("last") ? { last: true } : {};
  const list = useQuery(useTRPC().checkout.payments.queryOptions({ ...asked, ...place, ...last }));
  return (
    <>
      <PageHead
        title="Payments"
        intro="What customers paid on the checkout page, and what they got back."
      />
      <CheckoutTabs here="Payments" />
      <ListTools
        search="E-mail, payment, session, order or provider's id…"
        filters={[{ name: "state", label: "State", options: paymentStates }]}
        dates="Begun"
        csv="payments"
      />
      <DataTable
        label="Payments"
        keyOf={(row) => row.id}
        query={list}
        hasLast
        columns={columnsAt(base)}
        empty={
          <Empty title="No payment yet">
            <p>There is one as soon as a customer tries to pay on the checkout page.</p>
          </Empty>
        }
      />
    </>
  );
}
