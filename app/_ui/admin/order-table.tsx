"use client";
// A list of orders, wherever one is.
import Link from "next/link";
import { formatMass } from "#core/mass";
import { formatMoney } from "#core/money";
import type { RouterOutput } from "#trpc/router";
import { useHere } from "./account-shell";
import { Badge, Empty } from "./page";
import { DataTable } from "./table";
import { Time } from "./time";

type Row = RouterOutput["orders"]["list"]["data"][number];

const states = {
  placed: { look: "waits", text: "Placed" },
  fulfilled: { look: "good", text: "Fulfilled" },
  cancelled: { look: "quiet", text: "Cancelled" },
} as const;

export function OrderState({ state }: { state: keyof typeof states }) {
  return <Badge look={states[state].look}>{states[state].text}</Badge>;
}

interface Props {
  query: {
    data: { data: Row[]; has_more: boolean } | undefined;
    error: unknown;
    isFetching: boolean;
    refetch(): unknown;
  };
}

export function OrderTable({ query }: Props) {
  const { base } = useHere();
  return (
    <DataTable
      label="Orders"
      keyOf={(row: Row) => row.id}
      query={query}
      columns={[
        {
          head: "Order",
          cell: (row) => (
            <Link href={`${base}/orders/${row.id}`} prefetch={false} className="link tabular-nums">
              {row.order_number.slice(0, 14)}…
            </Link>
          ),
        },
        { head: "State", cell: (row) => <OrderState state={row.state} /> },
        { head: "Amount", align: "right", cell: (row) => formatMass(row.amount_kg) },
        {
          head: "Price",
          align: "right",
          isExtra: true,
          cell: (row) => formatMoney(row.price_usd_cents, "en"),
        },
        { head: "Description", isExtra: true, cell: (row) => row.description ?? "–" },
        { head: "Placed", isExtra: true, cell: (row) => <Time at={row.created_on} /> },
      ]}
      empty={
        <Empty title="No order yet">
          <p>
            Place one by the API: <code>POST /v1/orders</code>. The{" "}
            <a href="/docs" className="link">
              guide
            </a>{" "}
            begins with it.
          </p>
        </Empty>
      }
    />
  );
}
