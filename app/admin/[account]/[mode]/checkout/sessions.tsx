"use client";
// All checkout sessions, newest first.
import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { formatMass } from "#core/mass";
import { formatMoney } from "#core/money";
import type { RouterInput, RouterOutput } from "#trpc/router";
import { useHere } from "#ui/admin/account-shell";
import { CheckoutTabs } from "#ui/admin/checkout-tabs";
import { ListTools } from "#ui/admin/list-tools";
import { Empty, PageHead } from "#ui/admin/page";
import { SessionState, sessionStates } from "#ui/admin/payment-state";
import { type Column, DataTable, useListState } from "#ui/admin/table";
import { Time } from "#ui/admin/time";
import { useTRPC } from "#ui/admin/trpc";

type Row = RouterOutput["checkout"]["list"]["data"][number];
type Search = RouterInput["checkout"]["list"];

const nameClass = "link block max-w-36 truncate sm:max-w-56";

const columnsAt = (base: string): Column<Row>[] => [
  {
    head: "Customer",
    cell: (row) => (
      <Link href={`${base}/checkout/${row.id}`} prefetch={false} className={nameClass}>
        {row.customer_email ?? `${row.id.slice(0, 12)}…`}
      </Link>
    ),
  },
  { head: "State", cell: (row) => <SessionState state={row.state} /> },
  {
    head: "Amount",
    align: "right",
    isExtra: true,
    cell: (row) => formatMass(row.amount_kg),
  },
  {
    head: "Price",
    align: "right",
    cell: (row) => formatMoney(row.price_usd_cents, "USD", "en"),
  },
  {
    head: "Description",
    isExtra: true,
    cell: (row) => <span className="block max-w-56 truncate">{row.order_description ?? "–"}</span>,
  },
  { head: "Created", isExtra: true, cell: (row) => <Time at={row.created_on} /> },
];

export function Sessions() {
  const { base } = useHere();
  const { place, filters, get } = useListState();
  const asked = filters("search", "state", "subaccount_id", "from", "to") as Search;
  const last = get("last") ? { last: true } : {};
  const list = useQuery(useTRPC().checkout.list.queryOptions({ ...asked, ...place, ...last }));
  return (
    <>
      <PageHead
        title="Checkout"
        intro="Customers whom you sent to pay, and how far each got. A session is open for 24 hours."
      />
      <CheckoutTabs here="Sessions" />
      <ListTools
        search="E-mail, description, beneficiary, id, order id…"
        filters={[{ name: "state", label: "State", options: sessionStates }]}
        dates="Created"
        csv="checkout-sessions"
      />
      <DataTable
        label="Checkout sessions"
        keyOf={(row) => row.id}
        query={list}
        hasLast
        columns={columnsAt(base)}
        empty={
          <Empty title="No checkout session yet">
            <p>
              Create one by the API: <code>POST /v1/checkout/sessions</code>. The{" "}
              <a href="/docs#checkout" className="link">
                guide
              </a>{" "}
              shows how.
            </p>
          </Empty>
        }
      />
    </>
  );
}
