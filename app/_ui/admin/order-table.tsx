"use client";
// A list of orders, wherever one is.
import Link from "next/link";
import { formatMass } from "#core/mass";
import { formatMoney } from "#core/money";
import type { RouterInput, RouterOutput } from "#trpc/router";
import { useHere } from "./account-shell";
import { Badge, Empty } from "./page";
import { type Column, DataTable, useListState } from "./table";
import { Time } from "./time";

type OrderSearch = RouterInput["orders"]["list"];
type Row = RouterOutput["orders"]["list"]["data"][number];

const states = {
  placed: { look: "waits", text: "Placed" },
  fulfilled: { look: "good", text: "Fulfilled" },
  cancelled: { look: "quiet", text: "Cancelled" },
} as const;

export function OrderState({ state }: { state: keyof typeof states }) {
  return <Badge look={states[state].look}>{states[state].text}</Badge>;
}

/** What the address asks for of the list of orders, as its procedure takes it. */
export function useOrderSearch() {
  const { place, filters, get } = useListState();
  const asked = filters("search", "state", "channel", "subaccount_id", "from", "to", "sort");
  // An address by hand may say anything; the server tells what is wrong with it.
  return { ...(asked as OrderSearch), ...place, ...(get("last") && { last: true }) };
}

/** What people remember an order by. */
function aboutOf(row: Row, hidesSubaccount: boolean) {
  const whose = [hidesSubaccount ? null : row.subaccount_name, row.beneficiary?.name];
  return [row.description, ...whose, row.metadata].filter((text) => text);
}

/** The same on at most two lines. */
function About({ row, hidesSubaccount }: { row: Row; hidesSubaccount: boolean }) {
  const [first = "–", ...others] = aboutOf(row, hidesSubaccount);
  return (
    <span className="block max-w-56 min-w-28 lg:max-w-72">
      <span className="block truncate">{first}</span>
      {others.length > 0 && (
        <span className="block truncate text-sm text-quiet">{others.join(" · ")}</span>
      )}
    </span>
  );
}

const columnsAt = (base: string, hidesSubaccount: boolean): Column<Row>[] => [
  {
    head: "Order",
    cell: (row) => (
      <>
        <Link
          href={`${base}/orders/${row.id}`}
          prefetch={false}
          className="link whitespace-nowrap tabular-nums max-sm:text-sm"
        >
          {row.order_number.slice(0, 14)}…
        </Link>
        <span className="block w-32 truncate text-sm text-quiet sm:hidden">
          {aboutOf(row, hidesSubaccount)[0]}
        </span>
      </>
    ),
  },
  { head: "State", cell: (row) => <OrderState state={row.state} /> },
  {
    head: "Amount",
    sort: "amount",
    align: "right",
    cell: (row) => formatMass(row.amount_kg),
  },
  {
    head: "Price",
    sort: "price",
    align: "right",
    isExtra: true,
    cell: (row) => formatMoney(row.price_usd_cents, "USD", "en"),
  },
  {
    head: "About",
    isExtra: true,
    cell: (row) => <About row={row} hidesSubaccount={hidesSubaccount} />,
  },
  {
    head: "Placed",
    sort: "placed",
    isExtra: true,
    cell: (row) => <Time at={row.created_on} />,
  },
];

interface Props {
  /** Left out where all are of one. */
  hidesSubaccount?: boolean;
  query: {
    data: { data: Row[]; has_more: boolean } | undefined;
    error: unknown;
    isFetching: boolean;
    refetch(): unknown;
  };
}

export function OrderTable({ query, hidesSubaccount = false }: Props) {
  const { base } = useHere();
  return (
    <DataTable
      label="Orders"
      keyOf={(row: Row) => row.id}
      query={query}
      hasLast
      columns={columnsAt(base, hidesSubaccount)}
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
